/* SPDX-License-Identifier: MIT */
/* Proves what threads may do with a loop that uses a ring: one prepares it and another one runs it;
 * it may move when nothing is under way, and with requests that are not submitted yet; threads that
 * follow each other use it; loops on several threads do not affect each other. Moving a loop with
 * operations in the kernel ends the process with a message that says where. */
#include <pthread.h>

#include "fs_scratch.h"
#include "ring.h"

enum { COUNT = 30, THREADS = 4 };

typedef struct {
  uv_loop_t loop;
  uv_fs_t reqs[COUNT];
  char bytes[COUNT][4];
  int file;
  int finished;
} user;

static void on_read(uv_fs_t *req) {
  user *it = req->data;
  CHECK_EQ(req->result, 4);
  CHECK_EQ(memcmp(it->bytes[req - it->reqs], "text", 4), 0);
  uv_fs_req_cleanup(req);
  it->finished++;
}

static void start(void *arg) {
  user *it = arg;
  memset(it->bytes, 0, sizeof(it->bytes));
  it->finished = 0;
  for (int i = 0; i < COUNT; i++) {
    uv_buf_t buf = buffer(it->bytes[i], 4);
    it->reqs[i].data = it;
    CHECK_EQ(uv_fs_read(&it->loop, &it->reqs[i], it->file, &buf, 1, 0, on_read), 0);
  }
}

static void *run(void *arg) {
  user *it = arg;
  CHECK_EQ(uv_run(&it->loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(it->finished, COUNT);
  return NULL;
}

static void *start_and_run(void *arg) {
  user *it = arg;
  for (int i = 0; i < 200; i++) {
    CHECK_EQ(gyre_next_tick(&it->loop, start, it), 0);
    run(it);
  }
  return NULL;
}

static void in_thread(void *(*body)(void *), void *arg) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, body, arg), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

static void open_user(user *it) {
  CHECK_EQ(uv_loop_init(&it->loop), 0);
  it->file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK(it->file >= 0);
}

static void close_user(user *it) {
  CHECK_EQ(uv_loop_close(&it->loop), 0);
  CHECK_EQ(close(it->file), 0);
}

static void start_late(uv_check_t *check) {
  start(check->data);
  uv_close((uv_handle_t *)check, NULL);
}

/* Starts requests after poll has submitted the ring: the turn ends with unsubmitted entries. */
static void leave_unsent(user *it) {
  uv_check_t check;
  CHECK_EQ(uv_check_init(&it->loop, &check), 0);
  CHECK_EQ(uv_check_start(&check, start_late), 0);
  check.data = it;
  unsigned long long before = file_requests();
  CHECK(uv_run(&it->loop, UV_RUN_NOWAIT) != 0);
  CHECK_EQ(it->finished, 0);
  CHECK_EQ(file_requests(), before);
  CHECK(gy_ring_unsent(gy_loop_of(&it->loop)->files.ring));
}

static void check_moves(void) {
  static user it;
  open_user(&it);
  start(&it);
  in_thread(run, &it);
  CHECK_EQ(ring_count(), 1);
  for (int i = 0; i < 5; i++) {
    in_thread(start_and_run, &it); /* the system may reuse the thread's id */
    CHECK_EQ(ring_count(), 1);
  }
  start_and_run(&it);
  for (int i = 0; i < 5; i++) {
    leave_unsent(&it);
    in_thread(run, &it);
    leave_unsent(&it);
    run(&it);
  }
  close_user(&it);
  CHECK_EQ(ring_count(), 0);
}

static void check_many(void) {
  static user users[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    open_user(&users[i]);
    CHECK_EQ(pthread_create(&threads[i], NULL, start_and_run, &users[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
    close_user(&users[i]);
  }
}

static void *run_once(void *loop) {
  uv_run(loop, UV_RUN_NOWAIT);
  return NULL;
}

static void move_in_flight(void) {
  uv_loop_t loop;
  int ends[2];
  ring_slot slot = {.loop = &loop};
  CHECK_EQ(setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}), 0);
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(dup2(open("said", O_WRONLY | O_CREAT | O_CLOEXEC, 0600), STDERR_FILENO), STDERR_FILENO);
  slot.file = ends[0];
  CHECK_EQ(uv_loop_init(&loop), 0);
  ring_for_slots(&loop);
  CHECK_EQ(gyre_next_tick(&loop, ring_slot_start, &slot), 0);
  CHECK(uv_run(&loop, UV_RUN_NOWAIT) != 0);
  in_thread(run_once, &loop);
}

int main(void) {
  int status;
  ring_needed();
  scratch_begin();
  put_text("file", "text");
  pid_t child = fork();
  if (child == 0) {
    move_in_flight();
    _exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status));
  CHECK_EQ(WTERMSIG(status), SIGABRT);
  char said[256] = "";
  int file = open("said", O_RDONLY | O_CLOEXEC);
  CHECK(read(file, said, sizeof(said) - 1) > 0);
  CHECK(strstr(said, "files.c") != NULL && strstr(said, "under_way") != NULL);
  check_moves();
  check_many();
  return 0;
}

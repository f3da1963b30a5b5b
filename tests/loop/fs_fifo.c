/* SPDX-License-Identifier: MIT */
/* Proves that opening a FIFO waits for the other end, for reading and for writing, while other
 * requests continue; that whoever opens the other end finds ours open; and that with O_NONBLOCK it
 * does not wait. */
#include <pthread.h>
#include <stdatomic.h>

#include "fs_scratch.h"

static uv_loop_t loop;
static uv_fs_t opening;
static uv_fs_t reading;
static uv_timer_t timer;
static char bytes[8];
static int other_file;
static int reads;
static int opened;
static int flags;
static atomic_bool come;

static void *other_end(void *unused) {
  (void)unused;
  while (!atomic_load(&come)) {
    usleep(1000);
  }
  int file = open("fifo", (flags == O_RDONLY ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
  CHECK(file >= 0);
  if (flags == O_RDONLY) {
    usleep(20000);
    CHECK_EQ(write(file, "hello", 5), 5);
  } else {
    char text[8];
    CHECK_EQ(read(file, text, sizeof(text)), 5);
  }
  CHECK_EQ(close(file), 0);
  return NULL;
}

static void on_read(uv_fs_t *req) {
  CHECK_EQ(req->result, 4);
  CHECK_EQ(opened, 0);
  uv_fs_req_cleanup(req);
  uv_buf_t buf = buffer(bytes, 4);
  if (++reads == 500) {
    atomic_store(&come, true);
  } else {
    CHECK_EQ(uv_fs_read(&loop, &reading, other_file, &buf, 1, 0, on_read), 0);
  }
}

static void on_open(uv_fs_t *req) {
  CHECK(req->result >= 0);
  opened = (int)req->result;
  uv_fs_req_cleanup(req);
}

static void start(uv_timer_t *unused) {
  (void)unused;
  uv_buf_t buf = buffer(bytes, 4);
  CHECK_EQ(uv_fs_open(&loop, &opening, "fifo", flags, 0, on_open), 0);
  CHECK_EQ(uv_fs_read(&loop, &reading, other_file, &buf, 1, 0, on_read), 0);
}

static void on_refused(uv_fs_t *req) {
  CHECK_EQ(req->result, UV_ENXIO);
  uv_fs_req_cleanup(req);
  opened = -1;
}

static void start_refused(uv_timer_t *unused) {
  (void)unused;
  CHECK_EQ(uv_fs_open(&loop, &opening, "fifo", O_WRONLY | O_NONBLOCK, 0, on_refused), 0);
}

static void check_direction(int how) {
  pthread_t thread;
  int before = open_files();
  flags = how;
  reads = opened = 0;
  atomic_store(&come, false);
  CHECK_EQ(pthread_create(&thread, NULL, other_end, NULL), 0);
  CHECK_EQ(uv_timer_start(&timer, start, 0, 0), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(reads, 500);
  CHECK(opened > 0);
  CHECK_EQ(fcntl(opened, F_GETFL) & (O_NONBLOCK | O_ACCMODE), how);
  char text[8];
  CHECK_EQ(how == O_RDONLY ? read(opened, text, sizeof(text)) : write(opened, "hello", 5), 5);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_EQ(close(opened), 0);
  CHECK_EQ(open_files(), before);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(mkfifo("fifo", 0600), 0);
  put_text("file", "text");
  other_file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, start_refused, 0, 0), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(opened, -1);
  CHECK_EQ(uv_timer_start(&timer, start_refused, 0, 0), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_buf_t buf = buffer(bytes, 4);
  opened = 0;
  reads = 499;
  CHECK_EQ(uv_fs_read(&loop, &reading, other_file, &buf, 1, 0, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* from here on the loop has its ring */
  for (int i = 0; i < 3; i++) {
    check_direction(O_RDONLY);
    check_direction(O_WRONLY);
  }
  uv_close((uv_handle_t *)&timer, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that file requests work, silently, without a ring: if it is refused from the start by the
 * environment, by a system call filter with either error, or for lack of memory or descriptors; and
 * if a filter is installed while the ring is in use. No ring is left open. */
#include "fs_scratch.h"
#include "ring.h"

enum { COUNT = 20 };

static uv_loop_t loop;
static uv_fs_t reqs[COUNT];
static char bytes[COUNT][4];
static int file;
static int finished;
static int error;

static void on_read(uv_fs_t *req) {
  CHECK_EQ(req->result, 4);
  CHECK_EQ(memcmp(bytes[req - reqs], "text", 4), 0);
  uv_fs_req_cleanup(req);
  finished++;
}

static void start(void *unused) {
  (void)unused;
  memset(bytes, 0, sizeof(bytes));
  for (int i = 0; i < COUNT; i++) {
    uv_buf_t buf = buffer(bytes[i], 4);
    CHECK_EQ(uv_fs_read(&loop, &reqs[i], file, &buf, 1, 0, on_read), 0);
  }
}

static void use(int rings) {
  for (int i = 0; i < 3; i++) {
    finished = 0;
    CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(finished, COUNT);
    CHECK_EQ(ring_count(), rings);
  }
}

static void in_new_loop(int rings) {
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  use(rings);
}

static void check_environment(void) {
  setenv("GYRE_BACKEND", "epoll", 1);
  in_new_loop(0);
}

static void check_old_variable(void) {
  setenv("UV_USE_IO_URING", "0", 1);
  in_new_loop(0);
}

static void refuse(long call) {
  if (!refuse_call(call, error)) {
    SKIP("no seccomp here");
  }
}

static void check_refused(void) {
  setenv("GYRE_BACKEND", "uring", 1);
  refuse(SYS_io_uring_setup);
  in_new_loop(0);
}

/* Installed in the tick that starts them, so that they are already entries when the kernel
 * refuses. */
static void start_then_refuse(void *unused) {
  unsigned long long before = file_requests();
  start(unused);
  CHECK_EQ(file_requests(), before);
  refuse(SYS_io_uring_enter);
}

static void check_refused_later(void) {
  ring_needed();
  in_new_loop(1);
  finished = 0;
  CHECK_EQ(gyre_next_tick(&loop, start_then_refuse, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, COUNT);
  use(0);
}

static void *no_memory(size_t count, size_t size) {
  (void)count;
  (void)size;
  return NULL;
}

static void check_memory(void) {
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_replace_allocator(malloc, realloc, no_memory, free), 0);
  use(0);
}

static void check_descriptors(void) {
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(uv_loop_init(&loop), 0);
  finished = 0;
  struct rlimit limit = {.rlim_max = RLIM_INFINITY};
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlim_t before = limit.rlim_cur;
  limit.rlim_cur = 0;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, COUNT);
  limit.rlim_cur = before;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  use(0);
}

int main(void) {
  scratch_begin();
  put_text("file", "text");
  in_child(check_environment);
  in_child(check_old_variable);
  const int errors[] = {EPERM, ENOSYS};
  for (int i = 0; i < 2; i++) {
    error = errors[i];
    in_child(check_refused);
    in_child(check_refused_later);
  }
  in_child(check_memory);
  in_child(check_descriptors);
  return 0;
}

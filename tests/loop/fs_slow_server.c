/* SPDX-License-Identifier: MIT */
/*
 * Proves that files on a slow server do not block the loop: while one is opened, examined, read and
 * closed, and the server delays each answer, timers run on time.
 */
#include <stdbool.h>
#include <sys/wait.h>

#include "fs_scratch.h"
#include "fuse.h"
#include "uv.h"

enum { TICK_MS = 5, ROUNDS = 2, LONGEST_MS = FUSE_SLOW_MS / 2 };

static uv_loop_t loop;
static uv_timer_t ticker;
static uv_fs_t req;
static uint64_t last_ns;
static uint64_t longest_ns;
static char bytes[64];
static int file;
static int step;

static void on_tick(uv_timer_t *timer) {
  (void)timer;
  uint64_t now_ns = uv_hrtime();
  longest_ns = now_ns - last_ns > longest_ns ? now_ns - last_ns : longest_ns;
  last_ns = now_ns;
}

static void next(uv_fs_t *done);

static void start_step(void) {
  uv_buf_t buf = buffer(bytes, sizeof(bytes));
  switch (step % 4) {
    case 0:
      CHECK_EQ(uv_fs_open(&loop, &req, "slow/file", O_RDONLY, 0, next), 0);
      break;
    case 1:
      CHECK_EQ(uv_fs_fstat(&loop, &req, file, next), 0);
      break;
    case 2:
      CHECK_EQ(uv_fs_read(&loop, &req, file, &buf, 1, 0, next), 0);
      break;
    default:
      CHECK_EQ(uv_fs_close(&loop, &req, file, next), 0);
  }
}

/* In the second round the kernel has cached the path, and the library knows the mount. */
static void next(uv_fs_t *done) {
  static const char *const names[] = {"open", "fstat", "read", "close"};
  on_tick(&ticker);
  if (longest_ns > LONGEST_MS * UINT64_C(1000000)) {
    fprintf(stderr, "%s held up the loop for %d ms\n", names[step % 4],
            (int)(longest_ns / 1000000));
    exit(1);
  }
  if (step % 4 == 0) {
    file = (int)done->result;
    CHECK(file >= 0);
  } else {
    CHECK_EQ(done->result, step % 4 == 2 ? (int)sizeof(bytes) : 0);
  }
  CHECK(step % 4 != 1 || done->statbuf.st_size == FUSE_SIZE);
  uv_fs_req_cleanup(done);
  longest_ns = 0;
  if (++step == 4 * ROUNDS) {
    uv_close((uv_handle_t *)&ticker, NULL);
  } else {
    start_step();
  }
}

int main(void) {
  alarm(50);
  scratch_begin();
  CHECK_EQ(mkdir("slow", 0700), 0);
  pid_t server = fuse_begin("slow");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_timer_init(&loop, &ticker), 0);
  CHECK_EQ(uv_timer_start(&ticker, on_tick, TICK_MS, TICK_MS), 0);
  last_ns = uv_hrtime();
  start_step();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(umount2("slow", MNT_DETACH), 0);
  CHECK_EQ(waitpid(server, NULL, 0), server);
  scratch_end();
  return 0;
}

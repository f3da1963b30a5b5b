/* SPDX-License-Identifier: MIT */
/* Proves that reads from a pipe or a terminal that wait for a long time do not delay other
 * requests, and get their data in the end; non-blocking ones complete at once. */
#include "fs_scratch.h"

enum { TOTAL = 2000 };

static uv_loop_t loop;
static uv_fs_t blocked[3];
static uv_fs_t req;
static char late[3][8];
static char bytes[8];
static int pipes[2][2];
static int terminal;
static int other_side;
static int file;
static int finished;
static int arrived;

static void on_late(uv_fs_t *done) {
  CHECK_EQ(done->result, 2);
  CHECK_EQ(finished, TOTAL);
  CHECK_EQ(late[done - blocked][0], 'x');
  uv_fs_req_cleanup(done);
  arrived++;
}

static void on_read(uv_fs_t *done) {
  CHECK_EQ(done->result, 4);
  CHECK_EQ(arrived, 0);
  uv_fs_req_cleanup(done);
  uv_buf_t buf = buffer(bytes, 4);
  if (++finished < TOTAL) {
    CHECK_EQ(uv_fs_read(&loop, &req, file, &buf, 1, 0, on_read), 0);
  } else {
    CHECK_EQ(write(pipes[0][1], "x\n", 2), 2);
    CHECK_EQ(write(pipes[1][1], "x\n", 2), 2);
    CHECK_EQ(write(other_side, "x\n", 2), 2);
  }
}

static void on_refused(uv_fs_t *done) {
  CHECK_EQ(done->result, UV_EAGAIN);
  uv_fs_req_cleanup(done);
}

int main(void) {
  scratch_begin();
  put_text("file", "text");
  file = open("file", O_RDONLY | O_CLOEXEC);
  other_side = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (other_side < 0 || grantpt(other_side) != 0 || unlockpt(other_side) != 0) {
    SKIP("no terminals here");
  }
  terminal = open(ptsname(other_side), O_RDWR | O_NOCTTY | O_CLOEXEC);
  CHECK(terminal >= 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 3; i++) {
    if (i < 2) {
      CHECK_EQ(pipe(pipes[i]), 0);
    }
    uv_buf_t buf = buffer(late[i], 8);
    CHECK_EQ(uv_fs_read(&loop, &blocked[i], i < 2 ? pipes[i][0] : terminal, &buf, 1, -1, on_late),
             0);
  }
  uv_buf_t buf = buffer(bytes, 4);
  CHECK_EQ(uv_fs_read(&loop, &req, file, &buf, 1, 0, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(arrived, 3);

  CHECK_EQ(fcntl(pipes[0][0], F_SETFL, O_NONBLOCK), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_fs_read(&loop, &req, pipes[0][0], &buf, 1, -1, on_refused), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

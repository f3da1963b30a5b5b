/* SPDX-License-Identifier: MIT */
/* A pipe handle can be read or written as its descriptor was opened, and is made non-blocking. A
 * second handle cannot watch the same descriptor, and a handle cannot have two. */
#include "stream_peer.h"

static uv_pipe_t handles[6];
static int used;

static uv_pipe_t *open_pipe(int fd, int readable, int writable) {
  uv_pipe_t *pipe = &handles[used++];
  CHECK_EQ(uv_pipe_init(&loop, pipe, 0), 0);
  CHECK_EQ(uv_pipe_open(pipe, fd), 0);
  CHECK_EQ(uv_is_readable(STREAM(pipe)), readable);
  CHECK_EQ(uv_is_writable(STREAM(pipe)), writable);
  CHECK((fcntl(fd, F_GETFL) & O_NONBLOCK) != 0);
  return pipe;
}

int main(void) {
  int ends[2], both[2];
  uv_pipe_t *second = &handles[used++];
  open_loop();
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  uv_pipe_t *reader = open_pipe(ends[0], 1, 0);
  uv_pipe_t *writer = open_pipe(ends[1], 0, 1);
  CHECK_EQ(uv_socketpair(SOCK_STREAM, 0, both, 0, 0), 0);
  open_pipe(both[0], 1, 1);
  CHECK_EQ(uv_pipe_open(writer, both[1]), UV_EBUSY);
  CHECK_EQ(uv_pipe_init(&loop, second, 0), 0);
  CHECK_EQ(uv_pipe_open(second, -1), UV_EBADF);
  CHECK_EQ(uv_read_start(STREAM(reader), allocate, on_read), 0);
  CHECK_EQ(uv_pipe_open(second, ends[0]), UV_EEXIST);
  uv_write_t req;
  CHECK_EQ(write_text(&req, writer, "x"), 0);
  turn(1);
  SAID("x:ok x");
  close(both[1]);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* What uv_write and uv_try_write return without a callback: UV_EINVAL for no buffers, too many, or
 * too many bytes; UV_EBADF without a descriptor; UV_EPIPE if the stream is not for writing. */
#include "stream_peer.h"

static void never(uv_write_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 12345);
}

static int both(void *stream, const uv_buf_t *bufs, unsigned count) {
  uv_write_t req;
  int result = uv_write(&req, stream, bufs, count, never);
  CHECK_EQ(uv_try_write(stream, bufs, count), result);
  return result;
}

int main(void) {
  uv_tcp_t tcp, unconnected;
  uv_pipe_t pipe;
  int ends[2];
  uv_buf_t buf = uv_buf_init("x", 1);
  uv_buf_t huge[2] = {{.base = room, .len = 0x7ffff000}, {.base = room, .len = 1}};
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(both(&tcp, &buf, 0), UV_EINVAL);
  CHECK_EQ(both(&tcp, NULL, 1), UV_EINVAL);
  CHECK_EQ(both(&tcp, &buf, 1048577), UV_EINVAL);
  CHECK_EQ(both(&tcp, huge, 2), UV_EINVAL);
  CHECK_EQ(uv_tcp_init(&loop, &unconnected), 0);
  CHECK_EQ(both(&unconnected, &buf, 1), UV_EBADF);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_open(&pipe, ends[0]), 0);
  CHECK_EQ(both(&pipe, &buf, 1), UV_EPIPE);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close_handle(&tcp);
  CHECK_EQ(both(&tcp, &buf, 1), UV_EBADF);
  close(peer);
  close(ends[1]);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Handles can only be sent over pipes that were opened for it, and must have a descriptor. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t plain, passing;
  uv_tcp_t tcp, none, connected;
  uv_timer_t timer;
  uv_write_t req;
  uv_buf_t buf = uv_buf_init("x", 1);
  open_loop();
  int peer = pipe_pair(&plain, 0);
  int other = pipe_pair(&passing, 1);
  int third = tcp_pair(&connected);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_tcp_init(&loop, &none), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_write2(&req, STREAM(&plain), &buf, 1, STREAM(&tcp), on_written), UV_EINVAL);
  CHECK_EQ(uv_try_write2(STREAM(&plain), &buf, 1, STREAM(&tcp)), UV_EINVAL);
  CHECK_EQ(uv_write2(&req, STREAM(&connected), &buf, 1, STREAM(&tcp), on_written), UV_EINVAL);
  CHECK_EQ(uv_write2(&req, STREAM(&passing), &buf, 1, STREAM(&none), on_written), UV_EBADF);
  CHECK_EQ(uv_try_write2(STREAM(&passing), &buf, 1, STREAM(&none)), UV_EBADF);
  CHECK_EQ(uv_write2(&req, STREAM(&passing), &buf, 1, (uv_stream_t *)&timer, on_written), UV_EBADF);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_pipe_pending_count(&plain), 0);
  CHECK_EQ(uv_pipe_pending_type(&plain), UV_UNKNOWN_HANDLE);
  close(peer);
  close(other);
  close(third);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* What uv_read_start refuses: missing callbacks and closing handles with UV_EINVAL, a stream
 * that already reads with UV_EALREADY, one that is not connected or only for writing with
 * UV_ENOTCONN. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, unconnected;
  uv_pipe_t pipe;
  int ends[2];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_read_start(NULL, allocate, on_read), UV_EINVAL);
  CHECK_EQ(uv_read_start(STREAM(&tcp), NULL, on_read), UV_EINVAL);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, NULL), UV_EINVAL);
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 0);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 1);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), UV_EALREADY);
  CHECK_EQ(uv_read_stop(STREAM(&tcp)), 0);
  CHECK_EQ(uv_read_stop(STREAM(&tcp)), 0);
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 0);
  CHECK_EQ(uv_tcp_init(&loop, &unconnected), 0);
  CHECK_EQ(uv_read_start(STREAM(&unconnected), allocate, on_read), UV_ENOTCONN);
  CHECK_EQ(uv_read_stop(STREAM(&unconnected)), 0);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_open(&pipe, ends[1]), 0);
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_read), UV_ENOTCONN);
  close_handle(&tcp);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), UV_EINVAL);
  CHECK_EQ(uv_read_stop(STREAM(&tcp)), 0);
  close(peer);
  close(ends[0]);
  finish_loop();
  SAID("");
  return 0;
}

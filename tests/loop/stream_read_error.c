/* SPDX-License-Identifier: MIT */
/* After an error a stream is neither readable nor writable. It says so already in the callback, and
 * reading has stopped after it. */
#include "stream_peer.h"

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  CHECK_EQ(nread, UV_ECONNRESET);
  CHECK_EQ(uv_is_readable(stream), 0);
  CHECK_EQ(uv_is_writable(stream), 0);
}

int main(void) {
  uv_tcp_t tcp;
  uv_write_t req;
  uv_shutdown_t shut;
  uv_buf_t buf = uv_buf_init("x", 1);
  open_loop();
  int peer = tcp_pair(&tcp);
  struct linger now = {.l_onoff = 1, .l_linger = 0};
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_data), 0);
  CHECK_EQ(setsockopt(peer, SOL_SOCKET, SO_LINGER, &now, sizeof(now)), 0);
  close(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("ECONNRESET");
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 0);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_data), UV_ENOTCONN);
  CHECK_EQ(write_text(&req, &tcp, "x"), UV_EPIPE);
  CHECK_EQ(uv_try_write(STREAM(&tcp), &buf, 1), UV_EPIPE);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), on_shutdown), UV_ENOTCONN);
  finish_loop();
  SAID("");
  return 0;
}

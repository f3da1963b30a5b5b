/* SPDX-License-Identifier: MIT */
/* All data comes before the end. At the end reading stops by itself, before the callback; it may be
 * started again and then reports the end again. Writing is still possible. */
#include "stream_peer.h"

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  if (nread == UV_EOF) {
    CHECK_EQ(uv_is_active(HANDLE(stream)), 0);
    CHECK_EQ(uv_is_readable(stream), 1);
    CHECK_EQ(uv_is_writable(stream), 1);
  }
}

int main(void) {
  uv_tcp_t tcp;
  uv_write_t req;
  char text[8];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(write(peer, "last", 4), 4);
  CHECK_EQ(shutdown(peer, SHUT_WR), 0);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_data), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* a stream at its end does not keep the loop alive */
  SAID("last EOF");
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_data), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("EOF");
  CHECK_EQ(write_text(&req, &tcp, "reply"), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("reply:ok");
  CHECK_EQ(peer_read(peer, text, sizeof(text)), 5);
  close(peer);
  finish_loop();
  return 0;
}

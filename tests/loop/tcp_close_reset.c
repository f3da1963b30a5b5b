/* SPDX-License-Identifier: MIT */
/* uv_tcp_close_reset makes the peer see a reset, not an end. It is refused while a shutdown waits,
 * and on a handle without a socket; the handle then stays open. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, shutting, none;
  uv_shutdown_t shut;
  char text[8];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_tcp_close_reset(&tcp, on_closed), 0);
  CHECK_EQ(uv_is_closing(HANDLE(&tcp)), 1);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), -1);
  CHECK_EQ(errno, ECONNRESET);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("closed");
  close(peer);
  peer = tcp_pair(&shutting);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&shutting), on_shutdown), 0);
  CHECK_EQ(uv_tcp_close_reset(&shutting, on_closed), UV_EINVAL);
  CHECK_EQ(uv_is_closing(HANDLE(&shutting)), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("shutdown:ok");
  CHECK_EQ(uv_tcp_close_reset(&shutting, on_closed), 0); /* the shutdown is done */
  CHECK_EQ(uv_tcp_init(&loop, &none), 0);
  CHECK_EQ(uv_tcp_close_reset(&none, on_closed), UV_EBADF);
  CHECK_EQ(uv_is_closing(HANDLE(&none)), 0);
  close(peer);
  finish_loop();
  SAID("closed");
  return 0;
}

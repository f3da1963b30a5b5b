/* SPDX-License-Identifier: MIT */
/* Data, then a reset: a program that reads all of the data gets an end with the same event, as with
 * libuv. If nothing was left to read, it gets the reset. */
#include "stream_peer.h"

static void reset(int peer) {
  struct linger now = {.l_onoff = 1, .l_linger = 0};
  CHECK_EQ(setsockopt(peer, SOL_SOCKET, SO_LINGER, &now, sizeof(now)), 0);
  close(peer);
}

int main(void) {
  uv_tcp_t tcp;
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  CHECK_EQ(send(peer, "last", 4, 0), 4);
  reset(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("last EOF");
  uv_close(HANDLE(&tcp), NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  peer = tcp_pair(&tcp);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  CHECK_EQ(send(peer, "first", 5, 0), 5);
  CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  SAID("first");
  reset(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("ECONNRESET");
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* The callback of a shutdown that has nothing to wait for comes in the next pending phase, after
 * those of completed writes. */
#include "stream_peer.h"

static void on_prepare(uv_prepare_t *handle) {
  say("prepare");
  uv_prepare_stop(handle);
}

int main(void) {
  uv_tcp_t tcp;
  uv_prepare_t prepare;
  uv_write_t a;
  uv_shutdown_t shut;
  char got[8];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_prepare_init(&loop, &prepare), 0);
  CHECK_EQ(uv_prepare_start(&prepare, on_prepare), 0);
  CHECK_EQ(write_text(&a, &tcp, "a"), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), on_shutdown), 0);
  SAID("");
  turn(1);
  SAID("a:ok shutdown:ok prepare");
  CHECK_EQ(recv(peer, got, sizeof(got), 0), 1);
  CHECK_EQ(recv(peer, got, sizeof(got), 0), 0);
  close(peer);
  finish_loop();
  return 0;
}

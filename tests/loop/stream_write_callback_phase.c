/* SPDX-License-Identifier: MIT */
/* Writes that complete at once are reported in the next pending phase, before all other phases, in
 * the order of the calls, and never from inside uv_write. */
#include "stream_peer.h"

static void on_idle(uv_idle_t *handle) {
  say("idle");
  uv_idle_stop(handle);
}

static void on_check(uv_check_t *handle) {
  say("check");
  uv_check_stop(handle);
}

int main(void) {
  uv_tcp_t tcp;
  uv_idle_t idle;
  uv_check_t check;
  uv_write_t one, two;
  char text[8];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, on_idle), 0);
  CHECK_EQ(uv_check_init(&loop, &check), 0);
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  CHECK_EQ(write_text(&one, &tcp, "a"), 0);
  CHECK_EQ(peer_read(peer, text, sizeof(text)), 1); /* it is written already */
  CHECK_EQ(write_text(&two, &tcp, "b"), 0);
  SAID("");
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  turn(1);
  SAID("a:ok b:ok idle check");
  close(peer);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Listening twice on one handle replaces the callback. */
#include "stream_peer.h"

static void on_old(uv_stream_t *server, int status) {
  (void)server;
  say("old:%d", status);
}

static void on_new(uv_stream_t *server, int status) {
  say("new:%d", status);
  close_handle(server);
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  open_loop();
  tcp_server(&server, &name, on_old);
  CHECK_EQ(uv_listen(STREAM(&server), 5, on_new), 0);
  int peer = peer_connect(&name);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("new:0");
  close(peer);
  finish_loop();
  return 0;
}

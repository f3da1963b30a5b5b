/* SPDX-License-Identifier: MIT */
/* Writes made by the connect callback are reported before the shutdown that it requests. */
#include "stream_peer.h"

static uv_write_t a;
static uv_shutdown_t shut;

static void on_connected(uv_connect_t *req, int status) {
  on_connect(req, status);
  CHECK_EQ(write_text(&a, req->handle, "a"), 0);
  CHECK_EQ(uv_shutdown(&shut, req->handle, on_shutdown), 0);
}

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  struct sockaddr_in name;
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connected), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok a:ok shutdown:ok");
  close(listener);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A stream may be closed from its connect callback, whether it is connected or not: the waiting
 * writes are cancelled afterwards. */
#include "stream_peer.h"

static void close_it(uv_connect_t *req, int status) {
  on_connect(req, status);
  uv_close(HANDLE(req->handle), on_closed);
}

int main(void) {
  uv_tcp_t tcp, refused;
  uv_connect_t connect_req;
  uv_write_t a;
  struct sockaddr_in name;
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), close_it), 0);
  CHECK_EQ(write_text(&a, &tcp, "a"), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok a:ECANCELED closed");
  close(listener);
  CHECK_EQ(uv_tcp_init(&loop, &refused), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &refused, ADDRESS(name), close_it), 0);
  CHECK_EQ(write_text(&a, &refused, "a"), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECONNREFUSED a:ECANCELED closed");
  finish_loop();
  return 0;
}

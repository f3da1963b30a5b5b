/* SPDX-License-Identifier: MIT */
/* A listening handle may be closed from its own callback; the announced connection and those behind
 * it are dropped, and no descriptor leaks. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  say("connection:%d", status);
  uv_close(HANDLE(server), on_closed);
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  char text[8];
  int before = count_descriptors();
  open_loop();
  tcp_server(&server, &name, on_connection);
  int one = peer_connect(&name);
  int two = peer_connect(&name);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connection:0 closed");
  CHECK(recv(one, text, sizeof(text), 0) <= 0);
  CHECK(recv(two, text, sizeof(text), 0) <= 0);
  close(one);
  close(two);
  finish_loop();
  CHECK_EQ(count_descriptors(), before);
  return 0;
}

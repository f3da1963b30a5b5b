/* SPDX-License-Identifier: MIT */
/* Closing a listening handle drops the connection that nobody accepted. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  say("connection:%d", status);
}

int main(void) {
  uv_tcp_t server, client;
  struct sockaddr_in name;
  char text[8];
  int before = count_descriptors();
  open_loop();
  tcp_server(&server, &name, on_connection);
  int peer = peer_connect(&name);
  turn(3);
  SAID("connection:0");
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  close_handle(&server);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&client)), UV_EAGAIN);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), 0);
  close(peer);
  finish_loop();
  CHECK_EQ(count_descriptors(), before);
  return 0;
}

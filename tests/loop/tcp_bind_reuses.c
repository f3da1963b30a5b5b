/* SPDX-License-Identifier: MIT */
/* An address whose last connection has just ended can be bound again at once: uv_tcp_bind sets
 * SO_REUSEADDR. */
#include "stream_peer.h"

static uv_tcp_t accepted;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_tcp_init(&loop, &accepted), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  close_handle(&accepted); /* the side that closes first keeps the address in TIME_WAIT */
  close_handle(server);
}

int main(void) {
  uv_tcp_t server, again;
  struct sockaddr_in name;
  char text[8];
  open_loop();
  tcp_server(&server, &name, on_connection);
  int peer = peer_connect(&name);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), 0);
  close(peer);
  CHECK_EQ(uv_tcp_init(&loop, &again), 0);
  CHECK_EQ(uv_tcp_bind(&again, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_listen(STREAM(&again), 1, on_connection), 0);
  finish_loop();
  return 0;
}

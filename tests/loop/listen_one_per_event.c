/* SPDX-License-Identifier: MIT */
/* A turn of the loop accepts one connection per listening handle, so that a busy one does not delay
 * the others. */
#include "stream_peer.h"

enum { CLIENTS = 3 };
static uv_tcp_t accepted[CLIENTS];
static int count;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK(count < CLIENTS);
  CHECK_EQ(uv_tcp_init(&loop, &accepted[count]), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted[count])), 0);
  count++;
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  int clients[CLIENTS];
  open_loop();
  tcp_server(&server, &name, on_connection);
  for (int i = 0; i < CLIENTS; i++) {
    clients[i] = peer_connect(&name);
  }
  for (int i = 0; i < CLIENTS; i++) {
    CHECK_EQ(count, i);
    turn(1);
  }
  CHECK_EQ(count, CLIENTS);
  for (int i = 0; i < CLIENTS; i++) { /* in the order of arrival */
    struct sockaddr_in far, near;
    int far_size = sizeof(far);
    socklen_t near_size = sizeof(near);
    CHECK_EQ(uv_tcp_getpeername(&accepted[i], ADDRESS(far), &far_size), 0);
    CHECK_EQ(getsockname(clients[i], ADDRESS(near), &near_size), 0);
    CHECK_EQ(far.sin_port, near.sin_port);
    close(clients[i]);
  }
  finish_loop();
  return 0;
}

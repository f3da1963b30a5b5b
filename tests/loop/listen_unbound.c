/* SPDX-License-Identifier: MIT */
/* A TCP handle that was never bound listens on a port that the kernel chooses, over IPv4. */
#include "stream_peer.h"

static int count;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  count++;
  close_handle(server);
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_storage any;
  int size = sizeof(any);
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &server), 0);
  CHECK_EQ(uv_tcp_getsockname(&server, ADDRESS(any), &size), UV_EBADF);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(uv_tcp_getsockname(&server, ADDRESS(any), &size), 0);
  CHECK_EQ(any.ss_family, AF_INET);
  const struct sockaddr_in *found = (const struct sockaddr_in *)&any;
  CHECK(found->sin_port != 0);
  struct sockaddr_in name = loopback(ntohs(found->sin_port));
  int client = peer_connect(&name);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(count, 1);
  close(client);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* An address in use is not reported by uv_tcp_bind but by the next call: uv_listen, the functions
 * for names, and uv_tcp_connect through its callback, after which the error is forgotten. */
#include "stream_peer.h"

static void never(uv_stream_t *server, int status) {
  (void)server;
  CHECK_EQ(status, 12345);
}

int main(void) {
  uv_tcp_t listening, connecting;
  uv_connect_t req;
  struct sockaddr_in name, any;
  int size = sizeof(any);
  open_loop();
  int taken = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &listening), 0);
  CHECK_EQ(uv_tcp_bind(&listening, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_tcp_getsockname(&listening, ADDRESS(any), &size), UV_EADDRINUSE);
  CHECK_EQ(uv_tcp_getpeername(&listening, ADDRESS(any), &size), UV_EADDRINUSE);
  CHECK_EQ(uv_listen(STREAM(&listening), 1, never), UV_EADDRINUSE);
  CHECK_EQ(uv_listen(STREAM(&listening), 1, never), UV_EADDRINUSE);
  CHECK_EQ(uv_tcp_init(&loop, &connecting), 0);
  CHECK_EQ(uv_tcp_bind(&connecting, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_tcp_connect(&req, &connecting, ADDRESS(name), on_connect), 0);
  SAID("");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:EADDRINUSE");
  CHECK_EQ(uv_tcp_getsockname(&connecting, ADDRESS(any), &size), 0);
  close(taken);
  finish_loop();
  return 0;
}

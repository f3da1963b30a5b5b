/* SPDX-License-Identifier: MIT */
/* With UV_TCP_REUSEPORT two handles listen on one address; if either lacks it, the second gets
 * UV_EADDRINUSE. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  (void)status;
}

int main(void) {
  uv_tcp_t one, two, three;
  struct sockaddr_in name = loopback(0);
  int size = sizeof(name);
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &one), 0);
  CHECK_EQ(uv_tcp_bind(&one, ADDRESS(name), UV_TCP_REUSEPORT), 0);
  CHECK_EQ(uv_tcp_getsockname(&one, ADDRESS(name), &size), 0);
  CHECK_EQ(uv_listen(STREAM(&one), 1, on_connection), 0);
  CHECK_EQ(uv_tcp_init(&loop, &two), 0);
  CHECK_EQ(uv_tcp_bind(&two, ADDRESS(name), UV_TCP_REUSEPORT), 0);
  CHECK_EQ(uv_listen(STREAM(&two), 1, on_connection), 0);
  CHECK_EQ(uv_tcp_init(&loop, &three), 0);
  CHECK_EQ(uv_tcp_bind(&three, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_listen(STREAM(&three), 1, on_connection), UV_EADDRINUSE);
  finish_loop();
  return 0;
}

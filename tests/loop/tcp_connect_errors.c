/* SPDX-License-Identifier: MIT */
/* A refused connection is reported through the callback; errors that are known at once are
 * returned: an unsupported family, a connection under way, an address that cannot be reached. */
#include "stream_peer.h"

static void never(uv_connect_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 12345);
}

int main(void) {
  uv_tcp_t tcp, connected, refused, broadcast;
  uv_connect_t req, other;
  struct sockaddr_un path = {.sun_family = AF_UNIX, .sun_path = "x"};
  struct sockaddr_in name, nobody, everybody;
  open_loop();
  close(peer_listen(&nobody, 1));
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(path), never), UV_EINVAL);
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(name), on_connect), 0);
  CHECK_EQ(uv_tcp_connect(&other, &tcp, ADDRESS(name), never), UV_EALREADY);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok");
  int peer = tcp_pair(&connected);
  CHECK_EQ(uv_tcp_connect(&other, &connected, ADDRESS(name), never), UV_EISCONN);
  close(peer);
  CHECK_EQ(uv_tcp_init(&loop, &refused), 0);
  CHECK_EQ(uv_tcp_connect(&req, &refused, ADDRESS(nobody), on_connect), 0);
  SAID("");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECONNREFUSED");
  CHECK_EQ(uv_ip4_addr("255.255.255.255", 1, &everybody), 0);
  CHECK_EQ(uv_tcp_init(&loop, &broadcast), 0);
  int err = uv_tcp_connect(&req, &broadcast, ADDRESS(everybody), never);
  CHECK(err == UV_ENETUNREACH || err == UV_EACCES);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close_handle(&tcp);
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(name), never), UV_EINVAL);
  close(listener);
  finish_loop();
  return 0;
}

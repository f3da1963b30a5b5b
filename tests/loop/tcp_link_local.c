/* SPDX-License-Identifier: MIT */
/* A link-local IPv6 address without an interface gets the first interface that has such addresses;
 * one with an interface is left as it is. */
#include <ifaddrs.h>

#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  (void)status;
}

int main(void) {
  uv_tcp_t server, tcp, scoped;
  uv_connect_t req, other;
  struct ifaddrs *list, *item;
  struct sockaddr_in6 name, target;
  int size = sizeof(name);
  CHECK_EQ(getifaddrs(&list), 0);
  for (item = list; item != NULL; item = item->ifa_next) {
    if (item->ifa_addr != NULL && item->ifa_addr->sa_family == AF_INET6 &&
        IN6_IS_ADDR_LINKLOCAL(&((struct sockaddr_in6 *)item->ifa_addr)->sin6_addr)) {
      break;
    }
  }
  if (item == NULL) {
    freeifaddrs(list);
    SKIP("no interface with a link-local address");
  }
  target = *(struct sockaddr_in6 *)item->ifa_addr;
  freeifaddrs(list);
  open_loop();
  CHECK_EQ(uv_ip6_addr("::", 0, &name), 0);
  CHECK_EQ(uv_tcp_init(&loop, &server), 0);
  CHECK_EQ(uv_tcp_bind(&server, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_listen(STREAM(&server), 4, on_connection), 0);
  uv_unref(HANDLE(&server));
  CHECK_EQ(uv_tcp_getsockname(&server, ADDRESS(name), &size), 0);
  target.sin6_port = name.sin6_port;
  CHECK_EQ(uv_tcp_init(&loop, &scoped), 0);
  CHECK_EQ(uv_tcp_connect(&other, &scoped, ADDRESS(target), on_connect), 0);
  unsigned scope = target.sin6_scope_id;
  target.sin6_scope_id = 0;
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(target), on_connect), 0);
  CHECK_EQ(target.sin6_scope_id, 0); /* the program's own address is not modified */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok connect:ok");
  CHECK_EQ(uv_tcp_getpeername(&tcp, ADDRESS(name), &size), 0);
  CHECK_EQ(name.sin6_scope_id, scope);
  finish_loop();
  return 0;
}

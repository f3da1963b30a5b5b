/* SPDX-License-Identifier: MIT */
/* If a remembered option cannot be set on a socket, the socket is not taken, and the error is
 * returned. */
#include <netinet/tcp.h>
#include <sys/syscall.h>

#include "stream_peer.h"

static int refused_option;

/* Replaces the C library's function. */
int setsockopt(int fd, int level, int option, const void *value, socklen_t size) {
  if (level == IPPROTO_TCP && option == refused_option) {
    errno = ENOPROTOOPT;
    return -1;
  }
  return (int)syscall(SYS_setsockopt, fd, level, option, value, size);
}

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t req;
  struct sockaddr_in name = loopback(0);
  const int options[] = {TCP_NODELAY, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT};
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_nodelay(&tcp, 1), 0);
  CHECK_EQ(uv_tcp_keepalive(&tcp, 1, 60), 0);
  int before = count_descriptors();
  for (int i = 0; i < 4; i++) {
    refused_option = options[i];
    CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(name), 0), UV_ENOPROTOOPT);
    CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(name), on_connect), UV_ENOPROTOOPT);
    CHECK_EQ(count_descriptors(), before);
    CHECK_EQ(tcp.io_watcher.fd, -1);
  }
  refused_option = 0;
  CHECK_EQ(uv_tcp_bind(&tcp, ADDRESS(name), 0), 0);
  finish_loop();
  return 0;
}

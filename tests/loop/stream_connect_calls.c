/* SPDX-License-Identifier: MIT */
/* After a connection is established, it is not checked for an error; after it failed, it is. */
#include <sys/syscall.h>

#include "stream_peer.h"

static int asked;

/* Replaces the C library's function. */
int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size) {
  asked += level == SOL_SOCKET && name == SO_ERROR;
  return (int)syscall(SYS_getsockopt, fd, level, name, value, size);
}

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  CHECK_EQ(status, 0);
}

int main(void) {
  uv_tcp_t server, good, bad;
  uv_connect_t reqs[2];
  struct sockaddr_in name, nobody = {.sin_family = AF_INET};
  socklen_t size = sizeof(nobody);
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &good), 0);
  CHECK_EQ(uv_tcp_connect(&reqs[0], &good, ADDRESS(name), on_connect), 0);
  RUN_UNTIL(said[0] != '\0');
  SAID("connect:ok");
  CHECK_EQ(asked, 0);

  int taken = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); /* bound, but nobody listens */
  nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK_EQ(bind(taken, ADDRESS(nobody), size), 0);
  CHECK_EQ(getsockname(taken, ADDRESS(nobody), &size), 0);
  CHECK_EQ(uv_tcp_init(&loop, &bad), 0);
  CHECK_EQ(uv_tcp_connect(&reqs[1], &bad, ADDRESS(nobody), on_connect), 0);
  RUN_UNTIL(said[0] != '\0');
  SAID("connect:ECONNREFUSED");
  CHECK_EQ(asked, 1);
  close(taken);
  finish_loop();
  return 0;
}

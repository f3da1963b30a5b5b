/* SPDX-License-Identifier: MIT */
/* An accepted connection is readable and writable, non-blocking and close-on-exec, and has the
 * options that were set on its handle before. */
#include <netinet/tcp.h>

#include "stream_peer.h"

static uv_tcp_t client;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_accept(server, STREAM(&client)), 0);
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  int value;
  socklen_t size = sizeof(value);
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_tcp_nodelay(&client, 1), 0);
  CHECK_EQ(uv_is_readable(STREAM(&client)), 0);
  CHECK_EQ(uv_is_writable(STREAM(&client)), 0);
  int peer = peer_connect(&name);
  turn(1);
  CHECK_EQ(uv_is_readable(STREAM(&client)), 1);
  CHECK_EQ(uv_is_writable(STREAM(&client)), 1);
  CHECK_EQ(uv_is_active(HANDLE(&client)), 0);
  CHECK((fcntl(fd_of(&client), F_GETFL) & O_NONBLOCK) != 0);
  CHECK((fcntl(fd_of(&client), F_GETFD) & FD_CLOEXEC) != 0);
  CHECK_EQ(getsockopt(fd_of(&client), IPPROTO_TCP, TCP_NODELAY, &value, &size), 0);
  CHECK_EQ(value, 1);
  close(peer);
  finish_loop();
  return 0;
}

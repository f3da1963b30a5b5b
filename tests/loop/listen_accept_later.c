/* SPDX-License-Identifier: MIT */
/* A connection that the callback does not accept waits: no other is announced until uv_accept has
 * taken it, at any later time. If none waits, uv_accept returns UV_EAGAIN. */
#include "stream_peer.h"

static int count;

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  CHECK_EQ(status, 0);
  count++;
}

int main(void) {
  uv_tcp_t server, one, two;
  struct sockaddr_in name;
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &one), 0);
  CHECK_EQ(uv_tcp_init(&loop, &two), 0);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&one)), UV_EAGAIN);
  int first = peer_connect(&name);
  int second = peer_connect(&name);
  turn(5);
  CHECK_EQ(count, 1);
  CHECK_EQ(uv_is_active(HANDLE(&server)), 1);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&one)), 0);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&two)), UV_EAGAIN);
  turn(5);
  CHECK_EQ(count, 2);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&two)), 0);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&two)), UV_EAGAIN);
  CHECK_EQ(write(first, "1", 1), 1);
  CHECK_EQ(write(second, "2", 1), 1);
  CHECK_EQ(uv_read_start(STREAM(&one), allocate, on_read), 0);
  turn(1);
  SAID("1");
  CHECK_EQ(uv_read_start(STREAM(&two), allocate, on_read), 0);
  turn(1);
  SAID("2");
  close(first);
  close(second);
  finish_loop();
  return 0;
}

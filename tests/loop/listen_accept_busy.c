/* SPDX-License-Identifier: MIT */
/* uv_accept into a handle that has a descriptor drops the connection and returns UV_EBUSY; into one
 * of a type that cannot take it, it returns UV_EINVAL and the connection stays available. */
#include "stream_peer.h"

static int count;

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  CHECK_EQ(status, 0);
  count++;
}

int main(void) {
  uv_tcp_t server, busy, client;
  uv_timer_t timer;
  struct sockaddr_in name;
  char text[8];
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init_ex(&loop, &busy, AF_INET), 0);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  int dropped = peer_connect(&name);
  int kept = peer_connect(&name);
  turn(1);
  CHECK_EQ(uv_accept(STREAM(&server), (uv_stream_t *)&timer), UV_EINVAL);
  int before = count_descriptors();
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&busy)), UV_EBUSY);
  CHECK_EQ(count_descriptors(), before - 1);
  CHECK_EQ(read(dropped, text, sizeof(text)), 0);
  turn(1);
  CHECK_EQ(count, 2);
  CHECK_EQ(uv_accept(STREAM(&server), STREAM(&client)), 0);
  CHECK_EQ(write(kept, "k", 1), 1);
  CHECK_EQ(uv_read_start(STREAM(&client), allocate, on_read), 0);
  turn(1);
  SAID("k");
  close(dropped);
  close(kept);
  finish_loop();
  return 0;
}

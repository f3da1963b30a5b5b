/* SPDX-License-Identifier: MIT */
/* A loop that found no reserve descriptor when it began to listen opens one as soon as it can, so
 * that it has one when descriptors run out later. */
#include <sys/resource.h>

#include "stream_peer.h"

static uv_tcp_t client;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_accept(server, STREAM(&client)), 0);
  say("accepted");
}

static void allow(int count) {
  static rlim_t enough;
  struct rlimit limit;
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  enough = enough == 0 ? limit.rlim_cur : enough;
  int next = dup(0);
  close(next);
  limit.rlim_cur = count < 0 ? enough : (rlim_t)(next + count);
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  char text[8];
  open_loop();
  allow(1);
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(dup(0), -1);
  allow(-1);
  int first = peer_connect(&name);
  turn(1);
  SAID("accepted");
  int second = peer_connect(&name);
  allow(0);
  turn(1);
  SAID("");
  CHECK_EQ(recv(second, text, sizeof(text), MSG_DONTWAIT), 0); /* dropped, with the reserve */
  allow(-1);
  close(first);
  close(second);
  finish_loop();
  return 0;
}

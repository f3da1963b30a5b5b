/* SPDX-License-Identifier: MIT */
/* If no descriptor is left for a connection, all waiting ones are accepted and dropped by means of
 * a reserve descriptor, so that the loop does not spin. Afterwards there is a reserve again, and
 * once descriptors are available connections are announced as usual. */
#include <sys/resource.h>

#include "stream_peer.h"

enum { WAITING = 3 };
static uv_tcp_t client;
static int count;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_accept(server, STREAM(&client)), 0);
  count++;
}

static int lowest_free(void) {
  int fd = dup(0);
  CHECK(fd >= 0);
  close(fd);
  return fd;
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  struct rlimit limit;
  char text[8];
  open_loop();
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  rlim_t enough = limit.rlim_cur;
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  for (int round = 0; round < 2; round++) {
    int peers[WAITING];
    for (int i = 0; i < WAITING; i++) {
      peers[i] = peer_connect(&name);
    }
    limit.rlim_cur = (rlim_t)lowest_free();
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    turn(1);
    CHECK_EQ(count, 0);
    for (int i = 0; i < WAITING; i++) {
      CHECK_EQ(recv(peers[i], text, sizeof(text), MSG_DONTWAIT), 0);
    }
    CHECK_EQ(dup(0), -1); /* the reserve is in use again */
    limit.rlim_cur = enough;
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (int i = 0; i < WAITING; i++) {
      close(peers[i]);
    }
  }
  int peer = peer_connect(&name);
  turn(1);
  CHECK_EQ(count, 1);
  close(peer);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Streams that read, listen or connect at the time of a fork continue in the child after
 * uv_loop_fork; the parent's continue too. */
#include <sys/wait.h>

#include "stream_peer.h"

static uv_tcp_t accepted;
static int accepts;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_tcp_init(&loop, &accepted), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  accepts++;
}

int main(void) {
  uv_tcp_t server;
  uv_pipe_t pipe;
  uv_write_t req;
  struct sockaddr_in name;
  char text[16];
  int status;
  open_loop();
  tcp_server(&server, &name, on_connection);
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_read), 0);
  turn(1);
  CHECK_EQ(write_text(&req, &pipe, "before"), 0); /* its callback is due in both */
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK_EQ(uv_loop_fork(&loop), 0);
    CHECK_EQ(write(peer, "child", 5), 5);
    int outside = peer_connect(&name);
    RUN_UNTIL(strstr(said, "child") != NULL && accepts == 1);
    SAID("before:ok child");
    close(outside);
    finish_loop();
    _exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  CHECK_EQ(write(peer, "parent", 6), 6);
  int outside = peer_connect(&name);
  RUN_UNTIL(strstr(said, "parent") != NULL && accepts == 1);
  SAID("before:ok parent");
  CHECK_EQ(peer_read(peer, text, sizeof(text)), 6);
  close(outside);
  close(peer);
  finish_loop();
  return 0;
}

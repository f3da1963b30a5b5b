/* SPDX-License-Identifier: MIT */
/* Calls that fail because there are no descriptors report UV_EMFILE, directly or through the
 * callback, and work again when there are some. */
#include <sys/resource.h>

#include "stream_peer.h"

static struct rlimit limit;

static void allow(bool more) {
  static rlim_t enough;
  int next = dup(0);
  enough = enough == 0 ? limit.rlim_cur : enough;
  if (next >= 0) {
    close(next);
  }
  limit.rlim_cur = more ? enough : (rlim_t)next;
  CHECK_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  (void)status;
}

int main(void) {
  uv_tcp_t bound, listening, connecting;
  uv_pipe_t pipe, pipe_connecting;
  uv_connect_t req;
  struct sockaddr_in name = loopback(0);
  char path[108];
  strcpy(path, scratch_path("socket"));
  CHECK_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &bound), 0);
  CHECK_EQ(uv_tcp_init(&loop, &listening), 0);
  CHECK_EQ(uv_tcp_init(&loop, &connecting), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipe_connecting, 0), 0);
  allow(false);
  CHECK_EQ(uv_tcp_bind(&bound, ADDRESS(name), 0), UV_EMFILE);
  CHECK_EQ(uv_listen(STREAM(&listening), 1, on_connection), UV_EMFILE);
  CHECK_EQ(uv_tcp_connect(&req, &connecting, ADDRESS(name), on_connect), UV_EMFILE);
  CHECK_EQ(uv_pipe_bind(&pipe, path), UV_EMFILE);
  uv_pipe_connect(&req, &pipe_connecting, path, on_connect);
  turn(1);
  SAID("connect:EMFILE");
  allow(true);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_tcp_bind(&bound, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_listen(STREAM(&listening), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_bind(&pipe, path), 0);
  finish_loop();
  return 0;
}

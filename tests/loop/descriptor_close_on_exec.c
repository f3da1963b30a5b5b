/* SPDX-License-Identifier: MIT */
/* No descriptor that the library opens for a stream or for the loop is inherited by child programs:
 * sockets of all kinds, accepted and received ones, pairs, and those of the loop itself. */
#include <sys/stat.h>

#include "stream_peer.h"

static uv_tcp_t accepted, passed;
static uv_pipe_t to;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_tcp_init(&loop, &accepted), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  say("accepted");
}

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  CHECK_EQ(uv_tcp_init(&loop, &passed), 0);
  CHECK_EQ(uv_accept(stream, STREAM(&passed)), 0);
}

int main(void) {
  uv_tcp_t server, client;
  uv_pipe_t listening, connecting, from;
  uv_connect_t req, pipe_req;
  struct sockaddr_in name;
  uv_buf_t buf = uv_buf_init("x", 1);
  int ends[2], inherited = 0;
  bool before[256];
  for (int fd = 0; fd < 256; fd++) {
    before[fd] = fcntl(fd, F_GETFD) >= 0;
  }
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_tcp_connect(&req, &client, ADDRESS(name), NULL), 0);
  CHECK_EQ(uv_pipe_init(&loop, &listening, 0), 0);
  CHECK_EQ(uv_pipe_bind(&listening, scratch_path("socket")), 0);
  CHECK_EQ(uv_listen(STREAM(&listening), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_init(&loop, &connecting, 0), 0);
  uv_pipe_connect(&pipe_req, &connecting, scratch_path("socket"), on_connect);
  CHECK_EQ(uv_socketpair(SOCK_STREAM, 0, ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &from, 1), 0);
  CHECK_EQ(uv_pipe_open(&from, ends[0]), 0);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, ends[1]), 0);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  CHECK_EQ(uv_try_write2(STREAM(&from), &buf, 1, STREAM(&client)), 1);
  close_handle(&listening); /* its connection does not matter here */
  RUN_UNTIL(strstr(said, "x") != NULL && strstr(said, "accepted") != NULL);
  for (int fd = 0; fd < 256; fd++) {
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && !before[fd]) {
      inherited += (flags & FD_CLOEXEC) == 0;
    }
  }
  CHECK_EQ(inherited, 0);
  finish_loop();
  return 0;
}

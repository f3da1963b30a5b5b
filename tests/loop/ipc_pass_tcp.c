/* SPDX-License-Identifier: MIT */
/* A listening TCP socket and a connected one can be passed over a pipe; the receiver uses them as
 * the sender did, and the sender keeps its own. */
#include "stream_peer.h"

static uv_pipe_t from, to;
static uv_tcp_t got_server, got_client, client;
static int connections;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  connections++;
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_accept(server, STREAM(&client)), 0);
}

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  CHECK_EQ(uv_pipe_pending_count(&to), 1);
  CHECK_EQ(uv_pipe_pending_type(&to), UV_TCP);
  uv_tcp_t *taken = *buf->base == 's' ? &got_server : &got_client;
  CHECK_EQ(uv_tcp_init(&loop, taken), 0);
  CHECK_EQ(uv_accept(stream, STREAM(taken)), 0);
  CHECK_EQ(uv_pipe_pending_count(&to), 0);
  CHECK_EQ(uv_pipe_pending_type(&to), UV_UNKNOWN_HANDLE);
}

int main(void) {
  uv_tcp_t server, connected;
  uv_write_t reqs[2] = {{.data = "first"}, {.data = "second"}};
  uv_buf_t bufs[2] = {{"s", 1}, {"c", 1}};
  struct sockaddr_in name = loopback(0);
  int size = sizeof(name);
  char text[8];
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  CHECK_EQ(uv_tcp_init(&loop, &server), 0);
  CHECK_EQ(uv_tcp_bind(&server, ADDRESS(name), 0), 0);
  int peer = tcp_pair(&connected);
  CHECK_EQ(uv_write2(&reqs[0], STREAM(&from), &bufs[0], 1, STREAM(&server), on_written), 0);
  CHECK_EQ(uv_write2(&reqs[1], STREAM(&from), &bufs[1], 1, STREAM(&connected), on_written), 0);
  turn(3);
  SAID("first:ok second:ok s c");
  CHECK(fd_of(&got_server) != fd_of(&server));
  CHECK((fcntl(fd_of(&got_server), F_GETFD) & FD_CLOEXEC) != 0);
  close_handle(&server);
  CHECK_EQ(uv_listen(STREAM(&got_server), 1, on_connection), 0);
  CHECK_EQ(uv_tcp_getsockname(&got_server, ADDRESS(name), &size), 0);
  int outside = peer_connect(&name);
  RUN_UNTIL(connections == 1);
  CHECK_EQ(uv_try_write(STREAM(&got_client), &bufs[1], 1), 1);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), 1);
  CHECK_EQ(uv_try_write(STREAM(&connected), &bufs[1], 1), 1);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), 1);
  close(peer);
  close(outside);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Pipes and UDP sockets can be passed over a pipe, and work as before. */
#include "stream_peer.h"

static uv_pipe_t from, to, got_pipe;
static uv_udp_t got_udp;

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  CHECK_EQ(uv_pipe_pending_count(&to), 1);
  if (*buf->base == 'p') {
    CHECK_EQ(uv_pipe_pending_type(&to), UV_NAMED_PIPE);
    CHECK_EQ(uv_pipe_init(&loop, &got_pipe, 0), 0);
    CHECK_EQ(uv_accept(stream, STREAM(&got_pipe)), 0);
  } else {
    CHECK_EQ(uv_pipe_pending_type(&to), UV_UDP);
    CHECK_EQ(uv_udp_init(&loop, &got_udp), 0);
    CHECK_EQ(uv_accept(stream, (uv_stream_t *)&got_udp), 0);
  }
}

int main(void) {
  uv_pipe_t pipe;
  uv_udp_t udp;
  uv_write_t reqs[2] = {{.data = "pipe"}, {.data = "udp"}};
  uv_buf_t bufs[2] = {{"p", 1}, {"u", 1}};
  struct sockaddr_in name = loopback(0), got;
  int size = sizeof(name);
  char text[8];
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_udp_init(&loop, &udp), 0);
  CHECK_EQ(uv_udp_bind(&udp, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_udp_getsockname(&udp, ADDRESS(name), &size), 0);
  CHECK_EQ(uv_write2(&reqs[0], STREAM(&from), &bufs[0], 1, STREAM(&pipe), on_written), 0);
  CHECK_EQ(uv_write2(&reqs[1], STREAM(&from), &bufs[1], 1, (uv_stream_t *)&udp, on_written), 0);
  turn(3);
  SAID("pipe:ok udp:ok p u");
  CHECK_EQ(uv_try_write(STREAM(&got_pipe), bufs, 1), 1);
  CHECK_EQ(recv(peer, text, sizeof(text), 0), 1);
  CHECK_EQ(uv_udp_getsockname(&got_udp, ADDRESS(got), &size), 0);
  CHECK_EQ(got.sin_port, name.sin_port);
  close(peer);
  finish_loop();
  return 0;
}

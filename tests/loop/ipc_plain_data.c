/* SPDX-License-Identifier: MIT */
/* Data without a handle can be sent over such a pipe as over any other, between data with
 * handles. */
#include "stream_peer.h"

static uv_pipe_t from, to;

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  say("+%d", uv_pipe_pending_count(&to));
}

int main(void) {
  uv_tcp_t tcp;
  uv_write_t reqs[4];
  uv_buf_t bufs[2] = {{"with", 4}, {" two", 4}};
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  CHECK_EQ(write_text(&reqs[0], &from, "plain"), 0);
  turn(2);
  SAID("plain:ok plain +0");
  reqs[1].data = "with";
  CHECK_EQ(uv_write2(&reqs[1], STREAM(&from), bufs, 2, STREAM(&tcp), on_written), 0);
  turn(2);
  SAID("with:ok with two +1");
  CHECK_EQ(uv_try_write2(STREAM(&from), bufs, 1, STREAM(&tcp)), 4);
  turn(2);
  SAID("with +2");
  CHECK_EQ(uv_try_write(STREAM(&from), bufs, 1), 4);
  turn(2);
  SAID("with +2");
  finish_loop();
  return 0;
}

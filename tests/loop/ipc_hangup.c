/* SPDX-License-Identifier: MIT */
/* A sender has left handles and data in the pipe and is gone: all of them arrive, then the end. */
#include "stream_peer.h"

enum { HANDLES = 4 };
static uv_pipe_t to;

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  say("+%d", uv_pipe_pending_count(&to));
}

int main(void) {
  uv_pipe_t from;
  uv_tcp_t tcp;
  uv_write_t reqs[HANDLES];
  uv_buf_t bufs[HANDLES] = {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}};
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  for (int i = 0; i < HANDLES; i++) {
    CHECK_EQ(uv_write2(&reqs[i], STREAM(&from), &bufs[i], 1, STREAM(&tcp), NULL), 0);
  }
  close_handle(&from);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("a +1 b +2 c +3 d +4 EOF +4");
  finish_loop();
  return 0;
}

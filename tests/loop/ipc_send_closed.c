/* SPDX-License-Identifier: MIT */
/* A handle that is closed before it could be sent cannot be sent: its write fails with UV_EBADF,
 * later ones do not. */
#include "stream_peer.h"

static void drop_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)stream;
  (void)buf;
  CHECK(nread >= 0);
}

int main(void) {
  uv_pipe_t from, to;
  uv_tcp_t tcp;
  uv_write_t big = {.data = "big"}, with = {.data = "with"}, after;
  static char data[4 << 20];
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_write(&big, STREAM(&from), &buf, 1, on_written), 0);
  buf.len = 1;
  CHECK_EQ(uv_write2(&with, STREAM(&from), &buf, 1, STREAM(&tcp), on_written), 0);
  CHECK_EQ(write_text(&after, &from, "after"), 0);
  close_handle(&tcp);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, drop_data), 0);
  RUN_UNTIL(strstr(said, "after") != NULL);
  SAID("big:ok with:EBADF after:ok");
  CHECK_EQ(from.write_queue_size, 0);
  finish_loop();
  return 0;
}

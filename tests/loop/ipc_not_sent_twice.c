/* SPDX-License-Identifier: MIT */
/* If the data of a handle does not fit into the pipe at once, the handle goes with the first part
 * and not again with the rest. If there was no room at all, it goes as soon as there is. */
#include "stream_peer.h"

enum { SIZE = 4 << 20 };
static uv_pipe_t from, to;
static size_t have;

static void count_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)stream;
  (void)buf;
  CHECK(nread >= 0);
  have += (size_t)nread;
}

int main(void) {
  uv_tcp_t tcp;
  uv_write_t big = {.data = "big"}, next = {.data = "next"};
  static char data[SIZE];
  uv_buf_t buf = uv_buf_init(data, SIZE);
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_write2(&big, STREAM(&from), &buf, 1, STREAM(&tcp), on_written), 0);
  CHECK(from.write_queue_size > 0);
  CHECK(big.send_handle == NULL);
  buf.len = 1;
  CHECK_EQ(uv_write2(&next, STREAM(&from), &buf, 1, STREAM(&tcp), on_written), 0);
  CHECK(next.send_handle == STREAM(&tcp));
  CHECK_EQ(uv_try_write2(STREAM(&from), &buf, 1, STREAM(&tcp)), UV_EAGAIN);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, count_data), 0);
  RUN_UNTIL(have == SIZE + 1);
  turn(1);
  SAID("big:ok next:ok");
  CHECK_EQ(uv_pipe_pending_count(&to), 2);
  finish_loop();
  return 0;
}

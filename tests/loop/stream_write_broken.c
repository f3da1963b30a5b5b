/* SPDX-License-Identifier: MIT */
/* Errors of the kernel come through the callback, not from uv_write, and each request that waits
 * behind the failed one gets its own. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_tcp_t tcp;
  uv_write_t a, b, c, big = {.data = "big"};
  static char data[4 << 20];
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  close(peer);
  CHECK_EQ(write_text(&a, &pipe, "a"), 0);
  CHECK_EQ(write_text(&b, &pipe, "bb"), 0);
  CHECK_EQ(write_text(&c, &pipe, "ccc"), 0);
  CHECK(pipe.write_queue_size > 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("a:EPIPE bb:EPIPE ccc:EPIPE");
  CHECK_EQ(pipe.write_queue_size, 0);
  CHECK_EQ(uv_is_writable(STREAM(&pipe)), 1); /* a flag of the handle, not of the kernel */

  peer = tcp_pair(&tcp);
  CHECK_EQ(uv_write(&big, STREAM(&tcp), &buf, 1, on_written), 0);
  CHECK_EQ(write_text(&a, &tcp, "a"), 0);
  close(peer); /* with unread data: a reset */
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("big:ECONNRESET a:EPIPE");
  CHECK_EQ(tcp.write_queue_size, 0);
  finish_loop();
  return 0;
}

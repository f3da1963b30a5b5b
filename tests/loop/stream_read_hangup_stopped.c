/* SPDX-License-Identifier: MIT */
/* After a callback has stopped reading nothing more is reported, not even that the peer is gone;
 * after reading is started again, the end is. */
#include "stream_peer.h"

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  uv_read_stop(stream);
}

int main(void) {
  uv_pipe_t pipe;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_data), 0);
  CHECK_EQ(write(peer, "all", 3), 3);
  close(peer);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("all");
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_data), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("EOF");
  finish_loop();
  return 0;
}

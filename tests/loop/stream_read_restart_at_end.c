/* SPDX-License-Identifier: MIT */
/* Reading may be started again from the callback that reports the end. */
#include "stream_peer.h"

static int ends;

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)buf;
  CHECK_EQ(nread, UV_EOF);
  if (++ends < 3) {
    CHECK_EQ(uv_read_start(stream, allocate, on_data), 0);
    CHECK_EQ(uv_is_active(HANDLE(stream)), 1);
  }
}

int main(void) {
  uv_pipe_t pipe;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  close(peer);
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_data), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ends, 3);
  finish_loop();
  return 0;
}

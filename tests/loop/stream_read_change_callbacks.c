/* SPDX-License-Identifier: MIT */
/* Reading that is stopped and started again from the callback continues in the same turn with the
 * new callbacks. */
#include "stream_peer.h"

static char two[2];

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  *buf = uv_buf_init(two, sizeof(two));
}

static void second(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  say("second");
  on_read(stream, nread, buf);
}

static void first(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  say("first");
  on_read(stream, nread, buf);
  CHECK_EQ(uv_read_stop(stream), 0);
  CHECK_EQ(uv_read_start(stream, allocate, second), 0);
}

int main(void) {
  uv_pipe_t pipe;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(write(peer, "aabbcc", 6), 6);
  CHECK_EQ(uv_read_start(STREAM(&pipe), give, first), 0);
  turn(1);
  SAID("first aa second bbcc");
  close(peer);
  finish_loop();
  return 0;
}

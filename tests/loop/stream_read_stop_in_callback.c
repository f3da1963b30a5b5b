/* SPDX-License-Identifier: MIT */
/* uv_read_stop in the callback ends reading at once, although there is more; the rest is read when
 * reading starts again. */
#include "stream_peer.h"

static char two[2];

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  *buf = uv_buf_init(two, sizeof(two));
}

static void stop_after_one(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  CHECK_EQ(uv_read_stop(stream), 0);
}

int main(void) {
  uv_tcp_t tcp;
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(write(peer, "aabbcc", 6), 6);
  CHECK_EQ(uv_read_start(STREAM(&tcp), give, stop_after_one), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("aa");
  CHECK_EQ(uv_read_start(STREAM(&tcp), give, on_read), 0);
  turn(1);
  SAID("bb cc again");
  close(peer);
  finish_loop();
  return 0;
}

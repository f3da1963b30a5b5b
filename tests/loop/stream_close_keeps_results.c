/* SPDX-License-Identifier: MIT */
/* A write that the kernel has taken is not cancelled when the stream is closed before its callback.
 * One of which the kernel has taken a part is. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_write_t done, part = {.data = "part"}, rest;
  static char data[4 << 20];
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(write_text(&done, &pipe, "done"), 0);
  CHECK_EQ(uv_write(&part, STREAM(&pipe), &buf, 1, on_written), 0);
  CHECK_EQ(write_text(&rest, &pipe, "rest"), 0);
  uv_close(HANDLE(&pipe), on_closed);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("done:ok part:ECANCELED rest:ECANCELED closed");
  close(peer);
  finish_loop();
  return 0;
}

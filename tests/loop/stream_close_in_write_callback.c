/* SPDX-License-Identifier: MIT */
/* A stream may be closed from a write callback: callbacks of writes that were completed together
 * with it follow, the other writes are cancelled. */
#include "stream_peer.h"

static void close_it(uv_write_t *req, int status) {
  on_written(req, status);
  uv_close(HANDLE(req->handle), on_closed);
}

int main(void) {
  uv_pipe_t pipe;
  uv_write_t first = {.data = "first"}, second, big = {.data = "big"};
  uv_shutdown_t shut;
  static char data[4 << 20];
  uv_buf_t buf = uv_buf_init(data, 1);
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_write(&first, STREAM(&pipe), &buf, 1, close_it), 0);
  CHECK_EQ(write_text(&second, &pipe, "second"), 0);
  buf.len = sizeof(data);
  CHECK_EQ(uv_write(&big, STREAM(&pipe), &buf, 1, on_written), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&pipe), on_shutdown), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("first:ok second:ok big:ECANCELED shutdown:ECANCELED closed");
  close(peer);
  finish_loop();
  return 0;
}

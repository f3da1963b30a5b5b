/* SPDX-License-Identifier: MIT */
/* A stream that is stopped or closed by its alloc callback gets its buffer back empty; nothing is
 * read, so nothing is lost, and there is no other callback. */
#include "stream_peer.h"

static void give_and_stop(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  allocate(handle, size, buf);
  CHECK_EQ(uv_read_stop(STREAM(handle)), 0);
}

static void only_stop(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)size;
  (void)buf;
  CHECK_EQ(uv_read_stop(STREAM(handle)), 0);
}

static void give_and_close(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  allocate(handle, size, buf);
  uv_close(handle, on_closed);
}

int main(void) {
  uv_tcp_t tcp;
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(write(peer, "data", 4), 4);
  CHECK_EQ(uv_read_start(STREAM(&tcp), give_and_stop, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("again");
  CHECK_EQ(uv_read_start(STREAM(&tcp), only_stop, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("");
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  turn(1);
  SAID("data");
  CHECK_EQ(uv_read_stop(STREAM(&tcp)), 0);
  CHECK_EQ(write(peer, "more", 4), 4);
  CHECK_EQ(uv_read_start(STREAM(&tcp), give_and_close, on_read), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("again closed");
  close(peer);
  finish_loop();
  return 0;
}

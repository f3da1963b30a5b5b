/* SPDX-License-Identifier: MIT */
/* uv_try_write writes now or not at all: as much as there is room for, UV_EAGAIN if there is none
 * or if other writes wait, and the kernel's own errors directly. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_write_t big = {.data = "big"};
  static char data[4 << 20];
  uv_buf_t buf = uv_buf_init("abc", 3);
  uv_buf_t two[2] = {uv_buf_init("d", 1), uv_buf_init("ef", 2)};
  char got[8];
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_try_write(STREAM(&pipe), &buf, 1), 3);
  CHECK_EQ(uv_try_write(STREAM(&pipe), two, 2), 3);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 6);
  CHECK_STR(got, "abcdef");
  CHECK_EQ(uv_loop_alive(&loop), 0);
  buf = uv_buf_init(data, sizeof(data));
  int written = uv_try_write(STREAM(&pipe), &buf, 1);
  CHECK(written > 0 && written < (int)sizeof(data));
  CHECK_EQ(pipe.write_queue_size, 0);
  CHECK_EQ(uv_try_write(STREAM(&pipe), &buf, 1), UV_EAGAIN);
  CHECK_EQ(uv_write(&big, STREAM(&pipe), &buf, 1, on_written), 0);
  while (recv(peer, room, sizeof(room), MSG_DONTWAIT) > 0) {
  }
  CHECK_EQ(uv_try_write(STREAM(&pipe), &buf, 1), UV_EAGAIN); /* there is room, but also a queue */
  close(peer);
  RUN_UNTIL(said[0] != '\0');
  CHECK_EQ(uv_try_write(STREAM(&pipe), &buf, 1), UV_EPIPE);
  finish_loop();
  return 0;
}

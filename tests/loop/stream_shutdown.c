/* SPDX-License-Identifier: MIT */
/* uv_shutdown makes the stream unwritable at once, sends what was written before, and then tells
 * the peer; reading continues. Its callback comes after those of the writes. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_write_t big = {.data = "big"}, small, late;
  uv_shutdown_t shut, second;
  static char data[4 << 20];
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  size_t have = 0;
  ssize_t count = -1;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_write(&big, STREAM(&pipe), &buf, 1, on_written), 0);
  CHECK_EQ(write_text(&small, &pipe, "small"), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&pipe), on_shutdown), 0);
  CHECK(shut.handle == STREAM(&pipe));
  CHECK_EQ(shut.type, UV_SHUTDOWN);
  CHECK_EQ(uv_is_writable(STREAM(&pipe)), 0);
  CHECK_EQ(uv_is_readable(STREAM(&pipe)), 1);
  CHECK_EQ(write_text(&late, &pipe, "late"), UV_EPIPE);
  CHECK_EQ(uv_shutdown(&second, STREAM(&pipe), on_shutdown), UV_ENOTCONN);
  turn(3);
  SAID("");
  while (count != 0) {
    count = recv(peer, room, sizeof(room), MSG_DONTWAIT);
    have += count > 0 ? (size_t)count : 0;
    turn(1);
  }
  CHECK_EQ(have, sizeof(data) + 5);
  SAID("big:ok small:ok shutdown:ok");
  CHECK_EQ(uv_shutdown(&second, STREAM(&pipe), on_shutdown), UV_ENOTCONN);
  CHECK_EQ(write_text(&late, &pipe, "late"), UV_EPIPE);
  CHECK_EQ(write(peer, "reply", 5), 5);
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_read), 0);
  turn(1);
  SAID("reply");
  close(peer);
  finish_loop();
  return 0;
}

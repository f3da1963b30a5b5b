/* SPDX-License-Identifier: MIT */
/* An empty write is a write: it is done in order, and its callback comes. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp;
  uv_write_t empty = {.data = "empty"}, two = {.data = "two"}, text;
  uv_buf_t bufs[2] = {uv_buf_init(NULL, 0), uv_buf_init("", 0)};
  char got[8];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_write(&empty, STREAM(&tcp), bufs, 1, on_written), 0);
  CHECK_EQ(write_text(&text, &tcp, "text"), 0);
  CHECK_EQ(uv_write(&two, STREAM(&tcp), bufs, 2, on_written), 0);
  CHECK_EQ(tcp.write_queue_size, 0);
  SAID("");
  turn(1);
  SAID("empty:ok text:ok two:ok");
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 4);
  CHECK_EQ(uv_try_write(STREAM(&tcp), bufs, 1), 0);
  CHECK_EQ(uv_try_write(STREAM(&tcp), bufs, 2), 0);
  close(peer);
  finish_loop();
  return 0;
}

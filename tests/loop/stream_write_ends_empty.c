/* SPDX-License-Identifier: MIT */
/* A request whose last buffer is empty completes only with a call for that buffer, in the next
 * poll: if the peer is gone by then it has failed, although all its bytes were taken. Requests
 * before and behind it are not affected. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_write_t before, ends = {.data = "ends"}, behind;
  uv_buf_t bufs[2] = {uv_buf_init("text", 4), uv_buf_init("", 0)};
  char got[16];
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(write_text(&before, &pipe, "before"), 0);
  CHECK_EQ(uv_write(&ends, STREAM(&pipe), bufs, 2, on_written), 0);
  CHECK_EQ(write_text(&behind, &pipe, "behind"), 0);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 10); /* the one behind waits */
  SAID("");
  turn(1);
  SAID("before:ok ends:ok behind:ok");
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 6);
  CHECK_EQ(uv_write(&ends, STREAM(&pipe), bufs, 2, on_written), 0);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 4);
  close(peer);
  turn(1);
  SAID("ends:EPIPE");
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A read that does not fill its buffer has got all there is: no second buffer is requested to find
 * nothing. A read that fills it is followed by another. */
#include "stream_peer.h"

static int asked;
static unsigned size_given = 4;

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  asked++;
  *buf = uv_buf_init(room, size_given);
}

int main(void) {
  uv_pipe_t pipe;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_read_start(STREAM(&pipe), give, on_read), 0);
  CHECK_EQ(write(peer, "abc", 3), 3);
  turn(2);
  SAID("abc");
  CHECK_EQ(asked, 1);
  CHECK_EQ(write(peer, "abcd", 4), 4);
  turn(2);
  SAID("abcd again");
  CHECK_EQ(asked, 3);
  close(peer);
  finish_loop();
  return 0;
}

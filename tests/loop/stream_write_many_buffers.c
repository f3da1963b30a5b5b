/* SPDX-License-Identifier: MIT */
/* One write may have more buffers than one system call takes, some of them empty. There is one call
 * per turn, so that other handles, among them the reader of this data, are served in between. */
#include "stream_peer.h"

enum { BUFS = 5000 };

int main(void) {
  uv_pipe_t pipe;
  uv_write_t req = {.data = "many"};
  static uv_buf_t bufs[BUFS];
  static char text[BUFS], got[BUFS];
  size_t size = 0, have = 0;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  for (int i = 0; i < BUFS; i++) {
    text[size] = (char)('a' + i % 26);
    bufs[i] = uv_buf_init(text + size, i % 4 == 1 ? 0 : 1);
    size += bufs[i].len;
  }
  CHECK_EQ(uv_write(&req, STREAM(&pipe), bufs, BUFS, on_written), 0);
  for (int i = 1024; i < BUFS; i += 1024) {
    SAID("");
    CHECK_EQ(pipe.write_queue_size, size - (size_t)(i / 4 * 3));
    turn(1);
  }
  CHECK_EQ(pipe.write_queue_size, 0);
  SAID("many:ok");
  while (have < size) {
    ssize_t count = recv(peer, got + have, sizeof(got) - have, MSG_DONTWAIT);
    CHECK(count > 0);
    have += (size_t)count;
  }
  CHECK_EQ(have, size);
  CHECK_EQ(memcmp(got, text, size), 0);
  CHECK_EQ(uv_try_write(STREAM(&pipe), bufs, BUFS), 768); /* one call: the first 1024 buffers */
  close(peer);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* For one event a stream is read at most 32 times, so that one that is never empty does not starve
 * the others. */
#include "stream_peer.h"

static char one;
static int reads;

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  *buf = uv_buf_init(&one, 1);
}

static void count_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)stream;
  (void)buf;
  CHECK(nread >= 0);
  reads += nread > 0;
}

int main(void) {
  uv_pipe_t pipe;
  char text[100];
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  memset(text, 'x', sizeof(text));
  CHECK_EQ(write(peer, text, sizeof(text)), sizeof(text));
  CHECK_EQ(uv_read_start(STREAM(&pipe), give, count_read), 0);
  const int after_turn[] = {32, 64, 96, 100};
  for (int i = 0; i < 4; i++) {
    turn(1);
    CHECK_EQ(reads, after_turn[i]);
  }
  close(peer);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* When the peer is gone and a read has got all the data, the end is reported in the same turn, with
 * an empty buffer that was not requested. */
#include "stream_peer.h"

static int asked;

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  asked++;
  allocate(handle, size, buf);
}

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  if (nread == UV_EOF) {
    CHECK(buf->base == NULL);
    CHECK_EQ(buf->len, 0);
    CHECK_EQ(uv_is_active(HANDLE(stream)), 0);
  }
}

int main(void) {
  uv_pipe_t pipe;
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_read_start(STREAM(&pipe), give, on_data), 0);
  CHECK_EQ(write(peer, "all", 3), 3);
  close(peer);
  turn(1);
  SAID("all EOF");
  CHECK_EQ(asked, 1);
  turn(3);
  SAID("");
  finish_loop();
  return 0;
}

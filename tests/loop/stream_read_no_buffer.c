/* SPDX-License-Identifier: MIT */
/* If the alloc callback gives no buffer, the read callback gets UV_ENOBUFS, in every turn; reading
 * stays active and continues where it was when there is a buffer again. */
#include "stream_peer.h"

static int mode;

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  CHECK(buf->base == NULL && buf->len == 0); /* untouched: no buffer */
  if (mode == 1) {
    *buf = uv_buf_init(room, 0);
  } else if (mode == 2) {
    *buf = uv_buf_init(NULL, 10);
  } else if (mode == 3) {
    allocate(handle, size, buf);
  }
}

int main(void) {
  uv_tcp_t tcp;
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_read_start(STREAM(&tcp), give, on_read), 0);
  turn(1);
  SAID("");
  CHECK_EQ(write(peer, "text", 4), 4);
  RUN_UNTIL(said[0] != '\0');
  SAID("ENOBUFS");
  for (mode = 1; mode < 3; mode++) {
    turn(1);
    SAID("ENOBUFS");
    CHECK_EQ(uv_is_active(HANDLE(&tcp)), 1);
    CHECK_EQ(uv_is_readable(STREAM(&tcp)), 1);
  }
  turn(1);
  SAID("text");
  close(peer);
  finish_loop();
  return 0;
}

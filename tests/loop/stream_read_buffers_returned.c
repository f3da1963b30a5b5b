/* SPDX-License-Identifier: MIT */
/* Each buffer that is requested comes back through the read callback once, whatever the result:
 * data, nothing after all, the end, an error. */
#include "stream_peer.h"

static int given;
static int returned;
static int steal_from = -1; /* the alloc callback reads from here, so that nothing is left */

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  char text[16];
  (void)handle;
  CHECK_EQ(given, returned);
  given++;
  *buf = uv_buf_init(malloc(size), (unsigned)size);
  if (steal_from >= 0) {
    CHECK_EQ(read(steal_from, text, sizeof(text)), 1);
  }
}

static void take(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  returned += buf->base != NULL;
  free(buf->base);
}

int main(void) {
  uv_tcp_t tcp;
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_read_start(STREAM(&tcp), give, take), 0);
  CHECK_EQ(write(peer, "a", 1), 1);
  RUN_UNTIL(returned == 1);
  SAID("a");
  steal_from = fd_of(&tcp);
  CHECK_EQ(write(peer, "b", 1), 1);
  RUN_UNTIL(returned == 2);
  SAID("again");
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 1);
  steal_from = -1;
  CHECK_EQ(shutdown(peer, SHUT_WR), 0);
  RUN_UNTIL(returned == 3);
  SAID("EOF");
  close(peer);
  uv_tcp_t reset;
  peer = tcp_pair(&reset);
  CHECK_EQ(uv_read_start(STREAM(&reset), give, take), 0);
  struct linger now = {.l_onoff = 1, .l_linger = 0};
  CHECK_EQ(setsockopt(peer, SOL_SOCKET, SO_LINGER, &now, sizeof(now)), 0);
  close(peer);
  RUN_UNTIL(returned == 4);
  SAID("ECONNRESET");
  turn(3);
  CHECK_EQ(given, 4);
  CHECK_EQ(returned, 4);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A stream may be closed from its read callback although there is more to read, and may be freed in
 * its close callback. */
#include "stream_peer.h"

static char one;

static void give(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle;
  (void)size;
  *buf = uv_buf_init(&one, 1);
}

static void free_it(uv_handle_t *handle) {
  on_closed(handle);
  free(handle);
}

static void close_it(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  uv_close(HANDLE(stream), free_it);
}

int main(void) {
  open_loop();
  for (int how = 0; how < 3; how++) {
    uv_tcp_t *tcp = malloc(sizeof(*tcp));
    CHECK(tcp != NULL);
    int peer = tcp_pair(tcp);
    struct linger now = {.l_onoff = how == 2, .l_linger = 0};
    CHECK_EQ(setsockopt(peer, SOL_SOCKET, SO_LINGER, &now, sizeof(now)), 0);
    if (how == 0) {
      CHECK_EQ(write(peer, "abc", 3), 3);
    } else {
      close(peer);
    }
    CHECK_EQ(uv_read_start(STREAM(tcp), give, close_it), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    if (how == 0) {
      close(peer);
    }
  }
  SAID("a closed EOF closed ECONNRESET closed");
  finish_loop();
  return 0;
}

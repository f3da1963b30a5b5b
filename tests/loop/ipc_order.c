/* SPDX-License-Identifier: MIT */
/* Handles arrive in the order in which they were sent, each with its own data. Until somebody takes
 * them they are kept in that order, however many there are. */
#include "stream_peer.h"

enum { HANDLES = 30 };
static uv_pipe_t from, to;
static char data[HANDLES + 1];
static int reads;

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)stream;
  CHECK_EQ(nread, 1); /* each handle ends a read */
  data[reads++] = *buf->base;
  CHECK_EQ(uv_pipe_pending_count(&to), reads);
}

int main(void) {
  uv_tcp_t sent[HANDLES], got[HANDLES];
  uv_write_t reqs[HANDLES];
  struct sockaddr_in name = loopback(0);
  int ports[HANDLES];
  char text[HANDLES + 1] = "";
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  for (int i = 0; i < HANDLES; i++) {
    int size = sizeof(name);
    name.sin_port = 0;
    CHECK_EQ(uv_tcp_init(&loop, &sent[i]), 0);
    CHECK_EQ(uv_tcp_bind(&sent[i], ADDRESS(name), 0), 0);
    CHECK_EQ(uv_tcp_getsockname(&sent[i], ADDRESS(name), &size), 0);
    ports[i] = name.sin_port;
    text[i] = (char)('A' + i);
    uv_buf_t buf = uv_buf_init(text + i, 1);
    CHECK_EQ(uv_write2(&reqs[i], STREAM(&from), &buf, 1, STREAM(&sent[i]), NULL), 0);
  }
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  RUN_UNTIL(reads == HANDLES);
  CHECK_STR(data, text);
  for (int i = 0; i < HANDLES; i++) {
    int size = sizeof(name);
    CHECK_EQ(uv_pipe_pending_count(&to), HANDLES - i);
    CHECK_EQ(uv_tcp_init(&loop, &got[i]), 0);
    CHECK_EQ(uv_accept(STREAM(&to), STREAM(&got[i])), 0);
    CHECK_EQ(uv_tcp_getsockname(&got[i], ADDRESS(name), &size), 0);
    CHECK_EQ(name.sin_port, ports[i]);
  }
  CHECK_EQ(uv_pipe_pending_count(&to), 0);
  uv_tcp_t none;
  CHECK_EQ(uv_tcp_init(&loop, &none), 0);
  CHECK_EQ(uv_accept(STREAM(&to), STREAM(&none)), UV_EAGAIN);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Data that is written after a handle does not arrive in the same read as the handle's own data,
 * even if both had to wait and could have been sent together. */
#include "stream_peer.h"

static uv_pipe_t from, to;
static bool done;

static void on_passed(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  static int handles;
  (void)stream;
  CHECK(nread >= 0);
  if (uv_pipe_pending_count(&to) > handles) {
    handles++;
    say("%c|", buf->base[nread - 1]);
  } else if (nread > 0 && buf->base[0] != 'b') {
    say("%.*s", (int)nread, buf->base);
    done = buf->base[nread - 1] == '.';
  }
}

int main(void) {
  uv_tcp_t tcp;
  uv_write_t reqs[5];
  static char data[4 << 20];
  uv_buf_t big = uv_buf_init(data, sizeof(data));
  uv_buf_t bufs[4] = {{"H", 1}, {"plain", 5}, {"I", 1}, {"more.", 5}};
  memset(data, 'b', sizeof(data));
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_write(&reqs[4], STREAM(&from), &big, 1, NULL), 0);
  for (int i = 0; i < 4; i++) {
    uv_stream_t *with = i % 2 == 0 ? STREAM(&tcp) : NULL;
    CHECK_EQ(uv_write2(&reqs[i], STREAM(&from), &bufs[i], 1, with, NULL), 0);
  }
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_passed), 0);
  RUN_UNTIL(done);
  CHECK(strncmp(said, "H| plain", 8) == 0 || strcmp(said, "H| I| more.") == 0);
  CHECK(strstr(said, "I| more.") != NULL);
  finish_loop();
  return 0;
}

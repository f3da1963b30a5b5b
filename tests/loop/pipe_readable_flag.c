/* SPDX-License-Identifier: MIT */
/* Programs set bit 0x4000 of a write-only pipe's flags to learn when its reader goes away: the bit
 * survives uv_pipe_open, whenever it is set, reading can be started, and ends with the reader. */
#include "stream_peer.h"

_Static_assert(offsetof(uv_pipe_t, flags) == 88, "where those programs expect it");

static void on_end(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)buf;
  CHECK(nread < 0);
  say("gone");
  close_handle(stream);
}

int main(void) {
  open_loop();
  for (int before = 0; before < 2; before++) {
    uv_pipe_t pipe;
    int ends[2];
    CHECK_EQ(uv_pipe(ends, 0, 0), 0);
    CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
    if (before) {
      pipe.flags |= 0x4000;
    }
    CHECK_EQ(uv_pipe_open(&pipe, ends[1]), 0);
    CHECK_EQ(uv_is_readable(STREAM(&pipe)), before);
    pipe.flags |= 0x4000;
    CHECK_EQ(uv_is_readable(STREAM(&pipe)), 1);
    CHECK_EQ(uv_is_writable(STREAM(&pipe)), 1);
    CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, on_end), 0);
    turn(3);
    SAID("");
    close(ends[0]);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    SAID("gone");
  }
  finish_loop();
  return 0;
}

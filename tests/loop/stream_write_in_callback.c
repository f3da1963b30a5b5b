/* SPDX-License-Identifier: MIT */
/* What a write callback writes is written at once and reported in a later round, not in its own. */
#include "stream_peer.h"

static uv_write_t again;
static int count;

static void write_again(uv_write_t *req, int status) {
  on_written(req, status);
  if (count++ < 2) {
    uv_buf_t buf = uv_buf_init("x", 1);
    again.data = "again";
    CHECK_EQ(uv_write(&again, req->handle, &buf, 1, write_again), 0);
    say("(written)");
  }
}

int main(void) {
  uv_pipe_t pipe;
  uv_write_t a = {.data = "a"}, b;
  uv_buf_t buf = uv_buf_init("a", 1);
  char got[8];
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_write(&a, STREAM(&pipe), &buf, 1, write_again), 0);
  CHECK_EQ(write_text(&b, &pipe, "b"), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("a:ok (written) b:ok again:ok (written) again:ok");
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 4);
  CHECK_STR(got, "abxx");
  close(peer);
  finish_loop();
  return 0;
}

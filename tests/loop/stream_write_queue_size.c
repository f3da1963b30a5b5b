/* SPDX-License-Identifier: MIT */
/* write_queue_size counts the bytes that the kernel has not taken: none after a write that
 * completed at once, although its callback is due; the rest of one that did not; and all of one
 * that failed, until its callback. */
#include "stream_peer.h"

static size_t in_callback;

static void on_done(uv_write_t *req, int status) {
  in_callback = uv_stream_get_write_queue_size(req->handle);
  on_written(req, status);
}

int main(void) {
  uv_pipe_t pipe;
  uv_write_t small, big, behind, broken;
  static char data[4 << 20];
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(write_text(&small, &pipe, "small"), 0);
  CHECK_EQ(pipe.write_queue_size, 0);
  uv_buf_t buf = uv_buf_init(data, sizeof(data));
  big.data = "big";
  CHECK_EQ(uv_write(&big, STREAM(&pipe), &buf, 1, on_done), 0);
  size_t left = pipe.write_queue_size;
  CHECK(left > 0 && left < sizeof(data));
  CHECK_EQ(write_text(&behind, &pipe, "behind"), 0);
  CHECK_EQ(pipe.write_queue_size, left + 6);
  turn(1);
  SAID("small:ok");
  CHECK_EQ(pipe.write_queue_size, left + 6);
  ssize_t count = recv(peer, room, sizeof(room), 0);
  CHECK(count > 0);
  while (said[0] == '\0') {
    while (recv(peer, room, sizeof(room), MSG_DONTWAIT) > 0) {
    }
    turn(1);
    CHECK(pipe.write_queue_size <= left + 6);
    left = pipe.write_queue_size;
  }
  CHECK(in_callback == 0 || in_callback == 6);
  RUN_UNTIL(pipe.write_queue_size == 0);
  turn(1);
  SAID("big:ok behind:ok");
  close(peer);
  broken.data = "broken";
  in_callback = 99;
  buf.len = 10;
  CHECK_EQ(uv_write(&broken, STREAM(&pipe), &buf, 1, on_done), 0);
  CHECK_EQ(pipe.write_queue_size, 10);
  turn(1);
  SAID("broken:EPIPE");
  CHECK_EQ(in_callback, 0);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* On a stream that was made blocking a write of any size is complete when uv_write returns; its
 * callback still comes from the loop. */
#include "stream_peer.h"

enum { SIZE = 4 << 20 };
static int peer;
static size_t have;

static void drain(void *arg) {
  static char data[65536];
  (void)arg;
  while (have < SIZE) {
    ssize_t count = read(peer, data, sizeof(data));
    CHECK(count > 0);
    have += (size_t)count;
  }
}

int main(void) {
  uv_pipe_t pipe;
  uv_write_t big = {.data = "big"};
  uv_thread_t thread;
  static char data[SIZE];
  uv_buf_t buf = uv_buf_init(data, SIZE);
  open_loop();
  peer = pipe_pair(&pipe, 0);
  CHECK((fcntl(fd_of(&pipe), F_GETFL) & O_NONBLOCK) != 0);
  CHECK_EQ(uv_stream_set_blocking(STREAM(&pipe), 1), 0);
  CHECK((fcntl(fd_of(&pipe), F_GETFL) & O_NONBLOCK) == 0);
  CHECK_EQ(uv_thread_create(&thread, drain, NULL), 0);
  CHECK_EQ(uv_write(&big, STREAM(&pipe), &buf, 1, on_written), 0);
  CHECK_EQ(pipe.write_queue_size, 0);
  SAID("");
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(have, SIZE);
  turn(1);
  SAID("big:ok");
  CHECK_EQ(uv_stream_set_blocking(STREAM(&pipe), 0), 0);
  CHECK((fcntl(fd_of(&pipe), F_GETFL) & O_NONBLOCK) != 0);
  close_handle(&pipe);
  CHECK_EQ(uv_stream_set_blocking(STREAM(&pipe), 1), UV_EBADF);
  close(peer);
  finish_loop();
  return 0;
}

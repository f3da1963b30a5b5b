/* SPDX-License-Identifier: MIT */
/* A missing directory is reported as UV_EACCES, a path in use at once as UV_EADDRINUSE; a pipe that
 * has a descriptor cannot be bound. A refused pipe can be bound elsewhere. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe, other, open_one;
  char path[108];
  strcpy(path, scratch_path("socket"));
  open_loop();
  int before = count_descriptors();
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_bind(&pipe, "/nowhere/at/all"), UV_EACCES);
  CHECK_EQ(uv_pipe_init(&loop, &other, 0), 0);
  CHECK_EQ(uv_pipe_bind(&other, path), 0);
  CHECK_EQ(uv_pipe_bind(&pipe, path), UV_EADDRINUSE);
  CHECK_EQ(count_descriptors(), before + 1);
  CHECK_EQ(uv_pipe_bind(&other, scratch_path("second")), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind(&pipe, scratch_path("second")), 0);
  int peer = pipe_pair(&open_one, 0);
  CHECK_EQ(uv_pipe_bind(&open_one, scratch_path("third")), UV_EINVAL);
  close(peer);
  finish_loop();
  return 0;
}

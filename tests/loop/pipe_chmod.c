/* SPDX-License-Identifier: MIT */
/* uv_pipe_chmod lets everybody read, write or both on a pipe's path, removes no permissions, and
 * needs a pipe with a path. */
#include <sys/stat.h>

#include "stream_peer.h"

static unsigned mode_of(const char *path) {
  struct stat info;
  CHECK_EQ(stat(path, &info), 0);
  return info.st_mode & 07777;
}

int main(void) {
  uv_pipe_t pipe, none, unnamed;
  char path[108];
  strcpy(path, scratch_path("socket"));
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &none, 0), 0);
  CHECK_EQ(uv_pipe_chmod(&none, UV_READABLE), UV_EBADF);
  CHECK_EQ(uv_pipe_chmod(NULL, UV_READABLE), UV_EBADF);
  umask(0177);
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_bind(&pipe, path), 0);
  CHECK_EQ(mode_of(path), 0600);
  CHECK_EQ(uv_pipe_chmod(&pipe, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_chmod(&pipe, UV_DISCONNECT), UV_EINVAL);
  CHECK_EQ(uv_pipe_chmod(&pipe, UV_READABLE), 0);
  CHECK_EQ(mode_of(path), 0644);
  CHECK_EQ(uv_pipe_chmod(&pipe, UV_WRITABLE), 0);
  CHECK_EQ(mode_of(path), 0666);
  CHECK_EQ(uv_pipe_chmod(&pipe, UV_READABLE | UV_WRITABLE), 0);
  CHECK_EQ(mode_of(path), 0666);
  int peer = pipe_pair(&unnamed, 0);
  CHECK_EQ(uv_pipe_chmod(&unnamed, UV_READABLE), UV_ENOENT);
  close(peer);
  finish_loop();
  return 0;
}

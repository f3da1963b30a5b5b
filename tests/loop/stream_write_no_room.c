/* SPDX-License-Identifier: MIT */
/* ENOBUFS from the kernel is treated like EAGAIN: the write waits. */
#include <sys/syscall.h>

#include "stream_peer.h"

static int refusals = 1;

/* Replaces the C library's function. */
ssize_t send(int fd, const void *data, size_t size, int flags) {
  if (refusals > 0) {
    refusals--;
    errno = ENOBUFS;
    return -1;
  }
  return syscall(SYS_sendto, fd, data, size, flags, NULL, 0);
}

int main(void) {
  uv_pipe_t pipe;
  uv_write_t req;
  uv_buf_t buf = uv_buf_init("x", 1);
  char got[8];
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_try_write(STREAM(&pipe), &buf, 1), UV_EAGAIN);
  refusals = 1;
  CHECK_EQ(write_text(&req, &pipe, "text"), 0);
  CHECK_EQ(pipe.write_queue_size, 4);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("text:ok");
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 4);
  close(peer);
  finish_loop();
  return 0;
}

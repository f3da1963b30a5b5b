/* SPDX-License-Identifier: MIT */
/* A write much larger than the kernel's buffer arrives whole and in order, with one callback; after
 * a call of which the kernel took only a part there is no other before there is room. */
#include <sys/syscall.h>
#include <sys/uio.h>

#include "stream_peer.h"

enum { SIZE = 8 << 20 };
static int calls;
static int refused;
static int called;

static ssize_t counted(ssize_t count) {
  calls++;
  refused += count < 0;
  return count;
}

/* Replaces the C library's function. */
ssize_t write(int fd, const void *data, size_t size) {
  return counted(syscall(SYS_write, fd, data, size));
}
ssize_t send(int fd, const void *data, size_t size, int flags) {
  return counted(syscall(SYS_sendto, fd, data, size, flags, NULL, 0));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  return counted(syscall(SYS_writev, fd, parts, count));
}

static void on_done(uv_write_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(req->handle->write_queue_size, 0);
  called++;
}

int main(void) {
  uv_pipe_t pipe;
  uv_write_t req, behind;
  uv_buf_t empty = uv_buf_init("", 0);
  char *data = malloc(SIZE), *got = malloc(SIZE);
  int small = 16384;
  size_t have = 0;
  CHECK(data != NULL && got != NULL);
  for (unsigned i = 0; i < SIZE; i++) {
    data[i] = (char)(i * 2654435761u >> 24);
  }
  open_loop();
  int peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_send_buffer_size(HANDLE(&pipe), &small), 0);
  uv_buf_t buf = uv_buf_init(data, SIZE);
  CHECK_EQ(uv_write(&req, STREAM(&pipe), &buf, 1, on_done), 0);
  CHECK_EQ(uv_write(&behind, STREAM(&pipe), &empty, 1, NULL), 0);
  CHECK_EQ(calls, 1); /* a write behind another waits without a system call */
  while (have < SIZE) {
    ssize_t count = recv(peer, got + have, SIZE - have, MSG_DONTWAIT);
    have += count > 0 ? (size_t)count : 0;
    turn(1);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK_EQ(memcmp(got, data, SIZE), 0);
  CHECK(calls > 1);
  CHECK_EQ(refused, 0);
  close(peer);
  free(data);
  free(got);
  finish_loop();
  return 0;
}

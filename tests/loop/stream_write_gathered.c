/* SPDX-License-Identifier: MIT */
/* Writes that wait together go to the kernel together, in order: here a thousand of them, in two
 * calls when there is room, since one call takes 1024 buffers and each write has two. */
#include <sys/syscall.h>
#include <sys/uio.h>

#include "stream_peer.h"

enum { WRITES = 1000 };
static uv_write_t reqs[WRITES];
static int gathered;
static int single;
static int called;

/* Replaces the C library's function. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  gathered++;
  return syscall(SYS_writev, fd, parts, count);
}

ssize_t write(int fd, const void *data, size_t size) {
  single++;
  return syscall(SYS_write, fd, data, size);
}

static void on_done(uv_write_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK(req == &reqs[called]);
  called++;
}

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  struct sockaddr_in name;
  static char text[WRITES * 8 + 1], got[WRITES * 8 + 1];
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connect), 0);
  for (int i = 0; i < WRITES; i++) {
    snprintf(text + i * 8, 9, "%07u.", (unsigned)i % 10000000u);
    uv_buf_t bufs[2] = {uv_buf_init(text + i * 8, 3), uv_buf_init(text + i * 8 + 3, 5)};
    CHECK_EQ(uv_write(&reqs[i], STREAM(&tcp), bufs, 2, on_done), 0);
  }
  CHECK_EQ(tcp.write_queue_size, WRITES * 8);
  int peer = accept(listener, NULL, NULL);
  CHECK_EQ(gathered + single, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, WRITES);
  CHECK_EQ(gathered, 2);
  CHECK_EQ(single, 0);
  CHECK_EQ(recv(peer, got, WRITES * 8, MSG_WAITALL), WRITES * 8);
  CHECK_STR(got, text);
  close(peer);
  close(listener);
  finish_loop();
  return 0;
}

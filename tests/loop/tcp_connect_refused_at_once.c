/* SPDX-License-Identifier: MIT */
/* A connection that the kernel refuses in the call itself is reported through the callback like one
 * that is refused later; other errors of the call are returned. */
#include "interpose.h"
#include "stream_peer.h"

static int error;

/* Replaces the C library's function. */
int connect(int fd, ADDRESS_IN addr, socklen_t size) {
  (void)fd;
  (void)addr;
  (void)size;
  errno = error;
  return -1;
}

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t req;
  uv_write_t write_req;
  struct sockaddr_in name = loopback(1);
  open_loop();
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  error = ENETUNREACH;
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(name), on_connect), UV_ENETUNREACH);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  error = ECONNREFUSED;
  CHECK_EQ(uv_tcp_connect(&req, &tcp, ADDRESS(name), on_connect), 0);
  CHECK_EQ(write_text(&write_req, &tcp, "a"), 0);
  SAID("");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECONNREFUSED a:ECANCELED");
  finish_loop();
  return 0;
}

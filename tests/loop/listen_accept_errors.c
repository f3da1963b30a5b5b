/* SPDX-License-Identifier: MIT */
/* Errors of the kernel's accept that concern one connection are not reported to the program: they
 * are skipped, and the next connection is announced. */
#include <sys/syscall.h>

#include "interpose.h"
#include "stream_peer.h"

static const int errors[] = {ECONNABORTED, EAGAIN, EPROTO, EINTR, ENETDOWN, EPERM};
enum { ERRORS = sizeof(errors) / sizeof(errors[0]) };
static int failed;
static uv_tcp_t client;
static int count;

/* Replaces the C library's function. */
int accept4(int fd, ADDRESS_OUT addr, socklen_t *restrict size, int flags) {
  if (failed < ERRORS) {
    errno = errors[failed++];
    return -1;
  }
  return (int)syscall(SYS_accept4, fd, ADDRESS_OF(addr), size, flags);
}

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_accept(server, STREAM(&client)), 0);
  count++;
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  int peer = peer_connect(&name);
  RUN_UNTIL(count > 0);
  CHECK_EQ(failed, ERRORS);
  CHECK_EQ(count, 1);
  close(peer);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A listening socket that the program has closed behind the handle's back is reported through the
 * callback, once, and does not make the loop spin. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  say("%s", uv_err_name(status));
}

int main(void) {
  uv_tcp_t server;
  struct sockaddr_in name;
  open_loop();
  tcp_server(&server, &name, on_connection);
  close(fd_of(&server));
  turn(5);
  SAID("EBADF");
  finish_loop();
  return 0;
}

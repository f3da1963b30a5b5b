/* SPDX-License-Identifier: MIT */
/* Closing a stream cancels pending operations, in this order: the connection, the writes in the
 * order they were made, the shutdown; then comes the close callback. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  uv_write_t a, b;
  uv_shutdown_t shut;
  struct sockaddr_in name;
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connect), 0);
  CHECK_EQ(write_text(&a, &tcp, "a"), 0);
  CHECK_EQ(write_text(&b, &tcp, "b"), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), on_shutdown), 0);
  uv_close(HANDLE(&tcp), on_closed);
  CHECK_EQ(tcp.write_queue_size, 2);
  CHECK_EQ(uv_is_closing(HANDLE(&tcp)), 1);
  SAID("");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECANCELED a:ECANCELED b:ECANCELED shutdown:ECANCELED closed");
  CHECK_EQ(tcp.write_queue_size, 0);
  close(listener);
  finish_loop();
  return 0;
}

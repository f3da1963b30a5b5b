/* SPDX-License-Identifier: MIT */
/* Requests without a callback are processed like others and keep the loop alive until they
 * complete. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  uv_write_t req;
  uv_shutdown_t shut;
  uv_buf_t buf = uv_buf_init("text", 4);
  struct sockaddr_in name;
  char got[8];
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), NULL), 0);
  CHECK_EQ(uv_write(&req, STREAM(&tcp), &buf, 1, NULL), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), NULL), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  int peer = accept(listener, NULL, NULL);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 4);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 0);
  close(peer);
  close(listener);
  finish_loop();
  return 0;
}

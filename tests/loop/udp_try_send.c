/* SPDX-License-Identifier: MIT */
/* uv_udp_try_send sends the whole datagram now or returns an error, and never overtakes queued
 * ones. */
#include "udp_peer.h"

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_udp_send_t req;
  struct sockaddr_in name;
  static char huge[70000];
  char text[16];
  uv_buf_t bufs[2] = {{"now", 3}, {"!", 1}};
  uv_buf_t too_big = uv_buf_init(huge, sizeof(huge));
  int peer = peer_open(&name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_udp_try_send(&handle, bufs, 2, ADDRESS(name)), 4);
  CHECK_EQ(peer_receive(peer, text, sizeof(text)), 4);
  CHECK_STR(text, "now!");
  uv_buf_t empty = {.base = "", .len = 0};
  CHECK_EQ(uv_udp_try_send(&handle, &empty, 1, ADDRESS(name)), 0);
  CHECK_EQ(peer_receive(peer, text, sizeof(text)), 0);
  CHECK_EQ(uv_udp_try_send(&handle, &too_big, 1, ADDRESS(name)), UV_EMSGSIZE);
  CHECK_EQ(handle.send_queue_count, 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 0);
  CHECK_EQ(uv_udp_send(&req, &handle, bufs, 2, ADDRESS(name), NULL), 0);
  CHECK_EQ(uv_udp_try_send(&handle, bufs, 2, ADDRESS(name)), UV_EAGAIN);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_udp_try_send(&handle, bufs, 2, ADDRESS(name)), 4);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}

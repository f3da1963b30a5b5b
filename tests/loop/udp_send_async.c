/* SPDX-License-Identifier: MIT */
/* Send callbacks never come from inside uv_udp_send, keep the order of the calls, and are counted
 * in send_queue_size and send_queue_count until just before they run. The kernel has the first
 * datagram when uv_udp_send returns. */
#include "udp_peer.h"

static uv_udp_t handle;
static int called;

static void sent(uv_udp_send_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ((long)req->data, called);
  called++;
  CHECK_EQ(handle.send_queue_count, 3 - called);
  CHECK_EQ(handle.send_queue_size, 5 * (3 - called));
  CHECK_EQ(uv_udp_get_send_queue_count(&handle), handle.send_queue_count);
  CHECK_EQ(uv_udp_get_send_queue_size(&handle), handle.send_queue_size);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_send_t reqs[3];
  struct sockaddr_in name;
  char text[16];
  int peer = peer_open(&name);
  uv_buf_t hello = {.base = "hello", .len = 5};
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  for (long i = 0; i < 3; i++) {
    reqs[i].data = (void *)i;
    CHECK_EQ(uv_udp_send(&reqs[i], &handle, &hello, 1, ADDRESS(name), sent), 0);
    CHECK_EQ(called, 0);
    CHECK_EQ(handle.send_queue_count, i + 1);
    CHECK_EQ(handle.send_queue_size, 5 * (i + 1));
  }
  CHECK_EQ(peer_receive(peer, text, sizeof(text)), 5);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, 3);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}

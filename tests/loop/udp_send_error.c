/* SPDX-License-Identifier: MIT */
/* The kernel's error for one datagram is reported for that one only, through its callback, however
 * many are sent together. */
#include "udp_peer.h"

enum { COUNT = 9 };

static int statuses[COUNT];
static int called;

static void sent(uv_udp_send_t *req, int status) {
  statuses[(long)req->data] = status;
  called++;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_udp_send_t reqs[COUNT];
  static char huge[70000];
  struct sockaddr_in name;
  char text[16];
  int peer = peer_open(&name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  for (long i = 0; i < COUNT; i++) {
    uv_buf_t buf = uv_buf_init(huge, i % 4 == 0 ? sizeof(huge) : 1);
    reqs[i].data = (void *)i;
    CHECK_EQ(uv_udp_send(&reqs[i], &handle, &buf, 1, ADDRESS(name), sent), 0);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, COUNT);
  int arrived = 0;
  while (peer_receive(peer, text, sizeof(text)) == 1) {
    arrived++;
  }
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(statuses[i], i % 4 == 0 ? UV_EMSGSIZE : 0);
    arrived -= i % 4 != 0;
  }
  CHECK_EQ(arrived, 0);
  CHECK_EQ(handle.send_queue_size, 0);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}

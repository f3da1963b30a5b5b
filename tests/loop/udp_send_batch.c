/* SPDX-License-Identifier: MIT */
/* Many sends of one turn are all sent, in order, each to its own address. */
#include "udp_peer.h"

enum { COUNT = 150 };

static int called;

static void sent(uv_udp_send_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ((long)req->data, called);
  called++;
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  static uv_udp_send_t reqs[COUNT];
  static char texts[COUNT][8];
  struct sockaddr_in names[2];
  int peers[2] = {peer_open(&names[0]), peer_open(&names[1])};
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  for (long i = 0; i < COUNT; i++) {
    int length = snprintf(texts[i], sizeof(texts[i]), "%ld", i);
    uv_buf_t buf = uv_buf_init(texts[i], (unsigned)length);
    reqs[i].data = (void *)i;
    CHECK_EQ(uv_udp_send(&reqs[i], &handle, &buf, 1, ADDRESS(names[i % 2]), sent), 0);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, COUNT);
  for (int i = 0; i < COUNT; i++) {
    char text[16];
    CHECK(peer_receive(peers[i % 2], text, sizeof(text)) > 0);
    CHECK_STR(text, texts[i]);
  }
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peers[0]);
  close(peers[1]);
  return 0;
}

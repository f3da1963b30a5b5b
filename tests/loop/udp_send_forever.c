/* SPDX-License-Identifier: MIT */
/* A handle that sends again from each of its callbacks does not starve the loop's other work. */
#include "udp_peer.h"

static uv_udp_t handle;
static struct sockaddr_in name;
static uv_buf_t buf = {.base = "x", .len = 1};
static int called;
static int ticks;

static void sent(uv_udp_send_t *req, int status) {
  called++;
  if (!uv_is_closing((uv_handle_t *)&handle)) {
    CHECK_EQ(status, 0);
    CHECK_EQ(uv_udp_send(req, &handle, &buf, 1, ADDRESS(name), sent), 0);
    CHECK_EQ(handle.send_queue_count, 1);
  }
}

static void tick(uv_timer_t *timer) {
  ticks++;
  if (ticks == 3) {
    uv_close((uv_handle_t *)timer, NULL);
    uv_close((uv_handle_t *)&handle, NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  uv_udp_send_t req;
  int peer = peer_open(&name);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, tick, 2, 2), 0);
  CHECK_EQ(uv_udp_send(&req, &handle, &buf, 1, ADDRESS(name), sent), 0);
  finish_loop(&loop);
  CHECK_EQ(ticks, 3);
  CHECK(called > 3);
  close(peer);
  return 0;
}

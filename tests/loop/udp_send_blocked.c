/* SPDX-License-Identifier: MIT */
/* When the kernel has no room, datagrams wait, keep the handle active and the loop alive, and are
 * sent in order as room becomes available. Meanwhile uv_udp_try_send returns UV_EAGAIN. Afterwards
 * the loop is no longer woken for room that nobody needs. */
#include "udp_peer.h"

enum { COUNT = 2000 };

static int peer;
static int called;
static int received;

static void sent(uv_udp_send_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ((long)req->data, called);
  called++;
}

static void make_room(uv_timer_t *timer) {
  char text[16];
  while (peer_receive(peer, text, sizeof(text)) > 0) {
    CHECK_EQ(atoi(text), received);
    received++;
  }
  if (received == COUNT) {
    uv_close((uv_handle_t *)timer, NULL);
  }
}

static void end(uv_timer_t *timer) { uv_close((uv_handle_t *)timer, NULL); }

static void no_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)handle, (void)size, (void)buf;
}

static void never(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf, const struct sockaddr *addr,
                  unsigned flags) {
  (void)handle, (void)buf, (void)addr, (void)flags;
  CHECK_EQ(nread, 12345);
}

/* Keeps the socket watched for a while and checks that the loop is not woken. */
static void check_quiet(uv_loop_t *loop, uv_udp_t *handle) {
  uv_timer_t timer;
  uv_metrics_t before, after;
  CHECK_EQ(uv_udp_recv_start(handle, no_buffer, never), 0);
  uv_unref((uv_handle_t *)handle);
  CHECK_EQ(uv_timer_init(loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, end, 10, 0), 0);
  CHECK_EQ(uv_metrics_info(loop, &before), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_metrics_info(loop, &after), 0);
  CHECK_EQ(after.events, before.events);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  uv_timer_t timer;
  static uv_udp_send_t reqs[COUNT];
  static char texts[COUNT][8];
  int ends[2];
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  /* The receiver's queue of such a pair is short, and blocks the sender: UDP would drop
   * datagrams. */
  CHECK_EQ(uv_socketpair(SOCK_DGRAM, 0, ends, 0, 0), 0);
  peer = ends[1];
  CHECK_EQ(uv_udp_open(&handle, ends[0]), 0);
  for (long i = 0; i < COUNT; i++) {
    int length = snprintf(texts[i], sizeof(texts[i]), "%ld", i);
    uv_buf_t buf = uv_buf_init(texts[i], (unsigned)length);
    reqs[i].data = (void *)i;
    CHECK_EQ(uv_udp_send(&reqs[i], &handle, &buf, 1, NULL, sent), 0);
  }
  for (int i = 0; i < 3; i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  uv_buf_t late = {.base = "late", .len = 4};
  uv_buf_t *lates[1] = {&late};
  unsigned one = 1;
  CHECK(called > 0 && called < COUNT);
  CHECK_EQ(handle.send_queue_count, COUNT - called);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 1);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_backend_timeout(&loop), -1); /* it waits for room and does not spin */
  CHECK_EQ(uv_udp_try_send(&handle, &late, 1, NULL), UV_EAGAIN);
  CHECK_EQ(uv_udp_try_send2(&handle, 1, lates, &one, NULL, 0), UV_EAGAIN);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, make_room, 0, 1), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, COUNT);
  CHECK_EQ(received, COUNT);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 0);
  check_quiet(&loop, &handle);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peer);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Closing a handle completes its sends before the close callback, in order: those that the kernel
 * took with success, the others with UV_ECANCELED. The handle is not used afterwards. */
#include <fcntl.h>

#include "udp_peer.h"

enum { COUNT = 1000 };

static uv_udp_t *handle;
static uv_udp_send_t reqs[COUNT];
static int called;
static int cancelled;
static int closed;

static void no_buffer(uv_handle_t *closing, size_t size, uv_buf_t *buf) {
  (void)closing, (void)size, (void)buf;
}

static void never(uv_udp_t *closing, ssize_t nread, const uv_buf_t *buf,
                  const struct sockaddr *addr, unsigned flags) {
  (void)closing, (void)buf, (void)addr, (void)flags;
  CHECK_EQ(nread, 12345);
}

static void sent(uv_udp_send_t *req, int status) {
  CHECK_EQ(closed, 0);
  CHECK(req == &reqs[called]);
  called++;
  CHECK(status == 0 || status == UV_ECANCELED);
  CHECK(status != 0 || cancelled == 0);
  cancelled += status == UV_ECANCELED;
  CHECK_EQ(req->handle->send_queue_count, COUNT - called);
  CHECK_EQ(uv_is_active((uv_handle_t *)req->handle), 0);
  uv_buf_t more = {.base = "more", .len = 4};
  CHECK(uv_udp_try_send(req->handle, &more, 1, NULL) < 0);
  CHECK_EQ(uv_udp_recv_start(req->handle, no_buffer, never), UV_EBADF);
}

static void on_close(uv_handle_t *closing) {
  CHECK(closing == (uv_handle_t *)handle);
  CHECK_EQ(called, COUNT);
  CHECK_EQ(handle->send_queue_size, 0);
  closed++;
  free(handle);
}

static void later(uv_timer_t *timer) { uv_close((uv_handle_t *)timer, NULL); }

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  int ends[2];
  uv_buf_t bufs[5] = {{"d", 1}, {"a", 1}, {"t", 1}, {"u", 1}, {"m", 1}};
  handle = malloc(sizeof(*handle));
  CHECK(handle != NULL);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, handle), 0);
  CHECK_EQ(uv_socketpair(SOCK_DGRAM, 0, ends, 0, 0), 0);
  CHECK_EQ(uv_udp_open(handle, ends[0]), 0);
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(uv_udp_send(&reqs[i], handle, bufs, 5, NULL, sent), 0);
  }
  uv_close((uv_handle_t *)handle, on_close);
  CHECK_EQ(called, 0);
  CHECK_EQ(fcntl(ends[0], F_GETFD), -1);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, later, 5, 0), 0);
  finish_loop(&loop);
  CHECK_EQ(closed, 1);
  CHECK_EQ(cancelled, COUNT - 1); /* the first was tried at once */
  close(ends[1]);
  return 0;
}

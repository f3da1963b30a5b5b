/* SPDX-License-Identifier: MIT */
/*
 * Proves that a program which waits on uv_backend_fd itself does not notice a quiet loop: the
 * descriptor becomes readable on events, the following turn finds them, and a quiet loop can go to
 * sleep and be woken like any other.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>

#include "glance.h"

static uv_loop_t loop;
static uv_idle_t idle;
static uv_poll_t watch;
static uv_async_t async;
static int fd;
static int called;

static void nothing(uv_idle_t *handle) { (void)handle; }

static void on_readable(uv_poll_t *handle, int status, int events) {
  (void)handle;
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  called++;
  take(fd);
}

static void on_async(uv_async_t *handle) {
  (void)handle;
  called++;
}

static int shows(int timeout_ms) {
  struct pollfd backend = {.fd = uv_backend_fd(&loop), .events = POLLIN};
  return poll(&backend, 1, timeout_ms);
}

static void *put_later(void *arg) {
  usleep(3000);
  put(fd);
  return arg;
}

static void *send_later(void *arg) {
  usleep(3000);
  CHECK_EQ(uv_async_send(&async), 0);
  return arg;
}

/* WAIT: with poll on the descriptor, or in the loop itself. */
static void check_woken(void *(*body)(void *), bool embedded) {
  pthread_t thread;
  called = 0;
  make_quiet(&loop);
  CHECK_EQ(shows(0), 0);
  CHECK_EQ(uv_idle_stop(&idle), 0);
  CHECK_EQ(pthread_create(&thread, NULL, body, NULL), 0);
  if (embedded) {
    CHECK_EQ(shows(-1), 1);
    turn_times(&loop, 1);
  } else {
    CHECK(uv_run(&loop, UV_RUN_ONCE) != 0);
  }
  CHECK_EQ(called, 1);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_EQ(uv_idle_start(&idle, nothing), 0);
}

int main(void) {
  glance_needed();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, nothing), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  CHECK_EQ(uv_poll_init(&loop, &watch, fd), 0);
  CHECK_EQ(uv_poll_start(&watch, UV_READABLE, on_readable), 0);
  for (int i = 0; i < 20; i++) {
    check_woken(put_later, true);
    check_woken(send_later, true);
    check_woken(put_later, false);
    check_woken(send_later, false);
  }
  uv_close((uv_handle_t *)&idle, NULL);
  uv_close((uv_handle_t *)&watch, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that a quiet loop which another thread goes on running sees what is new there too, with a
 * ring of its own, and so on when it comes back; that it does after the other thread has ended; and
 * that a thread may close a loop which another one has run.
 */
#include <errno.h>
#include <pthread.h>

#include "glance.h"

static uv_loop_t loop;
static uv_idle_t idle;
static uv_poll_t poll;
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

static void use(void) {
  called = 0;
  put(fd);
  turn_times(&loop, 1);
  CHECK_EQ(called, 1);
  make_quiet(&loop);
  CHECK_EQ(glance_rings(), 1);
  put(fd);
  turn_times(&loop, 1);
  CHECK_EQ(called, 2);
  make_quiet(&loop);
}

static void *use_elsewhere(void *arg) {
  use();
  return arg;
}

static void *close_elsewhere(void *arg) {
  CHECK_EQ(uv_loop_close(&loop), 0);
  return arg;
}

static void in_thread(void *(*body)(void *)) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, body, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

int main(void) {
  glance_needed();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, nothing), 0);
  fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  CHECK_EQ(uv_poll_init(&loop, &poll, fd), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_readable), 0);
  for (int i = 0; i < 10; i++) {
    use();
    in_thread(use_elsewhere);
    in_thread(use_elsewhere);
    use();
    put(fd); /* while nobody runs it */
    in_thread(use_elsewhere);
  }
  uv_close((uv_handle_t *)&idle, NULL);
  uv_close((uv_handle_t *)&poll, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  in_thread(close_elsewhere);
  CHECK_EQ(glance_rings(), 0);
  return 0;
}

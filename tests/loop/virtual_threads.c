/* SPDX-License-Identifier: MIT */
/*
 * Proves what the threads of a program do to the virtual clock. It does not jump past a thread that
 * computes, or that waits for something in real time, and then wakes the loop; by an async handle
 * or by a pipe. A thread that waits for another thread, or sleeps by the virtual clock, does not
 * keep time from passing.
 * no qemu: the kernel shows threads and system calls of the emulator.
 */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"

enum { HOUR_MS = 3600 * 1000, TAKES_MS = 60, SOON_MS = 20000 };

static uv_loop_t loop;
static uv_async_t async;
static uv_sem_t never;
static char order[16];
static int ends[2];

static void note(const char *what) { strcat(order, what); }

static uint64_t real_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void compute(void *arg) {
  uint64_t until_ms = real_ms() + TAKES_MS;
  (void)arg;
  while (real_ms() < until_ms) {
  }
}

static void computes(void *arg) {
  compute(arg);
  uv_async_send(&async);
}

static void waits(void *arg) {
  struct timespec pause = {0, TAKES_MS * 1000 * 1000};
  (void)arg;
  nanosleep(&pause, NULL);
  uv_async_send(&async);
}

static void writes(void *arg) {
  compute(arg);
  CHECK_EQ(write(ends[1], "x", 1), 1);
}

static void waits_for_thread(void *arg) {
  (void)arg;
  uv_sem_wait(&never);
}

static void sleeps(void *arg) {
  (void)arg;
  uv_sleep(HOUR_MS / 2);
  note("s");
}

static void on_async(uv_async_t *handle) {
  note("a");
  uv_stop(handle->loop);
}

static void on_time(uv_timer_t *timer) {
  note("t");
  uv_stop(timer->loop);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[16];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  (void)buf;
  CHECK_EQ(count, 1);
  note("r");
  uv_stop(stream->loop);
}

/* The order in which a thread and a timer call back. */
static const char *with(uv_thread_cb entry, uint64_t timeout_ms) {
  uv_thread_t thread;
  uv_timer_t timer;
  order[0] = 0;
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_time, timeout_ms, 0);
  CHECK_EQ(uv_thread_create(&thread, entry, NULL), 0);
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(&loop, UV_RUN_NOWAIT);
  if (entry == waits_for_thread) {
    uv_sem_post(&never);
  }
  CHECK_EQ(uv_thread_join(&thread), 0);
  return order;
}

int main(void) {
  uv_pipe_t pipe;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(gyre_virtual_time(&loop), 0);
  CHECK_EQ(uv_sem_init(&never, 0), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  CHECK_EQ(uv_pipe(ends, UV_NONBLOCK_PIPE, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_open(&pipe, ends[0]), 0);
  CHECK_EQ(uv_read_start((uv_stream_t *)&pipe, on_alloc, on_read), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_STR(with(computes, TAKES_MS / 2), "a");
    CHECK_STR(with(waits, SOON_MS), "a");
    CHECK_STR(with(writes, TAKES_MS / 2), "r");
  }
  uint64_t began_ms = real_ms();
  CHECK_STR(with(waits_for_thread, HOUR_MS), "t");
  CHECK_STR(with(sleeps, HOUR_MS), "st");
  CHECK(real_ms() - began_ms < SOON_MS / 2);
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&pipe, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(close(ends[1]), 0);
  uv_sem_destroy(&never);
  return 0;
}

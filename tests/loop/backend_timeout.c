/* SPDX-License-Identifier: MIT */
/*
 * Proves how long the poll phase may sleep in each case, both as returned by uv_backend_timeout and
 * as passed to the backend: not at all if there is something to do or nothing to wait for, else
 * until the first timer, referenced or not, else for ever.
 */
#include <limits.h>

#include "sim_loop.h"

enum { FD = 40 };

static uv_timer_t timer, other;
static uv_idle_t idle;
static uv_async_t async;
static uv_poll_t poll;
static gy_watcher watcher;
static named name = {"x", NULL};

static void nothing(gy_loop *l, gy_watcher *w, uint32_t events) {
  (void)l;
  (void)w;
  (void)events;
}

/* Runs a turn in which a descriptor becomes ready at once. Returns the timeout that the loop asked
 * for. */
static int64_t asked_ns(void) {
  sim.waits = 0;
  sim.early_returns = 0;
  gy_sim_at(&sim, (int64_t)sim.now_ns - GY_SIM_START_NS, FD, GY_IO_READ);
  run(UV_RUN_ONCE);
  gy_sim_ready(&sim, FD, 0);
  said[0] = '\0';
  return sim.first_timeout_ns;
}

static void without_work(void) {
  CHECK_EQ(uv_backend_timeout(&loop), 0); /* nothing is active */
  uv_timer_start(&timer, on_timer, 50, 0);
  uv_unref((uv_handle_t *)&timer);
  CHECK_EQ(uv_backend_timeout(&loop), 0); /* nothing that keeps the loop alive */
  uv_timer_stop(&timer);
  uv_ref((uv_handle_t *)&timer);

  uv_poll_start(&poll, UV_READABLE, on_poll);
  CHECK_EQ(uv_backend_timeout(&loop), 0); /* the kernel does not know of it yet */
  run(UV_RUN_NOWAIT);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
  CHECK_EQ(asked_ns(), -1);
}

static void with_timers(void) {
  uv_timer_start(&timer, on_timer, 50, 0);
  CHECK_EQ(uv_backend_timeout(&loop), 50);
  CHECK_EQ(asked_ns(), 50 * GY_SIM_MS);
  uv_timer_init(&loop, &other);
  other.data = &name;
  uv_unref((uv_handle_t *)&other);
  uv_timer_start(&other, on_timer, 20, 0); /* unreferenced, but it shortens the sleep */
  CHECK_EQ(uv_backend_timeout(&loop), 20);
  CHECK_EQ(asked_ns(), 20 * GY_SIM_MS);
  gy_sim_pass(&sim, 5 * GY_SIM_MS + 500000);
  CHECK_EQ(uv_backend_timeout(&loop), 20); /* by the loop's time */
  CHECK_EQ(asked_ns(), 14500000);          /* by the clock */
  CHECK_EQ(uv_backend_timeout(&loop), 15);
  uv_timer_stop(&other);
  gy_sim_pass(&sim, 60 * GY_SIM_MS);
  uv_update_time(&loop);
  CHECK_EQ(uv_backend_timeout(&loop), 0); /* overdue */
  CHECK_EQ(asked_ns(), 0);
  uv_timer_start(&timer, on_timer, (uint64_t)INT_MAX + 1, 0);
  CHECK_EQ(uv_backend_timeout(&loop), INT_MAX);
  uv_timer_start(&timer, on_timer, INT_MAX, 0);
  CHECK_EQ(uv_backend_timeout(&loop), INT_MAX);
  uv_timer_start(&timer, on_timer, INT_MAX - 1, 0);
  CHECK_EQ(uv_backend_timeout(&loop), INT_MAX - 1);
  uv_timer_start(&timer, on_timer, UINT64_MAX, 0);
  CHECK_EQ(uv_backend_timeout(&loop), INT_MAX);
  gy_sim_pass(&sim, 300000);
  uv_timer_start(&timer, on_timer, 0, 0);
  CHECK_EQ(uv_backend_timeout(&loop), 1); /* held back within the millisecond */
  uv_timer_stop(&timer);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
}

static void with_work(void) {
  uv_idle_start(&idle, on_idle);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  CHECK_EQ(asked_ns(), 0);
  uv_idle_stop(&idle);
  gy_pending_add(inside(), &watcher);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  CHECK_EQ(asked_ns(), 0);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
  uv_stop(&loop);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  run(UV_RUN_DEFAULT);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
  gyre_microtask(&loop, on_task, "x");
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  run(UV_RUN_NOWAIT);
  uv_close((uv_handle_t *)&other, NULL);
  CHECK_EQ(uv_backend_timeout(&loop), 0);
  CHECK_EQ(asked_ns(), 0);
  CHECK_EQ(uv_backend_timeout(&loop), -1);
}

int main(void) {
  open_fd(FD);
  open_loop();
  init_watcher(&watcher, nothing);
  uv_timer_init(&loop, &timer);
  uv_idle_init(&loop, &idle);
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  timer.data = idle.data = poll.data = &name;
  without_work();
  with_timers();
  with_work();
  uv_async_init(&loop, &async, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&idle, NULL);
  uv_close((uv_handle_t *)&poll, NULL);
  finish_loop();
  return 0;
}

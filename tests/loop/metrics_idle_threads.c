/* SPDX-License-Identifier: MIT */
/*
 * Proves that another thread sees the idle time grow while the loop is asleep, that it never
 * decreases, and that it is about the time slept.
 *
 * serial
 */
#include <stdatomic.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

static uv_loop_t loop;
static uv_async_t async;
static uv_barrier_t start;
static atomic_bool done;

static void watch(void *arg) {
  (void)arg;
  uint64_t last_ns = 0;
  int grew = 0;
  uv_barrier_wait(&start);
  uint64_t began_ns = uv_hrtime();
  while (uv_hrtime() - began_ns < 100000000) {
    uint64_t idle_ns = uv_metrics_idle_time(&loop);
    CHECK(idle_ns >= last_ns);
    CHECK(idle_ns <= uv_hrtime() - began_ns + 50000000);
    grew += idle_ns > last_ns;
    last_ns = idle_ns;
    if (grew % 50 == 10) {
      uv_async_send(&async); /* sleeps end and begin while we look */
    }
    uv_sleep(0);
  }
  CHECK(grew > 10);
  CHECK(last_ns > 30000000);
  atomic_store(&done, true);
  uv_async_send(&async);
}

static void on_async(uv_async_t *handle) {
  if (atomic_load(&done)) {
    uv_close((uv_handle_t *)handle, NULL);
  }
}

int main(void) {
  uv_thread_t thread;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_loop_configure(&loop, UV_METRICS_IDLE_TIME), 0);
  CHECK_EQ(uv_barrier_init(&start, 2), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  CHECK_EQ(uv_thread_create(&thread, watch, NULL), 0);
  uv_barrier_wait(&start);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_barrier_destroy(&start);
  return 0;
}

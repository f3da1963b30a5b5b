/* SPDX-License-Identifier: MIT */
/*
 * Proves that a process with nothing to do uses no CPU: soon after a burst of work and of sends,
 * the loop and every thread of the pool sleep, and are not woken until something happens.
 */
#include <sys/resource.h>
#include <sys/time.h>

#include "check.h"
#include "uv.h"

enum { BURST = 2000, SETTLE_MS = 20, IDLE_MS = 500, CPU_MAX_US = 5000, SWITCHES_MAX = 20 };

static uv_loop_t loop;
static uv_timer_t timer;
static uv_async_t async;
static uv_work_t work;
static int left;
static struct rusage before;

static long cpu_us(const struct rusage *usage) {
  return (long)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
         (long)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static void on_idle_over(uv_timer_t *handle) {
  struct rusage now;
  CHECK_EQ(getrusage(RUSAGE_SELF, &now), 0);
  CHECK(cpu_us(&now) - cpu_us(&before) < CPU_MAX_US);
  CHECK(now.ru_nvcsw - before.ru_nvcsw < SWITCHES_MAX);
  uv_close((uv_handle_t *)handle, NULL);
  uv_close((uv_handle_t *)&async, NULL);
}

static void on_settled(uv_timer_t *handle) {
  CHECK_EQ(getrusage(RUSAGE_SELF, &before), 0);
  CHECK_EQ(uv_timer_start(handle, on_idle_over, IDLE_MS, 0), 0);
}

static void do_nothing(uv_work_t *req) { (void)req; }

static void after(uv_work_t *req, int status);

static void next(void) {
  if (--left > 0) {
    CHECK_EQ(uv_queue_work(&loop, &work, do_nothing, after), 0);
  } else {
    CHECK_EQ(uv_timer_start(&timer, on_settled, SETTLE_MS, 0), 0);
  }
}

static void on_async(uv_async_t *handle) {
  (void)handle;
  next();
}

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_async_send(&async), 0);
}

int main(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  left = BURST;
  next();
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

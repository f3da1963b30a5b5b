/* SPDX-License-Identifier: MIT */
/*
 * uv_close of 100 000 active handles of one kind, and the turn that calls them back. An operation
 * is one handle closed. Making and starting them is not counted.
 *
 * @case close_timer 100000 timer
 * @case close_async 100000 async
 * @case close_idle 100000 idle
 */
#include "bench.h"

enum { HANDLES = 100000 };

static uint64_t closed;

static void on_close(uv_handle_t *handle) {
  (void)handle;
  closed++;
}

static void on_timer(uv_timer_t *handle) { (void)handle; }
static void on_idle(uv_idle_t *handle) { (void)handle; }
static void on_async(uv_async_t *handle) { (void)handle; }

static int start_timer(uv_loop_t *loop, union uv_any_handle *handle, uint64_t delay) {
  int failed = uv_timer_init(loop, &handle->timer);
  return failed | uv_timer_start(&handle->timer, on_timer, delay, 0);
}

static int start_idle(uv_loop_t *loop, union uv_any_handle *handle, uint64_t delay) {
  (void)delay;
  int failed = uv_idle_init(loop, &handle->idle);
  return failed | uv_idle_start(&handle->idle, on_idle);
}

static int start_async(uv_loop_t *loop, union uv_any_handle *handle, uint64_t delay) {
  (void)delay;
  return uv_async_init(loop, &handle->async, on_async);
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  uv_loop_t *loop = uv_default_loop();
  union uv_any_handle *handles = bench_memory(HANDLES, sizeof(*handles));
  int (*start)(uv_loop_t *, union uv_any_handle *, uint64_t) =
      strcmp(argv[2], "timer") == 0  ? start_timer
      : strcmp(argv[2], "idle") == 0 ? start_idle
                                     : start_async;
  uint64_t random = BENCH_SEED;
  uint64_t done = 0;
  for (int batch = 0; done < bench.ops; batch++) {
    for (size_t i = 0; i < HANDLES; i++) {
      BENCH_CHECK(start(loop, &handles[i], 1 + bench_random(&random) % 60000) == 0);
    }
    closed = 0;
    if (batch > 0) { /* the first batch is the warm-up */
      bench_begin();
    }
    for (size_t i = 0; i < HANDLES; i++) {
      uv_close((uv_handle_t *)&handles[i], on_close);
    }
    uv_run(loop, UV_RUN_DEFAULT);
    if (batch > 0) {
      bench_end();
      done += HANDLES;
    }
    BENCH_CHECK(closed == HANDLES);
  }
  return bench_report(done);
}

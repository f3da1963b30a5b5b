/* SPDX-License-Identifier: MIT */
/*
 * Proves that after the last of millions of sends by many threads to one handle there is at least
 * one callback, and that it sees the writes of all threads.
 *
 * time limit: 120 s
 */
#include <stdatomic.h>

#include "check.h"
#include "uv.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SENDS = 100000 };
#else
enum { SENDS = 1000000 };
#endif
enum { THREADS = 3 };

static uv_async_t async;
static atomic_int done[THREADS];

static void send_all(void *arg) {
  for (int i = 0; i < SENDS; i++) {
    if (i == SENDS - 1) {
      atomic_store_explicit((atomic_int *)arg, 1, memory_order_relaxed);
    }
    CHECK_EQ(uv_async_send(&async), 0);
  }
}

static void on_async(uv_async_t *handle) {
  int all = 0;
  for (int i = 0; i < THREADS; i++) {
    all += atomic_load_explicit(&done[i], memory_order_relaxed);
  }
  if (all == THREADS) {
    uv_timer_stop(handle->data);
  }
}

static void on_hung(uv_timer_t *timer) {
  (void)timer;
  CHECK(!"the last send was lost");
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t hung;
  uv_thread_t threads[THREADS];
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  uv_timer_init(&loop, &hung);
  uv_timer_start(&hung, on_hung, 50000, 0);
  async.data = &hung;
  uv_unref((uv_handle_t *)&async);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], send_all, &done[i]), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&hung, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that after the last send of each of several threads there is a callback which sees what
 * the thread wrote before, that no wake-up is lost in hundreds of thousands of sends to a loop that
 * goes to sleep in between, and that there are never more callbacks than sends.
 *
 * time limit: 120 s
 */
#include <stdatomic.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SENDS = 20000 };
#else
enum { SENDS = 100000 };
#endif
enum { THREADS = 4 };

typedef struct {
  uv_async_t async;
  uv_thread_t thread;
  atomic_int sent;
  atomic_int seen;
  int calls;
} line;

static line lines[THREADS];

static void send_all(void *arg) {
  line *l = arg;
  for (int i = 1; i <= SENDS; i++) {
    atomic_store_explicit(&l->sent, i, memory_order_relaxed);
    CHECK_EQ(uv_async_send(&l->async), 0);
    if (i % 64 == 0) { /* sometimes wait until it has arrived, so that the loop may sleep */
      while (atomic_load(&l->seen) < i) {
      }
    }
  }
}

static void on_async(uv_async_t *async) {
  line *l = (line *)async;
  int sent = atomic_load_explicit(&l->sent, memory_order_relaxed);
  l->calls++;
  CHECK(l->calls <= sent);
  atomic_store(&l->seen, sent);
  if (sent == SENDS) {
    uv_close((uv_handle_t *)async, NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_async_init(&loop, &lines[i].async, on_async), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&lines[i].thread, send_all, &lines[i]), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&lines[i].thread), 0);
    CHECK_EQ(atomic_load(&lines[i].seen), SENDS);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

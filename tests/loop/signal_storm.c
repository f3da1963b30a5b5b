/* SPDX-License-Identifier: MIT */
/*
 * A thread that starts and stops watchers receives the very signals it watches, at any moment, as
 * fast as another thread can send them: nothing hangs, and a watcher that stays misses none.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

#define SIGNALS 20000

/* ThreadSanitizer delays signals and merges pending ones. */
#if defined(__SANITIZE_THREAD__)
#define MERGED true
#elif defined(__has_feature)
#define MERGED __has_feature(thread_sanitizer)
#else
#define MERGED false
#endif

static atomic_bool finished;
static pthread_t target;
static int heard;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  CHECK_EQ(signum, SIGRTMIN);
  heard++;
}

/* The kernel queues real-time signals instead of merging them, as many as it has room for. */
static void *send_all(void *arg) {
  (void)arg;
  for (int sent = 0; sent < SIGNALS;) {
    sent += pthread_kill(target, SIGRTMIN) == 0;
    sched_yield();
  }
  atomic_store(&finished, true);
  return NULL;
}

int main(void) {
  uv_loop_t loop;
  uv_signal_t stays;
  uv_signal_t changes;
  pthread_t sender;
  target = pthread_self();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &stays), 0);
  CHECK_EQ(uv_signal_init(&loop, &changes), 0);
  CHECK_EQ(uv_signal_start(&stays, on_signal, SIGRTMIN), 0);
  CHECK_EQ(pthread_create(&sender, NULL, send_all, NULL), 0);
  for (int i = 0; !atomic_load(&finished); i++) {
    CHECK_EQ(i % 2 == 0 ? uv_signal_start(&changes, NULL, SIGRTMIN)
                        : uv_signal_start_oneshot(&changes, NULL, SIGRTMIN),
             0);
    if (i % 8 == 0) {
      uv_run(&loop, UV_RUN_NOWAIT);
    }
    CHECK_EQ(uv_signal_stop(&changes), 0);
  }
  CHECK_EQ(pthread_join(sender, NULL), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK(MERGED ? heard > 0 && heard <= SIGNALS : heard == SIGNALS);
  uv_close((uv_handle_t *)&stays, NULL);
  uv_close((uv_handle_t *)&changes, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that a pool which gets fewer threads than it wants works with those, and that one which
 * gets none returns the error, leaks nothing, and tries again with the next work.
 *
 * no asan, no tsan: it replaces pthread_create, as they do.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "pool.h"

static int allowed; /* this many threads can be created, then none */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*entry)(void *),
                   void *arg) {
  int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  return allowed-- > 0 ? real(thread, attributes, entry, arg) : EAGAIN;
}

static int finished;

static void work(uv_work_t *req) { (void)req; }

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  finished++;
}

int main(void) {
  uv_loop_t loop;
  uv_work_t works[20];
  gyre_pool_metrics_t metrics;
  set_threads("4");
  CHECK_EQ(uv_loop_init(&loop), 0);
  allowed = 0;
  CHECK_EQ(uv_queue_work(&loop, &works[0], work, after), UV_EAGAIN);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  gyre_pool_metrics(&metrics);
  CHECK_EQ(metrics.threads, 0);
  allowed = 2;
  for (int i = 0; i < 20; i++) {
    CHECK_EQ(uv_queue_work(&loop, &works[i], work, after), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(finished, 20);
  gyre_pool_metrics(&metrics);
  CHECK_EQ(metrics.threads, 2);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

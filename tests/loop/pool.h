/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the pool: a number of threads that is set before the pool starts, and work
 * that blocks until it is released.
 */
#ifndef GY_TEST_POOL_H
#define GY_TEST_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "check.h"
#include "gyre.h"
#include "loop/loop.h"
#include "work/request.h"

static uv_sem_t gate;
static atomic_int entered; /* how many blockers occupy a thread */

__attribute__((unused)) static void set_threads(const char *count) {
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", count, 1), 0);
  CHECK_EQ(uv_sem_init(&gate, 0), 0);
}

__attribute__((unused)) static void block(uv_work_t *req) {
  (void)req;
  atomic_fetch_add(&entered, 1);
  uv_sem_wait(&gate);
}

__attribute__((unused)) static void wait_entered(int count) {
  for (int i = 0; atomic_load(&entered) < count; i++) {
    CHECK(i < 20000);
    usleep(1000);
  }
}

__attribute__((unused)) static void let_go(int count) {
  for (int i = 0; i < count; i++) {
    uv_sem_post(&gate);
  }
}

#endif

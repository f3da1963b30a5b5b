/* SPDX-License-Identifier: MIT */
/*
 * Proves that no work waits while a thread could do it: work that needs all threads at the same
 * time gets them, thousands of times, whatever state they were in.
 */
#include "pool.h"

enum { THREADS = 4, ROUNDS = 2000 };

static uv_barrier_t together;
static int finished;

/* Returns only when all the others run at the same time. */
static void meet(uv_work_t *req) {
  (void)req;
  uv_barrier_wait(&together);
}

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  finished++;
}

int main(void) {
  uv_loop_t loop;
  uv_work_t works[THREADS];
  set_threads("4");
  alarm(50); /* a hang is a failure */
  CHECK_EQ(uv_barrier_init(&together, THREADS), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < THREADS; i++) {
      CHECK_EQ(uv_queue_work(&loop, &works[i], meet, after), 0);
    }
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(finished, (round + 1) * THREADS);
    if (round % 200 == 0) {
      usleep(2000); /* all asleep */
    }
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

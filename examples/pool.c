/* SPDX-License-Identifier: MIT */
/*
 * Work that would block the loop goes to the pool; what has not begun yet can be taken back.
 *
 *   ./run examples/pool.c                          four threads, all jobs begin at once
 *   UV_THREADPOOL_SIZE=1 ./run examples/pool.c     one thread: the other jobs wait, and are
 * cancelled
 *
 * work() runs on a thread of the pool and must not touch the loop. done() runs on the loop, once
 * for every job, whether it was done or cancelled.
 */
#include <gyre.h>
#include <stdio.h>

#define JOBS 3

typedef struct {
  uv_work_t request;
  int number;
  unsigned long primes;
} job;

static job jobs[JOBS];
static uv_timer_t impatience;

static void work(uv_work_t *request) {
  job *self = (job *)request->data;
  for (unsigned long n = 2; n < 100000; n++) {
    unsigned long d = 2;
    while (d * d <= n && n % d != 0) {
      d++;
    }
    self->primes += d * d > n;
  }
  uv_sleep(50); /* some work waits rather than computes */
}

static void done(uv_work_t *request, int status) {
  job *self = (job *)request->data;
  if (status == UV_ECANCELED) {
    printf("job %d: cancelled before it began\n", self->number);
  } else {
    printf("job %d: %lu primes\n", self->number, self->primes);
  }
}

/* The loop is free while the pool works. Cancelling succeeds only for a job that still waits. */
static void on_impatience(uv_timer_t *timer) {
  for (int i = 0; i < JOBS; i++) {
    int error = uv_cancel((uv_req_t *)&jobs[i].request);
    printf("cancel job %d: %s\n", i, error == 0 ? "taken back" : uv_strerror(error));
  }
  uv_close((uv_handle_t *)timer, NULL);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();

  for (int i = 0; i < JOBS; i++) {
    jobs[i].number = i;
    jobs[i].request.data = &jobs[i];
    uv_queue_work(loop, &jobs[i].request, work, done);
  }
  uv_timer_init(loop, &impatience);
  uv_timer_start(&impatience, on_impatience, 10, 0);
  uv_run(loop, UV_RUN_DEFAULT);

  /* What the pool has measured meanwhile: libgyre's addition. */
  gyre_pool_metrics_t metrics;
  gyre_pool_metrics(&metrics);
  const gyre_work_metrics *user = &metrics.kinds[GYRE_WORK_USER];
  printf("%u threads, %llu jobs done, longest wait for a thread %.1f ms\n", metrics.threads,
         (unsigned long long)user->finished, (double)user->queue_max_ns / 1e6);
  return uv_loop_close(loop) == 0 ? 0 : 1;
}

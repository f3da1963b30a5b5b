/* SPDX-License-Identifier: MIT */
/*
 * Proves how many threads the pool has for each value of UV_THREADPOOL_SIZE: the given number from
 * 1 to 1024, four if unset, one if it is not a number or less than one. Each value is tried in a
 * new process, since the variable is read once.
 *
 * time limit: 120 s
 */
#include <sys/wait.h>

#include "pool.h"

static void work(uv_work_t *req) { (void)req; }

static unsigned threads_for(const char *value) {
  uv_loop_t loop;
  uv_work_t req;
  gyre_pool_metrics_t metrics;
  CHECK_EQ(value == NULL ? unsetenv("UV_THREADPOOL_SIZE") : setenv("UV_THREADPOOL_SIZE", value, 1),
           0);
  gyre_pool_metrics(&metrics);
  CHECK_EQ(metrics.threads, 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_queue_work(&loop, &req, work, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "7", 1), 0); /* too late */
  CHECK_EQ(uv_queue_work(&loop, &req, work, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  gyre_pool_metrics(&metrics);
  return metrics.threads;
}

static void expect(const char *value, unsigned threads) {
  int status;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK_EQ(threads_for(value), threads);
    exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  if (status != 0) {
    fprintf(stderr, "with UV_THREADPOOL_SIZE=%s\n", value == NULL ? "(none)" : value);
    exit(1);
  }
}

int main(void) {
  expect(NULL, 4);
  expect("1", 1);
  expect("2", 2);
  expect("16", 16);
  expect("0", 1);
  expect("-3", 1);
  expect("junk", 1);
  expect("", 1);
  expect("2000", 1024);
  expect("99999999999999999999", 1024);
  return 0;
}

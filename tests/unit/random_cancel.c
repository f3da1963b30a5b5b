/* SPDX-License-Identifier: MIT */
/* Proves that a request that no thread has begun can be cancelled: its callback gets UV_ECANCELED,
 * and its buffer is left alone. */
#include "../check.h"
#include "uv.h"

static uv_sem_t begun;
static uv_sem_t go_on;
static int called;
static unsigned char buf[64];

static void block(uv_work_t *req) {
  (void)req;
  uv_sem_post(&begun);
  uv_sem_wait(&go_on);
}

static void on_random(uv_random_t *req, int status, void *memory, size_t buflen) {
  (void)req;
  CHECK_EQ(status, UV_ECANCELED);
  CHECK(memory == buf);
  CHECK_EQ(buflen, sizeof(buf));
  called++;
}

int main(void) {
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "1", 1), 0);
  CHECK_EQ(uv_sem_init(&begun, 0), 0);
  CHECK_EQ(uv_sem_init(&go_on, 0), 0);
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_work_t work;
  uv_random_t req;
  CHECK_EQ(uv_queue_work(&loop, &work, block, NULL), 0);
  uv_sem_wait(&begun);
  CHECK_EQ(uv_random(&loop, &req, buf, sizeof(buf), 0, on_random), 0);
  CHECK_EQ(uv_cancel((uv_req_t *)&req), 0);
  CHECK_EQ(called, 0);
  uv_sem_post(&go_on);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  for (size_t i = 0; i < sizeof(buf); i++) {
    CHECK_EQ(buf[i], 0);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&begun);
  uv_sem_destroy(&go_on);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that a loop may be closed and its memory freed right after the callback of its last work,
 * although the thread that did the work may still be in the call that reported it.
 */
#include "pool.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { ROUNDS = 1000 };
#else
enum { ROUNDS = 5000 };
#endif

static int finished;

static void work(uv_work_t *req) { (void)req; }

static void after(uv_work_t *req, int status) {
  CHECK_EQ(status, 0);
  finished++;
  free(req);
}

int main(void) {
  for (int round = 0; round < ROUNDS; round++) {
    uv_loop_t *loop = malloc(sizeof(*loop));
    CHECK(loop != NULL && uv_loop_init(loop) == 0);
    int works = 1 + round % 3;
    for (int i = 0; i < works; i++) {
      uv_work_t *req = malloc(sizeof(*req));
      CHECK(req != NULL);
      CHECK_EQ(uv_queue_work(loop, req, work, after), 0);
    }
    CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(uv_loop_close(loop), 0);
    memset(loop, 0xa5, sizeof(*loop));
    free(loop);
  }
  CHECK(finished > ROUNDS);
  return 0;
}

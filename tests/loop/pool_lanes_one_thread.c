/* SPDX-License-Identifier: MIT */
/* Proves that with a single thread name lookups and other work are both done, in order of age. */
#include "pool.h"

enum { REQUESTS = 20 };

static uv_getaddrinfo_t requests[REQUESTS];
static int started, done;

static void work(gy_request *req) { CHECK((void *)req == &requests[started++]); }

static void finished(gy_request *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  done++;
}

int main(void) {
  uv_loop_t loop;
  uv_work_t blocker;
  set_threads("1");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_queue_work(&loop, &blocker, block, NULL), 0);
  wait_entered(1);
  for (int i = 0; i < REQUESTS; i++) {
    requests[i].type = UV_GETADDRINFO;
    CHECK_EQ(gy_pool_submit(gy_loop_of(&loop), &requests[i],
                            i % 3 == 0 ? GYRE_WORK_NAME : GYRE_WORK_FILE, work, finished),
             0);
    uint64_t from_ns = uv_hrtime();
    while (uv_hrtime() - from_ns < 2000) { /* so that no two have the same age */
    }
  }
  let_go(1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(done, REQUESTS);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

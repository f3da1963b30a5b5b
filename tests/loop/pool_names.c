/* SPDX-License-Identifier: MIT */
/* Threads of the pool have the names of libuv's, for tools that watch a program from outside or set
 * affinity by thread name. */
#include "pool.h"

static char name[32];

static void ask(uv_work_t *req) {
  (void)req;
  uv_thread_t self = uv_thread_self();
  CHECK_EQ(uv_thread_getname(&self, name, sizeof(name)), 0);
}

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
}

int main(void) {
  uv_loop_t loop;
  uv_work_t work;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_queue_work(&loop, &work, ask, after), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(name, "libuv-worker");
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

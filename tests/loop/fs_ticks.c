/* SPDX-License-Identifier: MIT */
/* Proves that file callbacks go through the door: what a callback queues as tick and microtask has
 * run before the callback of the next request, and the callback may reuse or free its request. */
#include "fs_scratch.h"
#include "gyre.h"

static uv_loop_t loop;
static char order[64];
static int started;

static void tick(void *arg) {
  (void)arg;
  strcat(order, "t");
}

static void microtask(void *arg) {
  (void)arg;
  strcat(order, "m");
}

static void on_stat(uv_fs_t *req) {
  CHECK_EQ(req->result, 0);
  strcat(order, "c");
  CHECK_EQ(gyre_microtask(&loop, microtask, NULL), 0);
  CHECK_EQ(gyre_next_tick(&loop, tick, NULL), 0);
  uv_fs_req_cleanup(req);
  if (started < 3) {
    started++;
    CHECK_EQ(uv_fs_stat(&loop, req, ".", on_stat), 0);
  } else {
    free(req);
  }
}

int main(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 2; i++) {
    started++;
    CHECK_EQ(uv_fs_stat(&loop, malloc(sizeof(uv_fs_t)), ".", on_stat), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(order, "ctmctmctm");
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

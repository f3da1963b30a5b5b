/* SPDX-License-Identifier: MIT */
/*
 * Proves that the pending phase has one limit for a whole turn, although a turn enters it more than
 * once, and that what is left over comes first in the next turn, for which the loop does not sleep.
 */
#include "sim_loop.h"

static gy_watcher watchers[4];

static void on_pending(gy_loop *l, gy_watcher *watcher, uint32_t events) {
  (void)events;
  GY_CALL(l, NONE, watcher, NULL, say("%d", (int)(watcher - watchers)));
}

static void on_checked(uv_check_t *check) {
  (void)check;
  say("check");
}

int main(void) {
  uv_check_t check;
  open_loop();
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_checked);
  for (int i = 0; i < 4; i++) {
    init_watcher(&watchers[i], on_pending);
  }
  gy_pending_add(inside(), &watchers[0]);
  gy_pending_add(inside(), &watchers[1]);
  gy_pending_add(inside(), &watchers[2]);
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_PENDING, 2), 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("0 1 check");
  gy_pending_add(inside(), &watchers[3]);
  gy_pending_add(inside(), &watchers[0]);
  CHECK(run(UV_RUN_ONCE) != 0);
  CHECK_EQ(sim.last_timeout_ns, 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("2 3 check 0 check");
  CHECK_EQ(sim.last_timeout_ns, 0);
  uv_close((uv_handle_t *)&check, NULL);
  finish_loop();
  return 0;
}

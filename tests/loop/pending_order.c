/* SPDX-License-Identifier: MIT */
/*
 * Proves that the pending phase calls watchers in the order of queueing, that a watcher which is
 * queued twice is called once, and that one which is queued meanwhile waits for the next round.
 */
#include "sim_loop.h"

static gy_watcher watchers[3];
static bool more;

static void on_pending(gy_loop *l, gy_watcher *watcher, uint32_t events) {
  CHECK_EQ(events, GY_IO_PENDING);
  GY_CALL(l, NONE, watcher, NULL, say("%d", (int)(watcher - watchers)));
  if (more && watcher == &watchers[2]) {
    more = false;
    gy_pending_add(l, &watchers[1]);
    gy_pending_add(l, &watchers[2]);
    gy_pending_add(l, &watchers[0]); /* still to come in this round: called there, and only once */
  }
}

int main(void) {
  open_loop();
  for (int i = 0; i < 3; i++) {
    init_watcher(&watchers[i], on_pending);
  }
  gy_pending_add(inside(), &watchers[2]);
  gy_pending_add(inside(), &watchers[0]);
  gy_pending_add(inside(), &watchers[1]);
  gy_pending_add(inside(), &watchers[2]);
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(run(UV_RUN_NOWAIT), 0);
  SAID("2 0 1");

  more = true;
  gy_pending_add(inside(), &watchers[2]);
  gy_pending_add(inside(), &watchers[0]);
  CHECK_EQ(run(UV_RUN_NOWAIT), 0);
  SAID("2 0 1 2");

  gy_pending_add(inside(), &watchers[0]);
  gy_pending_add(inside(), &watchers[1]);
  gy_watcher_forget(inside(), &watchers[0]);
  CHECK_EQ(run(UV_RUN_NOWAIT), 0);
  SAID("1");
  CHECK_EQ(sim.last_timeout_ns, 0);
  close_loop();
  return 0;
}

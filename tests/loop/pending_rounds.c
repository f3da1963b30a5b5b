/* SPDX-License-Identifier: MIT */
/*
 * Proves that callbacks which keep queueing themselves run once before poll and eight times after
 * it, and that the loop then continues with the other phases and does not sleep in the next turn.
 */
#include "sim_loop.h"

static gy_watcher watcher;
static int calls;

static void on_pending(gy_loop *l, gy_watcher *w, uint32_t events) {
  (void)events;
  calls++;
  gy_pending_add(l, w);
}

static void on_checked(uv_check_t *check) {
  (void)check;
  say("check after %d", calls);
}

int main(void) {
  uv_check_t check;
  open_loop();
  init_watcher(&watcher, on_pending);
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_checked);
  gy_pending_add(inside(), &watcher);
  CHECK(run(UV_RUN_ONCE) != 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("check after 9 check after 18");
  CHECK_EQ(sim.last_timeout_ns, 0);
  gy_watcher_forget(inside(), &watcher);
  uv_close((uv_handle_t *)&check, NULL);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that timeouts up to the end of time are safe: their sum with the loop's time saturates,
 * they never run, they keep the loop alive, other timers run before them, and the timeout that is
 * passed to the backend stays in its range.
 */
#include <limits.h>

#include "sim_loop.h"

int main(void) {
  static const uint64_t timeouts[] = {UINT64_MAX, UINT64_MAX - 1,       (uint64_t)INT64_MAX + 1,
                                      INT64_MAX,  UINT64_MAX / 1000000, (uint64_t)1 << 62};
  enum { COUNT = sizeof(timeouts) / sizeof(timeouts[0]) };
  uv_timer_t far[COUNT];
  uv_timer_t near;
  named names[] = {{"far", NULL}, {"near", NULL}};
  open_loop();
  uv_timer_init(&loop, &near);
  near.data = &names[1];
  for (int i = 0; i < COUNT; i++) {
    uv_timer_init(&loop, &far[i]);
    far[i].data = &names[0];
    CHECK_EQ(uv_timer_start(&far[i], on_timer, timeouts[i], timeouts[i]), 0);
    uint64_t most = UINT64_MAX - uv_now(&loop);
    CHECK(uv_timer_get_due_in(&far[i]) == (timeouts[i] > most ? most : timeouts[i]));
    CHECK_EQ(uv_backend_timeout(&loop), INT_MAX);
    for (int turn = 0; turn < 2; turn++) {
      uv_timer_start(&near, on_timer, 3, 0);
      CHECK(run(UV_RUN_ONCE) != 0);
      SAID("near");
    }
    CHECK_EQ(now(), 6 * (i + 1));
  }
  sim.waits = 0;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  CHECK(sim.last_timeout_ns >= -1);
  for (int i = 0; i < COUNT; i++) {
    uv_close((uv_handle_t *)&far[i], NULL);
  }
  uv_close((uv_handle_t *)&near, NULL);
  finish_loop();
  return 0;
}

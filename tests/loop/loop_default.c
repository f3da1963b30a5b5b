/* SPDX-License-Identifier: MIT */
/*
 * Proves that the default loop is created when it is first requested, is the same each time, and is
 * created again after it was closed.
 */
#include "check.h"
#include "uv.h"

static int calls;

static void on_timer(uv_timer_t *timer) {
  calls++;
  uv_close((uv_handle_t *)timer, NULL);
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    uv_timer_t timer;
    uv_loop_t *loop = uv_default_loop();
    CHECK(loop != NULL && uv_default_loop() == loop);
    CHECK_EQ(uv_loop_alive(loop), 0);
    uv_timer_init(loop, &timer);
    uv_timer_start(&timer, on_timer, 0, 0);
    CHECK_EQ(uv_loop_close(loop), UV_EBUSY);
    CHECK(uv_default_loop() == loop);
    CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(calls, round + 1);
    CHECK_EQ(uv_loop_close(loop), 0);
  }
  return 0;
}

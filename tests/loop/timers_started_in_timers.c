/* SPDX-License-Identifier: MIT */
/*
 * Proves that a timer which a timer's callback starts waits for a later pass even if its timeout is
 * 0, also if it had been due in this pass, and that the turn between does not sleep.
 */
#include "sim_loop.h"

static uv_timer_t first, second;
static uv_check_t check;
static int runs;

static void restart_both(void *handle) {
  if (++runs < 3) {
    uv_timer_start(handle, on_timer, 0, 0);
    uv_timer_start(&second, on_timer, 0, 0); /* was due in this pass */
  }
}

int main(void) {
  named names[] = {{"first", restart_both}, {"second", NULL}, {"check", NULL}};
  open_loop();
  uv_timer_init(&loop, &first);
  uv_timer_init(&loop, &second);
  uv_check_init(&loop, &check);
  first.data = &names[0];
  second.data = &names[1];
  check.data = &names[2];
  uv_check_start(&check, on_check);
  uv_unref((uv_handle_t *)&check);
  uv_timer_start(&first, on_timer, 0, 0);
  uv_timer_start(&second, on_timer, 0, 0);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("first check first check first second");
  CHECK_EQ(now(), 0);
  uv_close((uv_handle_t *)&first, NULL);
  uv_close((uv_handle_t *)&second, NULL);
  uv_close((uv_handle_t *)&check, NULL);
  finish_loop();
  return 0;
}

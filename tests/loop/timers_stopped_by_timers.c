/* SPDX-License-Identifier: MIT */
/*
 * Proves that a timer which is due does not run if a timer before it in the same pass stops or
 * closes it.
 */
#include "sim_loop.h"

static uv_timer_t timers[4];

static void stop_others(void *handle) {
  (void)handle;
  uv_timer_stop(&timers[1]);
  uv_close((uv_handle_t *)&timers[2], on_closed);
}

int main(void) {
  named names[] = {{"a", stop_others}, {"b", NULL}, {"c", NULL}, {"d", NULL}};
  open_loop();
  for (int i = 0; i < 4; i++) {
    uv_timer_init(&loop, &timers[i]);
    timers[i].data = &names[i];
    uv_timer_start(&timers[i], on_timer, 1, 0);
  }
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("a d c-closed");
  CHECK(!uv_is_active((uv_handle_t *)&timers[1]));
  uv_close((uv_handle_t *)&timers[0], NULL);
  uv_close((uv_handle_t *)&timers[1], NULL);
  uv_close((uv_handle_t *)&timers[3], NULL);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_walk visits each handle once, closing ones too, while its callback closes handles
 * and makes new ones, and that it does not visit those made meanwhile.
 */
#include "sim_loop.h"

static uv_timer_t timers[3], made[3];
static int visits;

static void visit(uv_handle_t *handle, void *arg) {
  CHECK(arg == &visits);
  CHECK(handle == (uv_handle_t *)&timers[visits]);
  CHECK_EQ(uv_timer_init(&loop, &made[visits]), 0);
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
  if (visits == 0) {
    uv_close((uv_handle_t *)&timers[2], NULL); /* not visited yet */
  }
  visits++;
}

static void close_all(uv_handle_t *handle, void *arg) {
  (void)arg;
  visits++;
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}

static void count(uv_handle_t *handle, void *arg) {
  (void)handle;
  (void)arg;
  visits++;
}

int main(void) {
  open_loop();
  for (int i = 0; i < 3; i++) {
    uv_timer_init(&loop, &timers[i]);
  }
  uv_close((uv_handle_t *)&timers[1], NULL);
  uv_walk(&loop, visit, &visits);
  CHECK_EQ(visits, 3);
  CHECK(run(UV_RUN_DEFAULT) == 0);
  visits = 0;
  uv_walk(&loop, close_all, NULL);
  CHECK_EQ(visits, 3);
  uv_walk(&loop, close_all, NULL); /* closing, but not gone */
  CHECK_EQ(visits, 6);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  uv_walk(&loop, count, NULL);
  CHECK_EQ(visits, 6);
  close_loop();
  return 0;
}

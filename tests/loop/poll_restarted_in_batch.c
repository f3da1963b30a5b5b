/* SPDX-License-Identifier: MIT */
/*
 * Proves that a handle which is stopped and started again while fetched events for it wait does not
 * get them: the program may have put another descriptor under the same number.
 */
#include "sim_loop.h"

enum { FIRST = 40 };

static uv_poll_t polls[2];

static void restart_second(void *handle) {
  ((named *)polls[0].data)->then = NULL;
  (void)handle;
  uv_poll_stop(&polls[1]);
  CHECK_EQ(dup2(FIRST, FIRST + 1), FIRST + 1);
  gy_sim_ready(&sim, FIRST + 1, 0);
  CHECK_EQ(uv_poll_start(&polls[1], UV_READABLE, on_poll), 0);
}

int main(void) {
  named names[] = {{"a", restart_second}, {"b", NULL}};
  open_loop();
  for (int i = 0; i < 2; i++) {
    open_fd(FIRST + i);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FIRST + i), 0);
    polls[i].data = &names[i];
    uv_poll_start(&polls[i], UV_READABLE, on_poll);
    gy_sim_ready(&sim, FIRST + i, GY_IO_READ);
  }
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a");
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a");
  gy_sim_ready(&sim, FIRST, 0);
  gy_sim_ready(&sim, FIRST + 1, GY_IO_READ);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("b");
  uv_close((uv_handle_t *)&polls[0], NULL);
  uv_close((uv_handle_t *)&polls[1], NULL);
  finish_loop();
  return 0;
}

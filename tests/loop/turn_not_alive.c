/* SPDX-License-Identifier: MIT */
/*
 * Proves that uv_run on a loop with nothing to do calls nothing and does not poll: it updates the
 * time and returns 0, in every mode.
 */
#include "sim_loop.h"

int main(void) {
  uv_check_t check;
  named c = {"check", NULL};
  open_loop();
  uv_check_init(&loop, &check);
  check.data = &c;
  uv_check_start(&check, on_check);
  uv_unref((uv_handle_t *)&check);
  for (int mode = UV_RUN_DEFAULT; mode <= UV_RUN_NOWAIT; mode++) {
    gy_sim_pass(&sim, 5 * GY_SIM_MS);
    CHECK_EQ(run((uv_run_mode)mode), 0);
    CHECK_EQ(now(), 5 * (mode + 1));
  }
  SAID("");
  CHECK_EQ(sim.waits, 0);
  uv_close((uv_handle_t *)&check, NULL);
  finish_loop();
  return 0;
}

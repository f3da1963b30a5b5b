/* SPDX-License-Identifier: MIT */
/*
 * Proves that a limit on the poll phase fetches no more events than it may deliver, that the
 * remaining descriptors come first in the next turn, and that no fetched event is lost.
 */
#include "sim_loop.h"

enum { FIRST = 40, POLLS = 5 };

int main(void) {
  uv_poll_t polls[POLLS];
  named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}, {"d", NULL}, {"e", NULL}};
  open_loop();
  for (int i = 0; i < POLLS; i++) {
    open_fd(FIRST + i);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FIRST + i), 0);
    polls[i].data = &names[i];
    uv_poll_start(&polls[i], UV_READABLE, on_poll);
    gy_sim_ready(&sim, FIRST + i, GY_IO_READ);
  }
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, 2), 0);
  const char *const turns[] = {"a b", "c d", "e a", "b c"};
  for (int i = 0; i < 4; i++) {
    CHECK(run(UV_RUN_ONCE) != 0);
    SAID(turns[i]);
  }
  CHECK_EQ(sim.waits, 4);
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, 0), 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("d e a b c");
  for (int i = 0; i < POLLS; i++) {
    uv_close((uv_handle_t *)&polls[i], NULL);
  }
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that callbacks for descriptors which the kernel refuses count against the limit of the
 * poll phase like any other.
 */
#include "sim_loop.h"

enum { FIRST = 40, POLLS = 3 };

int main(void) {
  uv_poll_t polls[POLLS];
  named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}};
  open_loop();
  for (int i = 0; i < POLLS; i++) {
    open_fd(FIRST + i);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FIRST + i), 0);
    polls[i].data = &names[i];
    uv_poll_start(&polls[i], UV_READABLE, on_poll);
    sim.fds[FIRST + i].set_error = -EPERM;
  }
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, 1), 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("EBADF a");
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("EBADF b");
  CHECK_EQ(run(UV_RUN_ONCE), 0);
  SAID("EBADF c");
  for (int i = 0; i < POLLS; i++) {
    uv_close((uv_handle_t *)&polls[i], NULL);
  }
  finish_loop();
  return 0;
}

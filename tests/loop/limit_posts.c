/* SPDX-License-Identifier: MIT */
/*
 * Proves that a limit on the poll phase holds for async handles, that those left over come first in
 * the next turn, before descriptors, and that the loop does not sleep meanwhile.
 */
#include "sim_loop.h"

enum { FD = 40 };

int main(void) {
  uv_async_t asyncs[4];
  uv_poll_t poll;
  named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}, {"d", NULL}, {"fd", NULL}};
  open_fd(FD);
  open_loop();
  for (int i = 0; i < 4; i++) {
    uv_async_init(&loop, &asyncs[i], on_async);
    asyncs[i].data = &names[i];
    uv_async_send(&asyncs[i]);
  }
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  poll.data = &names[4];
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, 2), 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a b");
  uv_poll_start(&poll, UV_READABLE, on_poll);
  gy_sim_ready(&sim, FD, GY_IO_READ);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("c d");
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("fd");
  gyre_loop_limit(&loop, GYRE_PHASE_POLL, 1);
  gy_sim_ready(&sim, FD, 0);
  uv_async_send(&asyncs[3]);
  uv_async_send(&asyncs[0]);
  CHECK(run(UV_RUN_ONCE) != 0);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a d");
  CHECK_EQ(now(), 0);
  for (int i = 0; i < 4; i++) {
    uv_close((uv_handle_t *)&asyncs[i], NULL);
  }
  uv_close((uv_handle_t *)&poll, NULL);
  finish_loop();
  return 0;
}

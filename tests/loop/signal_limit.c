/* SPDX-License-Identifier: MIT */
/*
 * The callbacks for one watcher's signals count against the limit of the poll phase; the rest run
 * in the following turns, and none is lost.
 */
#include <signal.h>

#include "check.h"
#include "gyre.h"

static int calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  calls++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t handle;
  CHECK_EQ(uv_signal_init(loop, &handle), 0);
  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGUSR1), 0);
  CHECK_EQ(gyre_loop_limit(loop, GYRE_PHASE_POLL, 3), 0);
  for (int i = 0; i < 8; i++) {
    raise(SIGUSR1);
  }
  static const int expected[] = {3, 6, 8, 8};
  for (int i = 0; i < 4; i++) {
    uv_run(loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, expected[i]);
  }
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

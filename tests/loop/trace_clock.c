/* SPDX-License-Identifier: MIT */
/* Proves that a traced loop has the right time after the program has spent time outside of uv_run,
 * where the tracer sees nothing of it: a timer fires as often as it should. */
#include <unistd.h>

#include "../check.h"
#include "gyre.h"
#include "uv.h"

enum { ROUNDS = 200, EVERY_MS = 5 };

static unsigned fired;

static void on_timer(uv_timer_t *timer) {
  (void)timer;
  fired++;
}

int main(void) {
  uv_loop_t loop;
  uv_timer_t timer;
  CHECK_EQ(gyre_trace_start(NULL, NULL), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_timer, EVERY_MS, EVERY_MS);
  for (int i = 0; i < ROUNDS; i++) {
    usleep(1000);
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  /* Runs are at least a millisecond apart. */
  CHECK(fired >= ROUNDS / EVERY_MS / 2);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(gyre_trace_stop(NULL), 0);
  return 0;
}

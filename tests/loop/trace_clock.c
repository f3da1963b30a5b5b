/* SPDX-License-Identifier: MIT */
/* Proves that a loop that is traced has the right time after the program has spent some outside of
 * uv_run, where the tracer sees nothing of it. */
#include <unistd.h>

#include "../check.h"
#include "gyre.h"
#include "uv.h"

enum { ROUNDS = 20, SPENT_MS = 4 };

static int fired;

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
  uv_timer_start(&timer, on_timer, 1, 1);
  for (int i = 0; i < ROUNDS; i++) {
    usleep(SPENT_MS * 1000);
    int before = fired;
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK(fired > before); /* the last that it did: the tracer has seen when */
    uint64_t then = uv_now(&loop);
    usleep(SPENT_MS * 1000);
    uv_update_time(&loop);
    CHECK(uv_now(&loop) >= then + SPENT_MS - 1);
  }
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(gyre_trace_stop(NULL), 0);
  return 0;
}

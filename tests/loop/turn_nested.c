/* SPDX-License-Identifier: MIT */
/*
 * Proves what happens if a callback runs its own loop, which programs should not do but some do:
 * the inner run calls the idle, prepare and check handles that the outer one has already called,
 * and those that were started since; then the outer one continues with the rest. Handles that the
 * inner run stops and closes are not called by the outer one. A limit applies to both.
 */
#include "sim_loop.h"

enum { HANDLES = 4 };

static uv_idle_t idles[HANDLES];
static uv_check_t checks[HANDLES];
static named names[HANDLES] = {{"A", NULL}, {"B", NULL}, {"C", NULL}, {"D", NULL}};
static int depth;

static void run_inside(void *handle) {
  (void)handle;
  if (depth++ == 0) {
    say("(");
    CHECK(run(UV_RUN_NOWAIT) != 0);
    say(")");
  }
  depth--;
}

static void start_and_run(void *handle) {
  if (depth == 0) {
    uv_idle_start(&idles[3], on_idle);
  }
  run_inside(handle);
}

static void run_and_stop_b(void *handle) {
  if (depth > 0) {
    uv_idle_stop(&idles[1]);
  }
  run_inside(handle);
}

static void run_and_close_rest(void *handle) {
  if (depth > 0) {
    uv_close((uv_handle_t *)&idles[1], NULL);
    uv_close((uv_handle_t *)&idles[2], NULL);
  }
  run_inside(handle);
}

static void start_all(void) {
  for (int i = 2; i >= 0; i--) { /* the last one started runs first */
    uv_idle_start(&idles[i], on_idle);
  }
}

static void check_checks(void) {
  uv_check_stop(&checks[3]);
  for (int i = 2; i >= 0; i--) {
    uv_check_start(&checks[i], on_check);
  }
  names[1].then = run_inside;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("A B ( A B ) C");
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_CHECK, 2), 0);
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("A B ( A B )");
  names[1].then = NULL;
  CHECK(run(UV_RUN_NOWAIT) != 0); /* the rest come first */
  SAID("C A");
  for (int i = 0; i < 3; i++) {
    uv_check_stop(&checks[i]);
  }
}

int main(void) {
  open_loop();
  for (int i = 0; i < HANDLES; i++) {
    uv_idle_init(&loop, &idles[i]);
    uv_check_init(&loop, &checks[i]);
    idles[i].data = checks[i].data = &names[i];
  }
  start_all();
  names[0].then = run_inside;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("A ( A ) B C");
  names[0].then = NULL;
  names[2].then = run_inside;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("A B C ( A B C )");
  names[2].then = NULL;
  names[0].then = start_and_run;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("A ( D A ) B C");
  uv_idle_stop(&idles[3]);
  names[0].then = run_and_stop_b;
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("A ( A ) C");
  uv_idle_start(&idles[1], on_idle);
  names[1].then = NULL;
  names[0].then = run_and_close_rest; /* B runs first now */
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("B A ( B A )");
  names[0].then = NULL;
  uv_idle_stop(&idles[0]);
  uv_check_start(&checks[3], on_check);
  names[3].then = NULL;
  run(UV_RUN_NOWAIT);
  SAID("D");
  check_checks();
  for (int i = 0; i < HANDLES; i++) {
    if (!uv_is_closing((uv_handle_t *)&idles[i])) {
      uv_close((uv_handle_t *)&idles[i], NULL);
    }
    uv_close((uv_handle_t *)&checks[i], NULL);
  }
  said[0] = '\0';
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * One turn of a loop that does not sleep. An operation is one turn.
 *
 * idle: an idle handle alone. phases: idle, prepare and check. unref: idle, and a check handle that
 * is not referenced. fds: idle, and 100 descriptors that stay silent. nowait: each turn entered by
 * uv_run(UV_RUN_NOWAIT), a far timer being active, as an embedder does. dead: the same with nothing
 * but an unreferenced check handle, so that the loop is not alive and uv_run returns at once.
 *
 * @case tick_idle 20000 idle goal=10
 * @case tick_phases 20000 phases
 * @case tick_unref 20000 unref
 * @case tick_fds 20000 fds
 * @case tick_nowait 20000 nowait
 * @case tick_dead 20000 dead
 */
#include "bench.h"

static uint64_t turns_left;
static uint64_t calls;

static void on_idle(uv_idle_t *handle) {
  if (--turns_left == 0) {
    uv_stop(handle->loop);
  }
}

static void on_prepare(uv_prepare_t *handle) {
  (void)handle;
  calls++;
}

static void on_check(uv_check_t *handle) {
  (void)handle;
  calls++;
}

static void on_timer(uv_timer_t *handle) {
  (void)handle;
  BENCH_CHECK(!"the far timer expired");
}

static void on_readable(uv_poll_t *handle, int status, int events) {
  (void)handle, (void)status, (void)events;
  BENCH_CHECK(!"a silent descriptor became readable");
}

static void watch_silent_fds(uv_loop_t *loop) {
  static uv_poll_t polls[100];
  for (int i = 0; i < 100; i++) {
    int ends[2];
    BENCH_CHECK(pipe(ends) == 0);
    BENCH_CHECK(uv_poll_init(loop, &polls[i], ends[0]) == 0);
    BENCH_CHECK(uv_poll_start(&polls[i], UV_READABLE, on_readable) == 0);
  }
}

static void turn_inside(uv_loop_t *loop, uint64_t turns) {
  turns_left = turns;
  BENCH_CHECK(uv_run(loop, UV_RUN_DEFAULT) != 0);
  BENCH_CHECK(turns_left == 0);
}

static void turn_outside(uv_loop_t *loop, uint64_t turns) {
  for (uint64_t i = 0; i < turns; i++) {
    calls += (uint64_t)uv_run(loop, UV_RUN_NOWAIT);
  }
}

int main(int argc, char **argv) {
  bench_open(argc, argv, 1);
  const char *kind = argv[2];
  int is_nowait = strcmp(kind, "nowait") == 0;
  int is_dead = strcmp(kind, "dead") == 0;
  uv_loop_t *loop = uv_default_loop();
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_timer_t timer;
  uv_idle_init(loop, &idle);
  uv_prepare_init(loop, &prepare);
  uv_check_init(loop, &check);
  uv_timer_init(loop, &timer);
  if (is_nowait) {
    uv_timer_start(&timer, on_timer, 3600000, 0);
  } else if (!is_dead) {
    uv_idle_start(&idle, on_idle);
  }
  if (strcmp(kind, "phases") == 0) {
    uv_prepare_start(&prepare, on_prepare);
    uv_check_start(&check, on_check);
  } else if (is_dead || strcmp(kind, "unref") == 0) {
    uv_check_start(&check, on_check);
    uv_unref((uv_handle_t *)&check);
  } else if (strcmp(kind, "fds") == 0) {
    watch_silent_fds(loop);
  }

  void (*turn)(uv_loop_t *, uint64_t) = is_nowait || is_dead ? turn_outside : turn_inside;
  turn(loop, bench.ops / 10 + 1000);
  bench_begin();
  turn(loop, bench.ops);
  bench_end();
  BENCH_KEEP(calls);
  return bench_report(bench.ops);
}

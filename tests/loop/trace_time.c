/* SPDX-License-Identifier: MIT */
/* Proves that phases add up to the time inside of uv_run, within 1 % (sleep is part of one), that
 * callbacks and sleeps add up to the phases, and that all spans nest.
 * serial: it measures time. no tsan: its own work between two phases is 2 %. */
#include "os/clock.h"
#include "trace_story.h"
#include "uv.h"

enum { TIMERS = 40 };

static uv_timer_t timers[TIMERS];
static uv_check_t check;
static uv_fs_t request;
static int fired;

static void spend(uint64_t us) {
  uint64_t until_ns = gy_clock_ns() + us * 1000;
  while (gy_clock_ns() < until_ns) {
  }
}

static void on_stat(uv_fs_t *done) {
  spend(300);
  uv_fs_req_cleanup(done);
}

static void tick(void *arg) {
  (void)arg;
  spend(200);
}

static void on_timer(uv_timer_t *timer) {
  spend(500);
  gyre_next_tick(timer->loop, tick, NULL);
  if (++fired == TIMERS / 2) {
    uv_fs_stat(timer->loop, &request, "/", on_stat);
  }
  uv_close((uv_handle_t *)timer, NULL);
}

static void on_check(uv_check_t *handle) {
  (void)handle;
  spend(100);
}

/* Sums over the last uv_run: all items that begin with it or later. */
static double sum_of(const gy_trace_story *story, int event, int kind) {
  double sum = 0;
  for (size_t i = story_count(story); i > 0; i--) {
    const gy_trace_item *item = story_item(story, i - 1);
    bool counts = item->event == event && (kind == 0 || item->kind == kind) && item->thread == 1;
    sum += counts ? item->duration : 0;
    if (item->event == GY_EVENT_RUN) {
      break;
    }
  }
  return sum;
}

static void start_timers(uv_loop_t *loop) {
  fired = 0;
  uv_update_time(loop);
  for (int i = 0; i < TIMERS; i++) {
    uv_timer_init(loop, &timers[i]);
    uv_timer_start(&timers[i], on_timer, (uint64_t)(2 * i), 0);
  }
}

/* Whether they add up. They do not if other programs got the processor between two phases. */
static bool adds_up(uv_loop_t *loop) {
  gy_trace_story story;
  start_timers(loop);
  uint64_t before_ns = gy_clock_ns();
  uv_run(loop, UV_RUN_DEFAULT);
  double outside = (double)(gy_clock_ns() - before_ns);
  gy_story_tell(&story);
  check_nesting(&story);
  double run = sum_of(&story, GY_EVENT_RUN, 0);
  double phases = sum_of(&story, GY_EVENT_PHASE, 0);
  double inside = sum_of(&story, GY_EVENT_SLEEP, 0) + sum_of(&story, GY_EVENT_CALL, 0) -
                  sum_of(&story, GY_EVENT_CALL, GY_KIND_TICK) + /* those are part of the next */
                  sum_of(&story, GY_EVENT_TICKS, 0);
  gy_story_free(&story);
  printf("uv_run %.0f ns, run %.0f, phases %.0f, sleep and calls %.0f\n", outside, run, phases,
         inside);
  CHECK(run <= outside && phases <= run && inside <= phases);
  return run > outside * 0.99 && phases > run * 0.99 && inside > phases * 0.99;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  CHECK_EQ(gyre_trace_start(loop, NULL), 0);
  uv_check_init(loop, &check);
  uv_check_start(&check, on_check);
  uv_unref((uv_handle_t *)&check);
  int tries = 1;
  while (!adds_up(loop)) {
    CHECK(++tries <= 10);
  }
  return 0;
}

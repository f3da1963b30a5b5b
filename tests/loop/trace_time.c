/* SPDX-License-Identifier: MIT */
/* Proves that phases add up to the time inside of uv_run, within 1 % (sleep is part of one), that
 * callbacks and sleeps add up to the phases, and that all spans nest. serial */
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

static double sum_of(const gy_trace_story *story, int event) {
  double sum = 0;
  for (size_t i = 0; i < story_count(story); i++) {
    const gy_trace_item *item = story_item(story, i);
    sum += item->event == event && item->thread == 1 ? item->duration : 0;
  }
  return sum;
}

int main(void) {
  gy_trace_story story;
  uv_loop_t *loop = uv_default_loop();
  CHECK_EQ(gyre_trace_start(loop, NULL), 0);
  for (int i = 0; i < TIMERS; i++) {
    uv_timer_init(loop, &timers[i]);
    uv_timer_start(&timers[i], on_timer, (uint64_t)(2 * i), 0);
  }
  uv_check_init(loop, &check);
  uv_check_start(&check, on_check);
  uv_unref((uv_handle_t *)&check);
  uint64_t before_ns = gy_clock_ns();
  uv_run(loop, UV_RUN_DEFAULT);
  double outside = (double)(gy_clock_ns() - before_ns);

  gy_story_tell(&story);
  check_nesting(&story);
  double run = sum_of(&story, GY_EVENT_RUN);
  double phases = sum_of(&story, GY_EVENT_PHASE);
  double turns = sum_of(&story, GY_EVENT_TURN);
  double inside = sum_of(&story, GY_EVENT_SLEEP) + sum_of(&story, GY_EVENT_CALL) +
                  sum_of(&story, GY_EVENT_TICKS); /* calls of ticks are in both */
  double ticks = 0;
  for (size_t i = 0; i < story_count(&story); i++) {
    const gy_trace_item *item = story_item(&story, i);
    ticks += item->event == GY_EVENT_CALL && item->kind == GY_KIND_TICK ? item->duration : 0;
  }
  printf("uv_run %.0f ns, run %.0f, turns %.0f, phases %.0f, sleep and calls %.0f\n", outside, run,
         turns, phases, inside - ticks);
  CHECK(run > outside * 0.99 && run < outside * 1.01);
  CHECK(phases > run * 0.99 && phases <= run);
  CHECK(turns > run * 0.95 && turns <= run); /* timers run before the first one, too */
  CHECK(inside - ticks > phases * 0.99 && inside - ticks <= phases);
  gy_story_free(&story);
  return 0;
}

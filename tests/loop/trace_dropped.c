/* SPDX-License-Identifier: MIT */
/* Proves that a ring keeps the newest records and counts the others exactly, for the program, for a
 * collector that comes late and for one that reads continuously; that spans whose beginning was
 * overwritten are closed and marked; and that GYRE_TRACE_EVENTS is rounded up to a power of two. */
#include "trace_story.h"
#include "uv.h"

/* A turn has a call record, which begins its turn and phase and ends the previous ones, and a mark.
 * The end of the call is a separate record if it was not at the time of the next one. */
enum { ROUNDS = 1000, EACH = 2, EACH_AT_MOST = 3, RING = 64 };

static uv_idle_t idle;
static int rounds;

static void on_idle(uv_idle_t *handle) {
  gyre_trace_mark(handle->loop, "mark");
  if (++rounds == ROUNDS) {
    uv_idle_stop(handle);
  }
}

static uint64_t written(void) { return gy_trace_ring_first()->next; }

/* The last turn has a stop and a separate end. The rest: one uv_run, init, start. */
static void check_counts(void) {
  CHECK(written() >= ROUNDS * EACH + 6 && written() <= ROUNDS * EACH_AT_MOST + 6);
  CHECK_EQ(gyre_trace_dropped(), written() - RING);
}

int main(void) {
  gy_trace_story story;
  uv_loop_t loop;
  setenv("GYRE_TRACE_EVENTS", "33", 1);
  CHECK_EQ(gyre_trace_start(NULL, NULL), 0);
  CHECK_EQ(gy_trace_ring_size(), RING);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  CHECK_EQ(gyre_trace_dropped(), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  check_counts();

  gy_story_tell(&story);
  CHECK_EQ(story.dropped, gyre_trace_dropped());
  check_nesting(&story);
  unsigned marks = 0;
  unsigned cut = 0;
  for (size_t i = 0; i < story_count(&story); i++) {
    marks += story_item(&story, i)->event == GY_EVENT_MARK;
    cut += (story_item(&story, i)->thread & GY_ITEM_OPEN) != 0;
  }
  CHECK(marks >= RING / EACH_AT_MOST - 1 && marks <= RING / EACH);
  CHECK(cut >= 1); /* at least the uv_run */
  CHECK_EQ(story_item(&story, 0)->event, GY_EVENT_RUN);
  gy_story_free(&story);

  uv_close((uv_handle_t *)&idle, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(gyre_trace_stop(NULL), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that the end of a call that a runtime records is always there: implied by the next call if
 * that begins at the same time, else as a separate record, which comes before what follows and is
 * not lost when the trace ends; also at the first moment of a virtual clock, which is 0. */
#include "trace/encode.h"
#include "trace_story.h"
#include "uv.h"

static uv_loop_t loop;

static void call(uint64_t time, uint64_t subject) {
  gyre_trace_put_at(&loop, time, GYRE_TRACE_CALL, GYRE_TRACE_IMMEDIATE, subject, 0, 0);
}

static void end(uint64_t time) {
  gyre_trace_put_at(&loop, time, GYRE_TRACE_CALL | GYRE_TRACE_END, 0, 0, 0, 0);
}

static uint64_t written(void) { return gy_trace_ring_first()->next; }

static uint64_t later(uint64_t time) {
  uint64_t now;
  while ((now = gyre_trace_clock()) <= time) {
  }
  return now;
}

static void check_zero(void) {
  static const gy_trace_place place;
  static const uint64_t clock;
  gy_trace_ring *ring = gy_trace_ring_take(GY_TRACE_LOOP, &place, &clock);
  uint64_t what = gy_trace_what(GY_EVENT_CALL, GY_KIND_TIMER, 0, 0);
  CHECK(ring != NULL);
  uint64_t before = ring->next;
  gy_encode_call(ring, 0, 1, 0, what);
  CHECK_EQ(atomic_load(&ring->slots[before].words[1]) & UINT16_MAX, 0); /* nothing has ended yet */
  gy_encode_end(ring, 0);
  gy_encode_call(ring, 0, 2, 0, what);
  CHECK_EQ(atomic_load(&ring->slots[before + 1].words[1]) & UINT16_MAX, GY_TRACE_ENDS);
  gy_encode_end(ring, 0);
  gy_encode_settle(ring, 0);
  CHECK_EQ(ring->next - before, 3);
  gy_trace_ring_give_back(ring);
}

int main(void) {
  gy_trace_story story;
  CHECK_EQ(gyre_trace_start(NULL, NULL), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uint64_t before = written();
  uint64_t time = gyre_trace_clock();
  call(time, 1);
  time = later(time);
  end(time);
  call(time, 2); /* implies that the first has ended */
  CHECK_EQ(written() - before, 2);
  time = later(time);
  end(time);
  gyre_trace_mark(&loop, "after the second");
  CHECK_EQ(written() - before, 4);
  time = later(gyre_trace_clock());
  call(time, 3);
  time = later(time);
  end(time);
  time = later(time);
  call(time, 4); /* begins later than the third ends */
  CHECK_EQ(written() - before, 7);
  end(later(time));
  CHECK_EQ(gyre_trace_stop(&loop), 0);
  CHECK_EQ(written() - before, 8);

  gy_story_tell(&story);
  check_nesting(&story);
  const gy_trace_item *calls[4] = {NULL};
  const gy_trace_item *mark = NULL;
  unsigned count = 0;
  for (size_t i = 0; i < story_count(&story); i++) {
    const gy_trace_item *item = story_item(&story, i);
    CHECK_EQ(item->thread & GY_ITEM_OPEN, 0);
    CHECK_EQ(*GY_ARRAY_AT(&story.depths, unsigned, i), 0);
    if (item->event == GY_EVENT_MARK) {
      mark = item;
    } else if (item->event == GY_EVENT_CALL && count < 4) {
      calls[count++] = item;
    }
  }
  CHECK_EQ(count, 4);
  CHECK(mark != NULL);
  CHECK(calls[0]->duration > 0);
  CHECK(item_end(calls[0]) == calls[1]->start);
  CHECK(item_end(calls[1]) <= mark->start);
  CHECK(item_end(calls[2]) < calls[3]->start);
  CHECK(calls[3]->duration > 0);
  gy_story_free(&story);
  CHECK_EQ(uv_loop_close(&loop), 0);
  check_zero();
  return 0;
}

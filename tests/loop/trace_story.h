/* SPDX-License-Identifier: MIT */
/* Shared by tests of traces: all items recorded so far, and whether they nest. */
#ifndef GY_TEST_TRACE_STORY_H
#define GY_TEST_TRACE_STORY_H

#include "../check.h"
#include "trace/collect.h"

static inline size_t story_count(const gy_trace_story *story) {
  return GY_ARRAY_COUNT(&story->items, gy_trace_item);
}

static inline const gy_trace_item *story_item(const gy_trace_story *story, size_t i) {
  return GY_ARRAY_AT(&story->items, gy_trace_item, i);
}

/* The end of a span. */
static inline double item_end(const gy_trace_item *item) { return item->start + item->duration; }

/* Items come in the order of their starts and numbers; a span lies within its parent; a cause comes
 * before its effect. */
static inline void check_nesting(const gy_trace_story *story) {
  enum { DEPTH = 64, THREADS = 64 };
  static const gy_trace_item *open[THREADS][DEPTH];
  for (size_t i = 0; i < story_count(story); i++) {
    const gy_trace_item *item = story_item(story, i);
    unsigned depth = *GY_ARRAY_AT(&story->depths, unsigned, i);
    unsigned thread = item->thread & ~GY_ITEM_OPEN;
    CHECK_EQ(item->id, i + 1);
    CHECK(thread < THREADS && depth < DEPTH);
    CHECK(i == 0 || item->start >= story_item(story, i - 1)->start);
    CHECK(item->cause < item->id);
    if (item->event == GY_EVENT_POOL_WAIT) {
      continue; /* these overlap */
    }
    if (depth > 0) {
      const gy_trace_item *outer = open[thread][depth - 1];
      CHECK(outer != NULL && outer->start <= item->start);
      CHECK(item_end(outer) >= item_end(item));
    }
    open[thread][depth] = item;
    if (item->cause != 0) {
      const gy_trace_item *cause = story_item(story, item->cause - 1);
      CHECK_EQ(cause->event, GY_EVENT_SCHEDULE);
      CHECK_EQ(cause->subject, item->subject);
    }
  }
}

#endif

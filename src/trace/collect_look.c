/* SPDX-License-Identifier: MIT */
/* What a collector knows while it is running: see collect.h. */
#include <string.h>

#include "trace/collect_state.h"

uint64_t gy_collect_lost(const gy_collect *collect) {
  uint64_t sum = 0;
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    sum += gy_collect_lane(collect, i)->reader.lost;
  }
  return sum;
}

double gy_collect_time(const gy_collect *collect) { return collect->time; }

unsigned gy_collect_inside(const gy_collect *collect, unsigned thread, gy_trace_item *items,
                           unsigned max) {
  if (thread == 0 || thread > GY_ARRAY_COUNT(&collect->lanes, gy_lane *)) {
    return 0;
  }
  const gy_lane *lane = gy_collect_lane(collect, thread - 1);
  unsigned count = lane->depth < GY_COLLECT_DEPTH ? lane->depth : GY_COLLECT_DEPTH;
  count = count < max ? count : max;
  memcpy(items, lane->open, count * sizeof(*items));
  for (unsigned i = 0; i < count && i < lane->doubtful; i++) {
    items[i].thread |= GY_ITEM_OPEN;
  }
  return count;
}

double gy_collect_pending(const gy_collect *collect, unsigned thread, int *kind, uint32_t *label) {
  if (thread == 0 || thread > GY_ARRAY_COUNT(&collect->lanes, gy_lane *)) {
    return 0;
  }
  const gy_lane *lane = gy_collect_lane(collect, thread - 1);
  const gyre_trace_kept *kept = atomic_load(&lane->reader.ring->kept);
  *kind = kept->kind;
  *label = (uint32_t)kept->label;
  return lane->last;
}

bool gy_collect_origin(const gy_collect *collect, const void *subject, uint32_t *label,
                       double *since) {
  const gy_collect_object *of = gy_collect_find(collect, (uintptr_t)subject & ~GY_RUNTIME_KEY);
  if (of != NULL) {
    *label = of->label;
    *since = of->since;
  }
  return of != NULL;
}

void gy_collect_waiting(const gy_collect *collect,
                        void (*told)(void *context, int kind, uint32_t label, double since),
                        void *context) {
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->objects, gy_collect_object); i++) {
    const gy_collect_object *of = GY_ARRAY_AT(&collect->objects, gy_collect_object, i);
    if (gy_collect_is_request(of->waits_for) || of->waits_for == GY_KIND_INTERVAL) {
      told(context, of->waits_for, of->label, of->since);
    }
  }
}

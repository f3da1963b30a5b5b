/* SPDX-License-Identifier: MIT */
/* The inside of a collector, for collect.c, collect_look.c and collect_unwritten.c. */
#ifndef GY_TRACE_COLLECT_STATE_H
#define GY_TRACE_COLLECT_STATE_H

#include "trace/collect.h"

#define GY_COLLECT_BATCH 256
#define GY_COLLECT_DEPTH 256
#define GY_COLLECT_CAUSES 4

/* A ring, and what was read of it. */
typedef struct {
  gy_trace_reader reader;
  gy_trace_record records[GY_COLLECT_BATCH];
  unsigned count;  /* of them */
  unsigned at;     /* the next */
  unsigned newest; /* the one that was taken last, if any was */
  unsigned depth;
  uint64_t lost;     /* records, before those */
  unsigned doubtful; /* spans that began before records were lost: they may have ended */
  double last;       /* time never goes back */
  double first;
  uint32_t reserved; /* the last of the numbers that are left, or 0 */
  unsigned reserved_left;
  gy_trace_item open[GY_COLLECT_DEPTH];
  uint64_t keys[GY_COLLECT_DEPTH]; /* of their subjects */
} gy_lane;

/* What led to callbacks of a handle, request or whatever a runtime has. */
typedef struct {
  uint32_t number;
  uint32_t wait_id; /* of its way through the pool; 0: none */
  double wait_start;
  uint32_t scheduled; /* the last schedule of any kind */
  uint32_t label;     /* where it was made or scheduled first */
  double since;       /* when that was */
  uint8_t waits_for;  /* the call of this kind; GY_KIND_NONE: none */
  uint8_t kinds[GY_COLLECT_CAUSES];
  uint32_t causes[GY_COLLECT_CAUSES]; /* the last schedule of each kind */
} gy_collect_object;

struct gy_collect {
  gy_collect_sink sink;
  gy_array lanes;   /* of pointers to lanes */
  gy_array objects; /* of objects: those that are known now, with gaps */
  gy_array free;    /* of indices into them */
  gy_table index;   /* of them, by key */
  gy_table labels;  /* numbers by key */
  uint32_t label_count;
  uint32_t object_count;
  uint32_t item_count;
  double ns_per_count; /* 0: not known yet */
  bool rate_is_good;
  double time;
};

#define GY_RUNTIME_KEY (UINT64_C(1) << 63)

static inline gy_lane *gy_collect_lane(const gy_collect *collect, size_t i) {
  return *GY_ARRAY_AT(&collect->lanes, gy_lane *, i);
}

static inline gy_collect_object *gy_collect_find(const gy_collect *collect, uint64_t key) {
  const uint32_t *index = key == 0 ? NULL : gy_table_find(&collect->index, key);
  return index == NULL ? NULL : GY_ARRAY_AT(&collect->objects, gy_collect_object, *index);
}

double gy_collect_time_of(const gy_collect *collect, const gy_lane *lane, uint64_t time);
void gy_collect_record(gy_collect *collect, gy_lane *lane, unsigned thread,
                       const gy_trace_record *record);
/* The innermost of EVENT ends, and what is inside of it. False: none has begun. */
bool gy_collect_end(gy_collect *collect, gy_lane *lane, int event, int32_t value);
/* collect_unwritten.c: at the end, what no record tells yet. */
void gy_collect_unwritten(gy_collect *collect, gy_lane *lane, unsigned thread);

/* Made for one callback, and given away with it. */
bool gy_collect_is_request(int kind);

#endif

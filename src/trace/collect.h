/* SPDX-License-Identifier: MIT */
/*
 * From records to items: begins and ends become spans, addresses become numbers of objects and
 * names, calls get their causes. docs/trace-format.md describes an item.
 *
 * A collector reads the rings whenever it is asked to, on any thread, while they are being written.
 * It passes each item to its sink when it is complete: an instant at once, a span when it ends.
 * Items are numbered in the order of their starts.
 */
#ifndef GY_TRACE_COLLECT_H
#define GY_TRACE_COLLECT_H

#include "trace/memory.h"
#include "trace/trace.h"

/* As files have it. */
typedef struct {
  double start; /* nanoseconds since the trace began */
  double duration;
  uint32_t id;
  uint32_t cause;
  uint32_t subject;
  uint32_t label;
  int32_t value;
  uint8_t event;
  uint8_t kind;
  uint16_t thread;
} gy_trace_item;

_Static_assert(sizeof(gy_trace_item) == 40, "as docs/trace-format.md has it");

#define GY_ITEM_OPEN 0x8000 /* in `thread`: it was cut off */

/* Each gets what is new. Labels, objects and threads are numbered consecutively; labels and objects
 * from 1, threads from 0. */
typedef struct {
  /* DEPTH: how many spans of its thread it lies in. */
  void (*item)(void *context, const gy_trace_item *item, unsigned depth);
  void (*label)(void *context, const char *name, const char *site);
  void (*object)(void *context, int kind, uint32_t label);
  void (*thread)(void *context, const char *name, const char *type);
  void *context;
} gy_collect_sink;

typedef struct gy_collect gy_collect;

/* This long after the beginning of a trace, all of its times are right. */
#define GY_COLLECT_LEARNS_NS 100e6

gy_collect *gy_collect_new(const gy_collect_sink *sink); /* NULL: no memory */
/* Of each ring, all but the newest MOST records that were not taken yet count as lost. */
void gy_collect_skip(gy_collect *collect, uint64_t most);
/* All records that are there now. How many there were. */
uint64_t gy_collect_take(gy_collect *collect);
/* Spans that have not ended are delivered as open. */
void gy_collect_close(gy_collect *collect);
/* Records that were overwritten before they were taken. */
uint64_t gy_collect_lost(const gy_collect *collect);
/* The time of the newest record. */
double gy_collect_time(const gy_collect *collect);
/* The open spans of a thread, outermost first; returns how many, up to MAX. GY_ITEM_OPEN: they may
 * have ended, because records were lost since they began. */
unsigned gy_collect_inside(const gy_collect *collect, unsigned thread, gy_trace_item *items,
                           unsigned max);
/* The call of a runtime that has begun on this thread and is not written yet, with a label of
 * label.c; and when its last record was written. */
double gy_collect_pending(const gy_collect *collect, unsigned thread, int *kind, uint32_t *label);
/* Where a handle was made, and when; false: that is not known. */
bool gy_collect_origin(const gy_collect *collect, const void *subject, uint32_t *label,
                       double *since);
/* Reports the requests, and the timers of a runtime, that will be called. */
void gy_collect_waiting(const gy_collect *collect,
                        void (*told)(void *context, int kind, uint32_t label, double since),
                        void *context);
void gy_collect_free(gy_collect *collect);

/* All items, for the writers of files. */
typedef struct {
  gy_array items;   /* gy_trace_item, in the order of their starts, numbered from 1 */
  gy_array depths;  /* unsigned, of each */
  gy_array labels;  /* gy_story_text pairs; the first is that of none */
  gy_array objects; /* gy_story_object; the first is none */
  gy_array threads; /* gy_story_thread */
  gy_array texts;   /* the bytes */
  double duration;
  uint64_t dropped;
  bool is_virtual;
} gy_trace_story;

typedef struct {
  size_t name; /* offsets into `texts` */
  size_t site;
} gy_story_label;

typedef struct {
  uint32_t kind;
  uint32_t label;
} gy_story_object;

typedef struct {
  size_t name;
  size_t type;
} gy_story_thread;

void gy_story_tell(gy_trace_story *story); /* from all rings */
void gy_story_free(gy_trace_story *story);
static inline const char *gy_story_text(const gy_trace_story *story, size_t offset) {
  return (const char *)story->texts.data + offset;
}
const char *gy_story_label_name(const gy_trace_story *story, uint32_t label);
const char *gy_story_label_site(const gy_trace_story *story, uint32_t label);

/* The lists of event.def by name. */
extern const char *const gy_event_names[GY_EVENT_COUNT];
extern const char *const gy_kind_names[GY_KIND_COUNT];
extern const char *const gy_reason_names[GY_REASON_COUNT];

#endif

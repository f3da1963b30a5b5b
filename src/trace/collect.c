/* SPDX-License-Identifier: MIT */
/*
 * The collector: see collect.h. Rings are merged by time. Each has its stack of spans that have
 * begun. An end goes to the innermost span of its event; what is still open inside of that ends
 * with it (a callback left by longjmp). The end of a span whose begin was overwritten makes one
 * that begins with the ring, marked as cut off.
 */
#include "trace/collect.h"

#include <stdio.h>
#include <string.h>

#define LANES_MAX 2048 /* beyond: the pool's limit, with loops */
#define BATCH 256
#define DEPTH_MAX 256
#define CAUSES 4
#define RESERVED 8 /* numbers for spans that began before the ring does */
#define TEXT_MAX 512

/* A ring, and what was read of it. */
typedef struct {
  gy_trace_reader reader;
  gy_trace_record records[BATCH];
  unsigned count; /* of them */
  unsigned at;    /* the next */
  unsigned depth;
  double last; /* time never goes back */
  double first;
  uint32_t reserved; /* the last of the numbers that are left, or 0 */
  unsigned reserved_left;
  gy_trace_item open[DEPTH_MAX];
  uint64_t keys[DEPTH_MAX]; /* of their subjects */
} gy_lane;

/* What led to callbacks of a handle, request or whatever a runtime has. */
typedef struct {
  uint32_t number;
  uint32_t wait_id; /* of its way through the pool; 0: none */
  double wait_start;
  uint32_t scheduled; /* the last schedule of any kind */
  uint8_t kinds[CAUSES];
  uint32_t causes[CAUSES]; /* the last schedule of each kind */
} object;

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

#define RUNTIME_KEY (UINT64_C(1) << 63)

static gy_lane *lane_at(const gy_collect *collect, size_t i) {
  return *GY_ARRAY_AT(&collect->lanes, gy_lane *, i);
}

gy_collect *gy_collect_new(const gy_collect_sink *sink) {
  gy_array one = {0};
  gy_collect *collect = gy_array_add(&one, sizeof(*collect));
  if (collect != NULL) {
    collect->sink = *sink;
    sink->thread(sink->context, "pool queue", "queue"); /* requests wait here for a thread */
  }
  return collect;
}

/* ---- Time -------------------------------------------------------------------------------------
 */

#define RATE_IS_GOOD_NS 100e6

/* How long a count is. Once it is known well it stays, so that times do not move. */
static void learn_rate(gy_collect *collect) {
  gy_trace_moment began = gy_trace_began();
  gy_trace_moment now = gy_trace_moment_now();
  double ns = (double)(now.ns - began.ns);
  if (!gy_trace_counts) {
    collect->ns_per_count = 1;
  } else if (!collect->rate_is_good && now.counter > began.counter) {
    collect->ns_per_count = ns / (double)(now.counter - began.counter);
    collect->rate_is_good = ns > RATE_IS_GOOD_NS;
  }
}

static double time_of(gy_collect *collect, gy_lane *lane, uint64_t time) {
  const gy_trace_ring *ring = lane->reader.ring;
  double ns = 0;
  if (ring->virtual_ns != NULL) {
    ns = (double)(time - ring->virtual_start);
  } else {
    ns = time > gy_trace_zero ? (double)(time - gy_trace_zero) * collect->ns_per_count : 0;
  }
  ns = (double)(uint64_t)ns; /* a whole number: sums and differences are exact */
  return ns > lane->last ? ns : lane->last;
}

/* ---- Labels -----------------------------------------------------------------------------------
 */

#define OURS (UINT32_C(1) << 31) /* with the number of a label: it is a place in this library */

/* The function of the innermost call, or LABEL. */
static uint32_t caller_in(const gy_lane *lane, uint32_t label) {
  unsigned depth = lane->depth < DEPTH_MAX ? lane->depth : DEPTH_MAX;
  for (unsigned i = depth; i > 0; i--) {
    if (lane->open[i - 1].event == GY_EVENT_CALL && lane->open[i - 1].label != 0) {
      return lane->open[i - 1].label;
    }
  }
  return label;
}

static uint32_t new_label(gy_collect *collect, const gy_trace_record *record, bool is_site) {
  const gy_collect_sink *sink = &collect->sink;
  char name[TEXT_MAX];
  char site[TEXT_MAX];
  bool ours = false;
  if ((record->flags & GY_TRACE_LABELLED) != 0) {
    uint32_t number = (uint32_t)record->label;
    bool exists = number < gy_trace_label_count();
    sink->label(sink->context, exists ? gy_trace_label_name(number) : "",
                exists ? gy_trace_label_site(number) : "");
  } else {
    ours = gy_names_find(record->label, is_site, name, site, TEXT_MAX) && is_site;
    sink->label(sink->context, name, site);
  }
  return ++collect->label_count | (ours ? OURS : 0);
}

/*
 * A function that calls us as the last thing it does is not there any more when we ask who called:
 * it is a place in the door. Then it was the function that is being called.
 */
static uint32_t label_of(gy_collect *collect, const gy_lane *lane, const gy_trace_record *record,
                         bool is_site) {
  bool labelled = (record->flags & GY_TRACE_LABELLED) != 0;
  if (record->label == 0) {
    return 0;
  }
  uint64_t key =
      labelled ? record->label | RUNTIME_KEY : (record->label << 1 | is_site) & ~RUNTIME_KEY;
  const uint32_t *known = gy_table_find(&collect->labels, key);
  uint32_t label = known != NULL ? *known : new_label(collect, record, is_site);
  if (known == NULL) {
    gy_table_set(&collect->labels, key, label);
  }
  return (label & OURS) != 0 ? caller_in(lane, label & ~OURS) : label;
}

/* ---- Objects ----------------------------------------------------------------------------------
 */

/* Made for one callback, and given away with it. */
static bool is_request(int kind) {
  switch (kind) {
    case GY_KIND_WRITE:
    case GY_KIND_CONNECT:
    case GY_KIND_SHUTDOWN:
    case GY_KIND_UDP_SEND:
    case GY_KIND_FS:
    case GY_KIND_WORK:
    case GY_KIND_GETADDRINFO:
    case GY_KIND_GETNAMEINFO:
    case GY_KIND_RANDOM:
    case GY_KIND_TICK:
    case GY_KIND_MICROTASK:
    case GY_KIND_IMMEDIATE:
    case GY_KIND_TIMEOUT:
    case GY_KIND_CALLBACK:
      return true;
    default:
      return false;
  }
}

static bool is_for_pool(int kind) {
  return kind == GY_KIND_FS || kind == GY_KIND_WORK || kind == GY_KIND_GETADDRINFO ||
         kind == GY_KIND_GETNAMEINFO || kind == GY_KIND_RANDOM;
}

static uint64_t key_of(const gy_trace_record *record) {
  if (record->subject == 0) {
    return 0;
  }
  bool number = (record->flags & GY_TRACE_NUMBER) != 0;
  return number ? record->subject | RUNTIME_KEY : record->subject & ~RUNTIME_KEY;
}

static object *find_object(const gy_collect *collect, uint64_t key) {
  const uint32_t *index = key == 0 ? NULL : gy_table_find(&collect->index, key);
  return index == NULL ? NULL : GY_ARRAY_AT(&collect->objects, object, *index);
}

static void forget_object(gy_collect *collect, uint64_t key) {
  const uint32_t *index = key == 0 ? NULL : gy_table_find(&collect->index, key);
  if (index != NULL) {
    uint32_t *place = gy_array_add(&collect->free, sizeof(*place));
    if (place != NULL) {
      *place = *index;
    }
    gy_table_remove(&collect->index, key);
  }
}

static object *make_object(gy_collect *collect, uint64_t key, int kind, uint32_t label) {
  forget_object(collect, key);
  uint32_t index;
  if (collect->free.used > 0) {
    collect->free.used -= sizeof(index);
    memcpy(&index, (char *)collect->free.data + collect->free.used, sizeof(index));
  } else {
    index = (uint32_t)GY_ARRAY_COUNT(&collect->objects, object);
    if (gy_array_add(&collect->objects, sizeof(object)) == NULL) {
      return NULL;
    }
  }
  if (!gy_table_set(&collect->index, key, index)) {
    return NULL;
  }
  object *made = GY_ARRAY_AT(&collect->objects, object, index);
  *made = (object){.number = ++collect->object_count};
  collect->sink.object(collect->sink.context, kind, label);
  return made;
}

/* The object that RECORD is about, made if it was not known; NULL: none. */
static object *subject_of(gy_collect *collect, const gy_trace_record *record, uint32_t label) {
  uint64_t key = key_of(record);
  if (key == 0) {
    return NULL;
  }
  object *known = find_object(collect, key);
  bool is_new = record->event == GY_EVENT_CREATE ||
                (record->event == GY_EVENT_SCHEDULE && is_request(record->kind) &&
                 (record->flags & GY_TRACE_NUMBER) == 0);
  if (known != NULL && !is_new) {
    return known;
  }
  bool tells_place = record->event == GY_EVENT_CREATE || record->event == GY_EVENT_SCHEDULE;
  return make_object(collect, key, record->kind, tells_place ? label : 0);
}

static uint32_t cause_of(const object *of, int kind) {
  for (int i = 0; i < CAUSES; i++) {
    if (of->kinds[i] == kind && of->causes[i] != 0) {
      return of->causes[i];
    }
  }
  return 0;
}

/* In the place of the same kind, a free one, or the oldest. */
static void set_cause(object *of, int kind, uint32_t id) {
  int place = 0;
  for (int i = 0; i < CAUSES; i++) {
    if (of->kinds[i] == kind && of->causes[i] != 0) {
      place = i;
      break;
    }
    if (of->causes[i] < of->causes[place]) {
      place = i;
    }
  }
  of->kinds[place] = (uint8_t)kind;
  of->causes[place] = of->scheduled = id;
}

/* ---- Items ------------------------------------------------------------------------------------
 */

static void tell(gy_collect *collect, const gy_trace_item *item, unsigned depth) {
  collect->sink.item(collect->sink.context, item, depth);
}

static gy_trace_item item_of(gy_collect *collect, gy_lane *lane, unsigned thread,
                             const gy_trace_record *record) {
  lane->last = time_of(collect, lane, record->time);
  collect->time = lane->last > collect->time ? lane->last : collect->time;
  bool is_site = record->event == GY_EVENT_SCHEDULE || record->event == GY_EVENT_CANCEL ||
                 record->event == GY_EVENT_CREATE || record->event == GY_EVENT_DESTROY;
  gy_trace_item item = {
      .start = lane->last,
      .label = label_of(collect, lane, record, is_site),
      .value = record->value,
      .event = record->event,
      .kind = record->kind,
      .thread = (uint16_t)thread,
  };
  return item;
}

/* It leaves the queue of the pool. */
static void end_wait(gy_collect *collect, object *of, const gy_trace_item *run) {
  if (of->wait_id == 0) {
    return;
  }
  gy_trace_item wait = *run;
  wait.event = GY_EVENT_POOL_WAIT;
  wait.thread = 0;
  wait.id = of->wait_id;
  wait.start = of->wait_start;
  wait.duration = run->start > wait.start ? run->start - wait.start : 0;
  of->wait_id = 0;
  tell(collect, &wait, 0);
}

static void schedule(gy_collect *collect, object *of, const gy_trace_item *item) {
  set_cause(of, item->kind, item->id);
  if (is_for_pool(item->kind)) { /* it may; if not, the number is not used */
    of->wait_id = ++collect->item_count;
    of->wait_start = item->start;
  }
}

static void begin(gy_collect *collect, gy_lane *lane, unsigned thread,
                  const gy_trace_record *record) {
  gy_trace_item item = item_of(collect, lane, thread, record);
  object *of = subject_of(collect, record, item.label);
  item.id = ++collect->item_count;
  item.subject = of == NULL ? 0 : of->number;
  if (of != NULL && item.event == GY_EVENT_POOL_RUN) {
    item.cause = of->scheduled;
    end_wait(collect, of, &item);
  } else if (of != NULL) {
    item.cause = cause_of(of, item.kind);
  }
  if (lane->depth < DEPTH_MAX) {
    lane->keys[lane->depth] = key_of(record);
    lane->open[lane->depth] = item;
  }
  lane->depth++;
}

/* A request is the program's again after its call, and its address may be that of another. */
static void leave(gy_collect *collect, const gy_trace_item *item, uint64_t key) {
  const object *of = find_object(collect, key);
  bool over = item->kind == GY_KIND_CLOSE ||
              (is_request(item->kind) && of != NULL && of->scheduled < item->id);
  if (item->event == GY_EVENT_CALL && of != NULL && of->number == item->subject && over) {
    forget_object(collect, key);
  }
}

static void close_top(gy_collect *collect, gy_lane *lane, int32_t value, uint16_t flag) {
  lane->depth--;
  if (lane->depth < DEPTH_MAX) {
    gy_trace_item *item = &lane->open[lane->depth];
    item->duration = lane->last - item->start;
    if (item->event == GY_EVENT_TICKS || item->event == GY_EVENT_MICROTASKS) {
      item->value = value;
    }
    item->thread |= flag;
    tell(collect, item, lane->depth);
    leave(collect, item, lane->keys[lane->depth]);
  }
}

/* Its begin was overwritten. */
static void end_of_lost(gy_collect *collect, gy_lane *lane, gy_trace_item item) {
  if (lane->reserved_left > 0) {
    lane->reserved_left--;
    item.id = lane->reserved--;
    item.duration = item.start - lane->first;
    item.start = lane->first;
    item.label = item.subject = 0;
    item.value = 0;
    item.thread |= GY_ITEM_OPEN;
    tell(collect, &item, 0); /* it is not known in how many others it lies */
  }
}

static void end(gy_collect *collect, gy_lane *lane, unsigned thread,
                const gy_trace_record *record) {
  gy_trace_item item = item_of(collect, lane, thread, record);
  unsigned depth = lane->depth;
  while (depth > DEPTH_MAX || (depth > 0 && lane->open[depth - 1].event != record->event)) {
    depth--;
  }
  if (depth == 0) {
    end_of_lost(collect, lane, item);
    return;
  }
  while (lane->depth >= depth) {
    close_top(collect, lane, record->value, 0);
  }
}

static void instant(gy_collect *collect, gy_lane *lane, unsigned thread,
                    const gy_trace_record *record) {
  gy_trace_item item = item_of(collect, lane, thread, record);
  object *of = subject_of(collect, record, item.label);
  item.id = ++collect->item_count;
  item.subject = of == NULL ? 0 : of->number;
  if (of != NULL && item.event == GY_EVENT_SCHEDULE) {
    schedule(collect, of, &item);
  }
  tell(collect, &item, lane->depth);
}

/* The record of a turn that is one of its first phase as well. */
static void begin_turn(gy_collect *collect, gy_lane *lane, unsigned thread,
                       const gy_trace_record *record) {
  gy_trace_record turn = *record;
  gy_trace_record phase = *record;
  turn.kind = 0;
  phase.event = GY_EVENT_PHASE;
  phase.value = 0;
  begin(collect, lane, thread, &turn);
  begin(collect, lane, thread, &phase);
}

static void take_record(gy_collect *collect, gy_lane *lane, unsigned thread,
                        const gy_trace_record *record) {
  if (record->event == GY_EVENT_NONE || record->event >= GY_EVENT_COUNT ||
      record->kind >= GY_KIND_COUNT) {
    return;
  }
  if ((record->flags & GY_TRACE_PHASE) != 0) {
    begin_turn(collect, lane, thread, record);
  } else if ((record->flags & GY_TRACE_END) != 0) {
    end(collect, lane, thread, record);
  } else if (record->event < GY_EVENT_SCHEDULE && (record->flags & GY_TRACE_WHOLE) == 0) {
    begin(collect, lane, thread, record);
  } else {
    instant(collect, lane, thread, record);
  }
}

/* ---- Lanes ------------------------------------------------------------------------------------
 */

static void add_lane(gy_collect *collect, gy_trace_ring *ring) {
  static const char *const types[] = {"loop", "pool", "other"};
  char name[32];
  gy_array one = {0};
  gy_lane *added = gy_array_add(&one, sizeof(*added));
  gy_lane **place = added == NULL ? NULL : gy_array_add(&collect->lanes, sizeof(*place));
  if (place == NULL) {
    return;
  }
  added->reader.ring = ring;
  *place = added;
  snprintf(name, sizeof(name), "%s %u", types[ring->owner], ring->number);
  collect->sink.thread(collect->sink.context,
                       ring->owner == GY_TRACE_OTHERS ? "other threads" : name, types[ring->owner]);
}

static void find_lanes(gy_collect *collect) {
  size_t known = GY_ARRAY_COUNT(&collect->lanes, gy_lane *);
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    if (known > 0) {
      known--;
    } else if (GY_ARRAY_COUNT(&collect->lanes, gy_lane *) < LANES_MAX) {
      add_lane(collect, ring);
    }
  }
}

static void refill(gy_collect *collect, gy_lane *lane) {
  uint64_t lost = lane->reader.lost;
  bool is_first = lane->reader.next == 0;
  lane->at = 0;
  lane->count = gy_trace_read(&lane->reader, lane->records, BATCH);
  if (is_first && lane->reader.lost != lost) {
    lane->first = time_of(collect, lane, lane->records[0].time);
    lane->reserved_left = RESERVED;
    lane->reserved = collect->item_count += RESERVED;
  }
}

/* Loops before all others: what led to a call that is read is there to be read as well. */
static void refill_all(gy_collect *collect, size_t count) {
  for (int loops = 1; loops >= 0; loops--) {
    for (size_t i = 0; i < count; i++) {
      gy_lane *lane = lane_at(collect, i);
      if (lane->at == lane->count && (lane->reader.ring->owner == GY_TRACE_LOOP) == loops) {
        refill(collect, lane);
      }
    }
  }
}

/* The lane whose next record is the oldest; NULL: there are no more. */
static gy_lane *next_lane(gy_collect *collect, size_t count, unsigned *thread) {
  gy_lane *next = NULL;
  double first = 0;
  refill_all(collect, count);
  for (size_t i = 0; i < count; i++) {
    gy_lane *candidate = lane_at(collect, i);
    if (candidate->at == candidate->count) {
      continue;
    }
    double time = time_of(collect, candidate, candidate->records[candidate->at].time);
    if (next == NULL || time < first) {
      next = candidate;
      first = time;
      *thread = (unsigned)i + 1; /* the first is the queue of the pool */
    }
  }
  return next;
}

uint64_t gy_collect_take(gy_collect *collect) {
  uint64_t taken = 0;
  unsigned thread = 0;
  gy_lane *next;
  learn_rate(collect);
  find_lanes(collect);
  size_t count = GY_ARRAY_COUNT(&collect->lanes, gy_lane *);
  uint64_t most = count * gy_trace_ring_size(); /* a writer may be faster */
  while (taken < most && (next = next_lane(collect, count, &thread)) != NULL) {
    take_record(collect, next, thread, &next->records[next->at++]);
    taken++;
  }
  return taken;
}

void gy_collect_close(gy_collect *collect) {
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    gy_lane *lane = lane_at(collect, i);
    lane->last = lane->depth > 0 ? collect->time : lane->last;
    while (lane->depth > 0) {
      close_top(collect, lane, -1, GY_ITEM_OPEN);
    }
  }
}

uint64_t gy_collect_lost(const gy_collect *collect) {
  uint64_t sum = 0;
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    sum += lane_at(collect, i)->reader.lost;
  }
  return sum;
}

double gy_collect_time(const gy_collect *collect) { return collect->time; }

unsigned gy_collect_inside(const gy_collect *collect, unsigned thread, gy_trace_item *items,
                           unsigned max) {
  if (thread == 0 || thread > GY_ARRAY_COUNT(&collect->lanes, gy_lane *)) {
    return 0;
  }
  const gy_lane *lane = lane_at(collect, thread - 1);
  unsigned count = lane->depth < DEPTH_MAX ? lane->depth : DEPTH_MAX;
  count = count < max ? count : max;
  memcpy(items, lane->open, count * sizeof(*items));
  return count;
}

static void free_one(void *memory, size_t size) {
  gy_array one = {.data = memory, .size = (size + 0xffff) & ~(size_t)0xffff};
  gy_array_free(&one);
}

void gy_collect_free(gy_collect *collect) {
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    free_one(lane_at(collect, i), sizeof(gy_lane));
  }
  gy_array_free(&collect->lanes);
  gy_array_free(&collect->objects);
  gy_array_free(&collect->free);
  gy_table_free(&collect->index);
  gy_table_free(&collect->labels);
  free_one(collect, sizeof(*collect));
}

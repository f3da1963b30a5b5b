/* SPDX-License-Identifier: MIT */
/*
 * The collector: see collect.h. Rings are merged by time. Each has a stack of open spans. An end
 * belongs to the innermost span of its event; spans that are still open inside of that one end with
 * it (a callback left by longjmp). If the begin of a span was overwritten, its end makes a span
 * that begins with the ring, marked as cut off.
 */
#include <stdio.h>
#include <string.h>

#include "os/symbols.h"
#include "trace/collect_state.h"

#define LANES_MAX 2048 /* beyond: the pool's limit, with loops */
#define RESERVED 8     /* numbers for spans that began before the ring does */

typedef gy_collect_object object;

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

/* How long a count is. When it is known well it no longer changes, so that times do not move. */
static void learn_rate(gy_collect *collect) {
  gy_trace_moment began = gy_trace_began();
  gy_trace_moment now = gy_trace_moment_now();
  double ns = (double)(now.ns - began.ns);
  if (!gy_trace_counts) {
    collect->ns_per_count = 1;
  } else if (!collect->rate_is_good && now.counter > began.counter) {
    collect->ns_per_count = ns / (double)(now.counter - began.counter);
    collect->rate_is_good = ns > GY_COLLECT_LEARNS_NS;
  }
}

double gy_collect_time_of(const gy_collect *collect, const gy_lane *lane, uint64_t time) {
  const gy_trace_ring *ring = lane->reader.ring;
  double ns = 0;
  if (ring->is_virtual) {
    ns = time > ring->virtual_start ? (double)(time - ring->virtual_start) : 0;
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
  unsigned depth = lane->depth < GY_COLLECT_DEPTH ? lane->depth : GY_COLLECT_DEPTH;
  for (unsigned i = depth; i > 0; i--) {
    if (lane->open[i - 1].event == GY_EVENT_CALL && lane->open[i - 1].label != 0) {
      return lane->open[i - 1].label;
    }
  }
  return label;
}

static uint32_t new_label(gy_collect *collect, const gy_trace_record *record, bool is_site) {
  const gy_collect_sink *sink = &collect->sink;
  bool ours = false;
  if ((record->flags & GY_TRACE_LABELLED) != 0) {
    uint32_t number = (uint32_t)record->label;
    bool exists = number < gy_trace_label_count();
    sink->label(sink->context, exists ? gy_trace_label_name(number) : "",
                exists ? gy_trace_label_site(number) : "");
  } else {
    gy_symbol symbol;
    gy_symbol_find((const void *)(uintptr_t)record->label, is_site, &symbol);
    if (symbol.place[0] == '\0') {
      snprintf(symbol.place, sizeof(symbol.place), "0x%llx", (unsigned long long)record->label);
    }
    ours = symbol.near_ours && is_site;
    sink->label(sink->context, symbol.name[0] != '\0' ? symbol.name : symbol.place, symbol.place);
  }
  return ++collect->label_count | (ours ? OURS : 0);
}

/*
 * A function that calls us as its last action (a tail call) has left the stack when we ask for the
 * caller: that is an address inside GY_CALL then. It was the function that is being called.
 */
static uint32_t label_of(gy_collect *collect, const gy_lane *lane, const gy_trace_record *record,
                         bool is_site) {
  bool labelled = (record->flags & GY_TRACE_LABELLED) != 0;
  if (record->label == 0) {
    return 0;
  }
  uint64_t key =
      labelled ? record->label | GY_RUNTIME_KEY : (record->label << 1 | is_site) & ~GY_RUNTIME_KEY;
  const uint32_t *known = gy_table_find(&collect->labels, key);
  uint32_t label = known != NULL ? *known : new_label(collect, record, is_site);
  if (known == NULL) {
    gy_table_set(&collect->labels, key, label);
  }
  return (label & OURS) != 0 ? caller_in(lane, label & ~OURS) : label;
}

/* ---- Objects ----------------------------------------------------------------------------------
 */

bool gy_collect_is_request(int kind) {
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
    case GY_KIND_MESSAGE:
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
  return number ? record->subject | GY_RUNTIME_KEY : record->subject & ~GY_RUNTIME_KEY;
}

static void forget_object(gy_collect *collect, uint64_t key) {
  const uint32_t *index = key == 0 ? NULL : gy_table_find(&collect->index, key);
  if (index != NULL) {
    uint32_t *place = gy_array_add(&collect->free, sizeof(*place));
    if (place != NULL) {
      *place = *index;
    }
    GY_ARRAY_AT(&collect->objects, object, *index)->waits_for = GY_KIND_NONE;
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
  *made = (object){.number = ++collect->object_count, .label = label, .since = collect->time};
  collect->sink.object(collect->sink.context, kind, label);
  return made;
}

/* The object that RECORD is about, made if it was not known; NULL: none. */
static object *subject_of(gy_collect *collect, const gy_trace_record *record, uint32_t label) {
  uint64_t key = key_of(record);
  if (key == 0) {
    return NULL;
  }
  object *known = gy_collect_find(collect, key);
  bool is_new = record->event == GY_EVENT_CREATE ||
                (record->event == GY_EVENT_SCHEDULE && gy_collect_is_request(record->kind) &&
                 (record->flags & GY_TRACE_NUMBER) == 0);
  if (known != NULL && !is_new) {
    return known;
  }
  bool tells_place = record->event == GY_EVENT_CREATE || record->event == GY_EVENT_SCHEDULE;
  return make_object(collect, key, record->kind, tells_place ? label : 0);
}

static uint32_t cause_of(const object *of, int kind) {
  for (int i = 0; i < GY_COLLECT_CAUSES; i++) {
    if (of->kinds[i] == kind && of->causes[i] != 0) {
      return of->causes[i];
    }
  }
  return 0;
}

/* In the entry of the same kind, a free one, or the oldest. */
static void set_cause(object *of, int kind, uint32_t id) {
  int place = 0;
  for (int i = 0; i < GY_COLLECT_CAUSES; i++) {
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
  lane->last = gy_collect_time_of(collect, lane, record->time);
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
  of->waits_for = item->kind;
  if (is_for_pool(item->kind)) { /* if it does not wait, the number is not used */
    of->wait_id = ++collect->item_count;
    of->wait_start = item->start;
  }
}

static void close_top(gy_collect *collect, gy_lane *lane, int32_t value, uint16_t flag);

/* A turn never lies inside of a phase: so what did not seem to have ended has. */
static void close_doubtful(gy_collect *collect, gy_lane *lane, int event) {
  while (event <= GY_EVENT_PHASE && lane->depth > 0 && lane->depth <= lane->doubtful &&
         lane->open[lane->depth - 1].event >= event) {
    close_top(collect, lane, -1, GY_ITEM_OPEN);
  }
}

static void begin(gy_collect *collect, gy_lane *lane, unsigned thread,
                  const gy_trace_record *record) {
  if (GY_UNLIKELY(lane->doubtful > 0)) {
    close_doubtful(collect, lane, record->event);
  }
  gy_trace_item item = item_of(collect, lane, thread, record);
  object *of = subject_of(collect, record, item.label);
  item.id = ++collect->item_count;
  item.subject = of == NULL ? 0 : of->number;
  if (of != NULL && item.event == GY_EVENT_POOL_RUN) {
    item.cause = of->scheduled;
    end_wait(collect, of, &item);
  } else if (of != NULL) {
    item.cause = cause_of(of, item.kind);
    of->waits_for = gy_collect_is_request(of->waits_for) ? GY_KIND_NONE : of->waits_for;
  }
  if (lane->depth < GY_COLLECT_DEPTH) {
    lane->keys[lane->depth] = key_of(record);
    lane->open[lane->depth] = item;
  }
  lane->depth++;
}

/* After its call a request belongs to the program again, and its address may be reused. */
static void leave(gy_collect *collect, const gy_trace_item *item, uint64_t key) {
  const object *of = gy_collect_find(collect, key);
  bool over = item->kind == GY_KIND_CLOSE ||
              (gy_collect_is_request(item->kind) && of != NULL && of->scheduled < item->id);
  if (item->event == GY_EVENT_CALL && of != NULL && of->number == item->subject && over) {
    forget_object(collect, key);
  }
}

static void close_top(gy_collect *collect, gy_lane *lane, int32_t value, uint16_t flag) {
  lane->depth--;
  if (lane->depth < lane->doubtful) {
    lane->doubtful = lane->depth;
    flag = GY_ITEM_OPEN;
  }
  if (lane->depth < GY_COLLECT_DEPTH) {
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
    /* The rate may have been measured again since the first record after the gap was seen. */
    double first = lane->first < item.start ? lane->first : item.start;
    item.duration = item.start - first;
    item.start = first;
    item.label = item.subject = 0;
    item.value = 0;
    item.thread |= GY_ITEM_OPEN;
    tell(collect, &item, 0); /* it is not known how deeply it is nested */
  }
}

/* The innermost of EVENT ends, and what is inside of it. False: none has begun. */
bool gy_collect_end(gy_collect *collect, gy_lane *lane, int event, int32_t value) {
  unsigned depth = lane->depth;
  while (depth > GY_COLLECT_DEPTH || (depth > 0 && lane->open[depth - 1].event != event)) {
    depth--;
  }
  while (depth > 0 && lane->depth >= depth) {
    close_top(collect, lane, value, 0);
  }
  return depth > 0;
}

static void end(gy_collect *collect, gy_lane *lane, unsigned thread,
                const gy_trace_record *record) {
  gy_trace_item item = item_of(collect, lane, thread, record);
  if (!gy_collect_end(collect, lane, record->event, record->value)) {
    end_of_lost(collect, lane, item);
  }
}

/* A turn or phase ended when the record before this one was written, which is that of the next. */
static void end_before(gy_collect *collect, gy_lane *lane, unsigned thread, int event) {
  gy_trace_item lost = {.start = lane->last, .event = (uint8_t)event, .thread = (uint16_t)thread};
  if (!gy_collect_end(collect, lane, event, 0) && lane->last > lane->first) {
    end_of_lost(collect, lane, lost);
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
  } else if (of != NULL && item.event == GY_EVENT_CANCEL) {
    of->waits_for = GY_KIND_NONE;
  }
  tell(collect, &item, lane->depth);
}

/* What a record says besides: see GY_TRACE_BORDERS. */
static void take_borders(gy_collect *collect, gy_lane *lane, unsigned thread,
                         const gy_trace_record *record) {
  unsigned flags = record->flags;
  gy_trace_record border = {.time = record->time};
  if ((flags & GY_TRACE_ENDS) != 0) {
    border.event = GY_EVENT_CALL;
    end(collect, lane, thread, &border);
  }
  if ((flags & GY_TRACE_NEXT) != 0) {
    end_before(collect, lane, thread,
               (flags & GY_TRACE_TURN) != 0 ? GY_EVENT_TURN : GY_EVENT_PHASE);
  }
  if ((flags & GY_TRACE_TURN) != 0) {
    border.event = GY_EVENT_TURN;
    border.value = record->value;
    begin(collect, lane, thread, &border);
    border.value = 0;
  }
  if ((flags & GY_TRACE_PHASE) != 0) {
    border.event = GY_EVENT_PHASE;
    border.kind = (uint8_t)gy_trace_flag_phase((int)flags);
    begin(collect, lane, thread, &border);
  }
}

void gy_collect_record(gy_collect *collect, gy_lane *lane, unsigned thread,
                       const gy_trace_record *record) {
  if (record->event == GY_EVENT_NONE || record->event >= GY_EVENT_COUNT ||
      record->kind >= GY_KIND_COUNT) {
    return;
  }
  if ((record->flags & GY_TRACE_BORDERS) != 0) {
    gy_trace_record call = *record;
    call.value = 0;
    take_borders(collect, lane, thread, record);
    if (record->event == GY_EVENT_CALL) {
      begin(collect, lane, thread, &call);
    }
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
  char name[sizeof(ring->name)];
  unsigned size = atomic_load(&ring->name_size);
  gy_array one = {0};
  gy_lane *added = gy_array_add(&one, sizeof(*added));
  gy_lane **place = added == NULL ? NULL : gy_array_add(&collect->lanes, sizeof(*place));
  if (place == NULL) {
    return;
  }
  added->reader.ring = ring;
  *place = added;
  if (size > 0) {
    snprintf(name, sizeof(name), "%.*s", (int)size, ring->name);
  } else {
    snprintf(name, sizeof(name), "%s %u", types[ring->owner], ring->number);
  }
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

/* Records are missing before those of this batch. */
static void begin_after_gap(gy_collect *collect, gy_lane *lane) {
  lane->lost = lane->reader.lost;
  lane->doubtful = lane->depth;
  lane->first = gy_collect_time_of(collect, lane, lane->records[0].time);
  lane->reserved_left = RESERVED;
  lane->reserved = collect->item_count += RESERVED;
}

static void refill(gy_collect *collect, gy_lane *lane) {
  lane->at = 0;
  lane->count = gy_trace_read(&lane->reader, lane->records, GY_COLLECT_BATCH);
  if (lane->count > 0 && lane->reader.lost != lane->lost) {
    begin_after_gap(collect, lane);
  }
}

/* Loops before all others: then what led to a call that is read has been written as well. */
static void refill_all(gy_collect *collect, size_t count) {
  for (int loops = 1; loops >= 0; loops--) {
    for (size_t i = 0; i < count; i++) {
      gy_lane *lane = gy_collect_lane(collect, i);
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
    gy_lane *candidate = gy_collect_lane(collect, i);
    if (candidate->at == candidate->count) {
      continue;
    }
    double time = gy_collect_time_of(collect, candidate, candidate->records[candidate->at].time);
    if (next == NULL || time < first) {
      next = candidate;
      first = time;
      *thread = (unsigned)i + 1; /* the first is the queue of the pool */
    }
  }
  return next;
}

void gy_collect_skip(gy_collect *collect, uint64_t most) {
  find_lanes(collect);
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    gy_lane *lane = gy_collect_lane(collect, i);
    uint64_t next = atomic_load_explicit(&lane->reader.ring->next, memory_order_relaxed);
    uint64_t half = (lane->reader.ring->mask + 1) / 2; /* the rest may soon be overwritten */
    uint64_t kept = most < half ? most : half;
    if (next > lane->reader.next + kept) {
      lane->reader.lost += next - kept - lane->reader.next + (lane->count - lane->at);
      lane->reader.next = next - kept;
      lane->at = lane->count;
    }
  }
}

/* How many records there are now. */
static uint64_t count_waiting(const gy_collect *collect) {
  uint64_t sum = 0;
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    const gy_lane *lane = gy_collect_lane(collect, i);
    uint64_t next = atomic_load_explicit(&lane->reader.ring->next, memory_order_relaxed);
    sum += lane->count - lane->at;
    sum += next > lane->reader.next ? next - lane->reader.next : 0;
  }
  return sum;
}

uint64_t gy_collect_take(gy_collect *collect) {
  uint64_t taken = 0;
  unsigned thread = 0;
  gy_lane *next;
  learn_rate(collect);
  find_lanes(collect);
  size_t count = GY_ARRAY_COUNT(&collect->lanes, gy_lane *);
  uint64_t most = count_waiting(collect); /* a writer may be faster than we are */
  while (taken < most && (next = next_lane(collect, count, &thread)) != NULL) {
    next->newest = next->at;
    gy_collect_record(collect, next, thread, &next->records[next->at++]);
    taken++;
  }
  return taken;
}

/* What has begun and not ended lasts until now. */
void gy_collect_close(gy_collect *collect) {
  size_t count = GY_ARRAY_COUNT(&collect->lanes, gy_lane *);
  for (size_t i = 0; i < count; i++) {
    gy_collect_unwritten(collect, gy_collect_lane(collect, i), (unsigned)i + 1);
  }
  for (size_t i = 0; i < count; i++) {
    gy_lane *lane = gy_collect_lane(collect, i);
    lane->last = lane->depth > 0 ? collect->time : lane->last;
    while (lane->depth > 0) {
      close_top(collect, lane, -1, GY_ITEM_OPEN);
    }
  }
}

static void free_one(void *memory, size_t size) {
  gy_array one = {.data = memory, .size = (size + 0xffff) & ~(size_t)0xffff};
  gy_array_free(&one);
}

void gy_collect_free(gy_collect *collect) {
  for (size_t i = 0; i < GY_ARRAY_COUNT(&collect->lanes, gy_lane *); i++) {
    free_one(gy_collect_lane(collect, i), sizeof(gy_lane));
  }
  gy_array_free(&collect->lanes);
  gy_array_free(&collect->objects);
  gy_array_free(&collect->free);
  gy_table_free(&collect->index);
  gy_table_free(&collect->labels);
  free_one(collect, sizeof(*collect));
}

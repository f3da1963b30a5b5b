/* SPDX-License-Identifier: MIT */
/*
 * Proves that a collector reads what the encoder was given: random sequences of runs, turns,
 * phases, calls, spans and notes, ended at a random moment, are also recorded by a naive recorder,
 * and both must have the same items. time limit: 120 s
 *
 *   GYRE_TEST_COUNT=1000000 GYRE_TEST_SEED=7 build/release/test/unit/trace_encode
 */
#include "../check.h"
#include "loop/loop.h"
#include "trace/collect.h"

enum { ITEMS_MAX = 1000, DEPTH_MAX = 40, ACTIONS_MAX = 60 };

static uint64_t seed;
static uint64_t state;
static unsigned draw(unsigned below) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(state >> 33) % below;
}

/* ---- The recorder: a list of items and the stack of those that are open ---- */

typedef struct {
  int event, kind, value;
  unsigned subject, depth;
  uint64_t start, end;
  bool is_open;
} entry;

static struct {
  entry items[ITEMS_MAX];
  int count;
  int stack[DEPTH_MAX];
  int depth;
  uint64_t last;
  bool ends_next;
  unsigned subjects;
} model;

static uint64_t clock_ns;
static gy_trace_place place;

static entry *add(int event, int kind, int value, uint64_t time) {
  CHECK(model.count < ITEMS_MAX);
  entry *made = &model.items[model.count++];
  *made = (entry){.event = event,
                  .kind = kind,
                  .value = value,
                  .depth = (unsigned)model.depth,
                  .start = time,
                  .end = time};
  return made;
}

static entry *open_one(int event, int kind, int value, uint64_t time) {
  entry *made = add(event, kind, value, time);
  CHECK(model.depth < DEPTH_MAX);
  model.stack[model.depth++] = (int)(made - model.items);
  made->is_open = true;
  return made;
}

static void close_one(uint64_t time) {
  entry *top = &model.items[model.stack[--model.depth]];
  top->end = time;
  top->is_open = false;
}

static entry *top(void) {
  return model.depth == 0 ? NULL : &model.items[model.stack[model.depth - 1]];
}

static bool is_top(int event) { return top() != NULL && top()->event == event; }

/* Values of the innermost run. */
static struct {
  uint64_t first_turns, turns;
  int step;
} told;

static uint64_t turn_now(void) {
  if (place.step == GY_STEP_NONE) {
    return 0;
  }
  if (place.step < GY_STEP_POLL) {
    return place.turns + 1;
  }
  return place.turns == told.first_turns ? 0 : place.turns;
}

static void visible(uint64_t time) {
  if (model.ends_next) {
    model.ends_next = false;
    close_one(time);
    model.last = time;
  }
  if (told.step != place.step || told.turns != place.turns) {
    uint64_t turn = turn_now();
    bool same = false;
    if (is_top(GY_EVENT_PHASE)) {
      close_one(model.last);
    }
    if (is_top(GY_EVENT_TURN)) {
      same = place.step != GY_STEP_NONE && (uint64_t)top()->value == turn;
      if (!same) {
        close_one(model.last);
      }
    }
    if (turn != 0 && !same) {
      open_one(GY_EVENT_TURN, 0, (int)turn, time);
    }
    if (place.step != GY_STEP_NONE) {
      open_one(GY_EVENT_PHASE, gy_trace_steps[place.step].phase, 0, time);
      if (place.step == GY_STEP_POLL && place.reason > GY_REASON_NONE) {
        add(GY_EVENT_SLEEP, place.reason, 0, time);
      }
    }
    told.step = place.step;
    told.turns = place.turns;
  }
  model.last = time;
}

/* ---- Both get the same input ---- */

static gy_trace_ring *ring;
static gyre_trace_kept kept;
static void flush(void) { CHECK(false); } /* only the collector takes records here */

static void call(void) {
  int kind = draw(2) == 0 ? GY_KIND_TIMEOUT : GY_KIND_TIMER;
  visible(clock_ns);
  entry *made = open_one(GY_EVENT_CALL, kind, 0, clock_ns);
  made->subject = ++model.subjects;
  gy_encode_call(ring, clock_ns, made->subject, 0,
                 gy_trace_what(GY_EVENT_CALL, kind, GY_TRACE_NUMBER, 0));
}

static void end_call(void) {
  if (model.ends_next) { /* also for a call around one that has just ended */
    visible(clock_ns);
    gy_encode_settle(ring, clock_ns);
  }
  if (!is_top(GY_EVENT_CALL)) {
    return;
  }
  unsigned way = draw(3);
  if (way == 0) {
    model.ends_next = true;
    gy_encode_end_next(ring);
    return;
  }
  close_one(clock_ns);
  model.last = clock_ns;
  if (way == 1) {
    gy_encode_end(ring, clock_ns);
  } else {
    gy_encode_end_now(ring, clock_ns);
  }
}

static void put(uint64_t what) { gy_encode_put(ring, clock_ns, 0, 0, what); }

static void note(void) {
  int value = (int)draw(100);
  visible(clock_ns);
  add(GY_EVENT_MARK, GY_KIND_NONE, value, clock_ns);
  put(gy_trace_what(GY_EVENT_MARK, GY_KIND_NONE, 0, value));
}

static void begin_span(int event) {
  visible(clock_ns);
  open_one(event, GY_KIND_NONE, 0, clock_ns);
  put(gy_trace_what(event, GY_KIND_NONE, 0, 0));
}

static void end_span(void) {
  int event = top()->event;
  visible(clock_ns);
  top()->value = event == GY_EVENT_TICKS ? 5 : 0;
  close_one(clock_ns);
  put(gy_trace_what(event, 0, GY_TRACE_END, 5));
}

static void step_on(void) {
  place.step = (uint8_t)(place.step >= GY_STEP_TIMERS ? 1 : place.step + 1 + draw(3));
  place.step = place.step > GY_STEP_TIMERS ? GY_STEP_TIMERS : place.step;
  if (place.step == GY_STEP_POLL || (place.step > GY_STEP_POLL && place.reason != 0)) {
    place.turns += place.step == GY_STEP_POLL || draw(2);
  }
  place.reason = (uint8_t)(draw(2) == 0 ? GY_REASON_NONE : GY_REASON_NONE + 1 + draw(5));
}

typedef struct {
  gy_trace_told told;
  uint64_t first_turns;
  int step, mode;
} run_frame;
static run_frame runs[4];
static int run_count;

static void begin_run(void) {
  run_frame *frame = &runs[run_count++];
  if (model.ends_next) {
    model.ends_next = false;
    close_one(clock_ns);
  }
  *frame = (run_frame){.first_turns = told.first_turns, .step = place.step, .mode = place.mode};
  place.step = GY_STEP_NONE;
  place.mode = (uint8_t)draw(3);
  frame->told = gy_encode_run_begin(ring, clock_ns);
  told.first_turns = told.turns = place.turns;
  told.step = GY_STEP_NONE;
  open_one(GY_EVENT_RUN, 0, place.mode, clock_ns);
  model.last = clock_ns;
}

static void end_run(void) {
  const run_frame *frame = &runs[--run_count];
  if (model.ends_next) {
    model.ends_next = false;
    close_one(clock_ns);
    model.last = clock_ns;
  }
  while (!is_top(GY_EVENT_RUN)) {
    close_one(model.last);
  }
  close_one(clock_ns);
  model.last = clock_ns;
  gy_encode_run_end(ring, clock_ns, frame->told);
  place.step = (uint8_t)frame->step;
  place.mode = (uint8_t)frame->mode;
  told.first_turns = frame->first_turns;
  told.turns = place.turns;
  told.step = place.step;
}

/* A call that a runtime has kept when the trace ends; it may have ended, too. */
static void keep_call(void) {
  visible(clock_ns);
  entry *made = open_one(GY_EVENT_CALL, GY_KIND_IMMEDIATE, 0, clock_ns);
  made->subject = ++model.subjects;
  kept = (gyre_trace_kept){.kind = GY_KIND_IMMEDIATE,
                           .subject = (int32_t)made->subject,
                           .began = clock_ns,
                           .ended = (int32_t)draw(2)};
  model.ends_next = kept.ended != 0;
}

/* Between callbacks the loop acts; inside of one, the program does. */
static void act(void) {
  bool in_loop = model.depth > 0 && !model.ends_next && top()->event <= GY_EVENT_PHASE;
  bool after_call = model.ends_next && model.depth > 1 &&
                    model.items[model.stack[model.depth - 2]].event <= GY_EVENT_PHASE;
  unsigned what = draw(12);
  clock_ns += draw(4);
  if (in_loop || after_call) {
    switch (what) {
      case 0:
        if (place.step == GY_STEP_POLL) {
          begin_span(GY_EVENT_SLEEP);
          clock_ns += draw(9);
          end_span();
        }
        return;
      case 1:
        note();
        return;
      case 2:
        if (run_count > 0 && draw(4) == 0) {
          end_run();
        }
        return;
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
        step_on();
        return;
      default:
        call();
        return;
    }
  }
  if (model.depth > DEPTH_MAX - 8) {
    what = 9;
  }
  switch (what) {
    case 0:
      if (run_count < 4) {
        begin_run();
      }
      return;
    case 1:
    case 2:
      note();
      return;
    case 3:
      begin_span(GY_EVENT_TICKS);
      return;
    case 4:
    case 5:
      call();
      return;
    default:
      if (model.ends_next || is_top(GY_EVENT_CALL)) {
        end_call();
      } else if (is_top(GY_EVENT_TICKS)) {
        end_span();
      }
  }
}

/* ---- Comparison ---- */

static gy_trace_item read_items[ITEMS_MAX];
static unsigned read_depths[ITEMS_MAX];
static int read_count;

static void on_item(void *context, const gy_trace_item *item, unsigned depth) {
  (void)context;
  CHECK(item->id > 0 && item->id < ITEMS_MAX);
  read_items[item->id - 1] = *item;
  read_depths[item->id - 1] = depth;
  read_count++;
}
static void on_label(void *context, const char *name, const char *site) {
  (void)context, (void)name, (void)site;
}
static void on_object(void *context, int kind, uint32_t label) {
  (void)context, (void)kind, (void)label;
}
static void on_thread(void *context, const char *name, const char *type) {
  (void)context, (void)name, (void)type;
}

static bool is_same(const entry *wanted, const gy_trace_item *got, unsigned depth) {
  bool is_open = (got->thread & GY_ITEM_OPEN) != 0;
  int value = wanted->is_open && wanted->event == GY_EVENT_TICKS ? -1 : wanted->value;
  return got->event == wanted->event && got->kind == wanted->kind && got->value == value &&
         got->subject == wanted->subject && got->start == (double)wanted->start &&
         got->duration == (double)(wanted->end - wanted->start) && is_open == wanted->is_open &&
         depth == wanted->depth;
}

static void show(void) {
  for (int i = 0; i < model.count || i < read_count; i++) {
    const entry *wanted = &model.items[i];
    const gy_trace_item *got = &read_items[i];
    fprintf(stderr, "%3d %s ev %d kind %d val %d subj %u %llu-%llu open %d depth %u | ", i,
            i < model.count && i < read_count && is_same(wanted, got, read_depths[i]) ? " " : "!",
            wanted->event, wanted->kind, wanted->value, wanted->subject,
            (unsigned long long)wanted->start, (unsigned long long)wanted->end, wanted->is_open,
            wanted->depth);
    fprintf(stderr, "ev %d kind %d val %d subj %u %.0f-%.0f thread %x depth %u\n", got->event,
            got->kind, got->value, got->subject, got->start, got->start + got->duration,
            got->thread, read_depths[i]);
  }
}

static void compare(void) {
  const gy_collect_sink sink = {on_item, on_label, on_object, on_thread, NULL};
  memset(read_items, 0, sizeof(read_items[0]) * (size_t)(model.count + 1));
  read_count = 0;
  gy_collect *collect = gy_collect_new(&sink);
  gy_collect_take(collect);
  gy_collect_close(collect);
  gy_collect_free(collect);
  if (model.ends_next) {
    close_one(clock_ns);
  }
  for (int i = 0; i < model.depth; i++) { /* open items last until now */
    model.items[model.stack[i]].end = clock_ns;
  }
  bool same = read_count == model.count;
  for (int i = 0; i < model.count && same; i++) {
    same = is_same(&model.items[i], &read_items[i], read_depths[i]);
  }
  if (!same) {
    fprintf(stderr, "GYRE_TEST_SEED=%llu GYRE_TEST_COUNT=1: %d items, read %d\n",
            (unsigned long long)seed, model.count, read_count);
    show();
    exit(1);
  }
}

static void run_sequence(void) {
  state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  clock_ns = draw(3);
  model.count = model.depth = run_count = 0;
  model.ends_next = false;
  model.last = model.subjects = 0;
  memset(&told, 0, sizeof(told));
  place = (gy_trace_place){.turns = draw(3)};
  told.turns = told.first_turns = place.turns;
  kept = (gyre_trace_kept){0};
  gy_trace_ring_forked();
  ring = gy_trace_ring_take(GY_TRACE_LOOP, &place, &clock_ns);
  CHECK(ring != NULL);
  ring->virtual_start = 0;
  ring->flush = flush;
  atomic_store(&ring->kept, &kept);
  if (draw(4) != 0) {
    begin_run();
  }
  for (unsigned left = draw(ACTIONS_MAX); left > 0; left--) {
    act();
  }
  clock_ns += draw(3);
  if (draw(3) == 0) { /* its clock is another one, so the end decides the time */
    keep_call();
  }
  compare();
}

int main(void) {
  const char *count = getenv("GYRE_TEST_COUNT");
  const char *first = getenv("GYRE_TEST_SEED");
  uint64_t usual = getenv("GYRE_TEST_ALL") != NULL ? 100000 : 4000;
  uint64_t left = count != NULL ? strtoull(count, NULL, 10) : usual;
  setenv("GYRE_TRACE_EVENTS", "4096", 1);
  CHECK_EQ(gy_trace_record_begin(), 0);
  for (seed = first != NULL ? strtoull(first, NULL, 10) : 1; left > 0; seed++, left--) {
    run_sequence();
  }
  return 0;
}

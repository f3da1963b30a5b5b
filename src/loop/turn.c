/* SPDX-License-Identifier: MIT */
/*
 * Ticks and microtasks, and the turn hook: what runs after every callback. Called through call.h.
 *
 * A ring that doubles was chosen over a list of nodes: queueing needs no allocation once the ring
 * has its size, and the size is kept.
 */
#include <string.h>

#include "base/alloc.h"
#include "loop/loop.h"
#include "loop/time.h"
#include "loop/watch.h"

#define FIRST_CAPACITY 64

struct gy_task {
  gyre_task_cb cb;
  void *arg;
};

static bool grow(gy_task_ring *ring) {
  unsigned capacity = ring->capacity == 0 ? FIRST_CAPACITY : ring->capacity * 2;
  if (capacity < ring->capacity) {
    return false;
  }
  struct gy_task *items = gy_alloc((size_t)capacity * sizeof(*items));
  if (items == NULL) {
    return false;
  }
  unsigned until_end = ring->capacity - ring->head;
  unsigned first = ring->count < until_end ? ring->count : until_end;
  if (ring->count > 0) {
    memcpy(items, ring->items + ring->head, first * sizeof(*items));
    memcpy(items + first, ring->items, (ring->count - first) * sizeof(*items));
  }
  gy_free(ring->items);
  ring->items = items;
  ring->capacity = capacity;
  ring->head = 0;
  return true;
}

static int queue_task(gy_loop *loop, gy_task_ring *ring, gyre_task_cb cb, void *arg) {
  if (cb == NULL) {
    return UV_EINVAL;
  }
  if (ring->count == ring->capacity && !grow(ring)) {
    return UV_ENOMEM;
  }
  ring->items[(ring->head + ring->count++) & (ring->capacity - 1)] = (struct gy_task){cb, arg};
  loop->turn_due |= GY_TURN_TASKS;
  return 0;
}

/* Tasks have no address that identifies them in a trace. They run first in, first out, so counting
 * identifies them. */
static uint64_t task_number(uint64_t *counter, int kind) {
  return (uint64_t)kind << 40 | ++*counter;
}

static void note_task(gy_trace_ring *trace, uint64_t *counter, int kind, const void *site) {
  gy_encode_flush(trace);
  gy_encode_put(trace, gy_trace_now(trace), task_number(counter, kind), (uintptr_t)site,
                gy_trace_what(GY_EVENT_SCHEDULE, kind, GY_TRACE_NUMBER, 0));
}

int gyre_next_tick(uv_loop_t *storage, gyre_task_cb cb, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  int err = queue_task(loop, &loop->tasks.ticks, cb, arg);
  gy_trace_ring *trace = gy_loop_trace(loop);
  if (GY_UNLIKELY(trace != NULL) && err == 0) {
    note_task(trace, &trace->ticks_queued, GY_KIND_TICK, __builtin_return_address(0));
  }
  return err;
}

int gyre_microtask(uv_loop_t *storage, gyre_task_cb cb, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  int err = queue_task(loop, &loop->tasks.microtasks, cb, arg);
  gy_trace_ring *trace = gy_loop_trace(loop);
  if (GY_UNLIKELY(trace != NULL) && err == 0) {
    note_task(trace, &trace->microtasks_queued, GY_KIND_MICROTASK, __builtin_return_address(0));
  }
  return err;
}

static void set_due(gy_loop *loop) {
  bool tasks = loop->tasks.hook != NULL || loop->watch != NULL || loop->tasks.ticks.count > 0 ||
               loop->tasks.microtasks.count > 0;
  loop->turn_due = (tasks ? GY_TURN_TASKS : 0) | (loop->trace.ring != NULL ? GY_TURN_TRACED : 0);
}

void gyre_set_turn_hook(uv_loop_t *storage, gyre_turn_hook hook, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  loop->tasks.hook = hook;
  loop->tasks.hook_arg = arg;
  set_due(loop);
}

static void run_until_empty(gy_task_ring *ring) {
  while (ring->count > 0) {
    struct gy_task task = ring->items[ring->head];
    ring->head = (ring->head + 1) & (ring->capacity - 1);
    ring->count--;
    task.cb(task.arg);
  }
}

static void drain(gy_loop *loop) {
  while (loop->tasks.ticks.count > 0 || loop->tasks.microtasks.count > 0) {
    run_until_empty(&loop->tasks.ticks);
    run_until_empty(&loop->tasks.microtasks);
  }
  set_due(loop);
}

/* ---- The same, traced -------------------------------------------------------------------------
 */

/* Ticks and microtasks that delay the loop for this long starve it. */
#define STARVE_NS (10 * GY_CLOCK_NS_PER_MS)

/* Recorded then, and again each time the delay has doubled. */
typedef struct {
  uint64_t since_ns;
  uint64_t next_ns;
} patience;

static void mark_starving(gy_loop *loop, gy_trace_ring *trace, patience *left) {
  uint64_t waited_ns = gy_time_latest(loop) - left->since_ns;
  if (waited_ns >= left->next_ns) {
    left->next_ns = waited_ns * 2;
    gy_encode_note(trace, GY_EVENT_STARVE, GY_KIND_NONE, NULL, NULL,
                   (int32_t)(waited_ns / GY_CLOCK_NS_PER_MS));
  }
}

static void run_tasks_traced(gy_loop *loop, gy_trace_ring *trace, bool ticks, patience *left) {
  gy_task_ring *ring = ticks ? &loop->tasks.ticks : &loop->tasks.microtasks;
  int event = ticks ? GY_EVENT_TICKS : GY_EVENT_MICROTASKS;
  int kind = ticks ? GY_KIND_TICK : GY_KIND_MICROTASK;
  uint64_t *counter = ticks ? &trace->ticks_run : &trace->microtasks_run;
  int32_t count = 0;
  if (ring->count == 0) {
    return;
  }
  gy_encode_begin(trace, event, GY_KIND_NONE, NULL, 0);
  for (; ring->count > 0; count++) {
    struct gy_task task = ring->items[ring->head];
    ring->head = (ring->head + 1) & (ring->capacity - 1);
    ring->count--;
    gy_encode_call(trace, gy_trace_now(trace), task_number(counter, kind), (uintptr_t)task.cb,
                   gy_trace_what(GY_EVENT_CALL, kind, GY_TRACE_NUMBER, 0));
    task.cb(task.arg);
    if (gy_loop_trace(loop) != trace) { /* it has ended the trace */
      return;
    }
    gy_encode_flush(trace);
    gy_encode_end(trace, gy_trace_now(trace));
    mark_starving(loop, trace, left);
  }
  gy_encode_end_of(trace, event, count);
}

static void drain_traced(gy_loop *loop) {
  gy_trace_ring *trace = gy_loop_trace(loop);
  patience left = {.since_ns = gy_time_latest(loop), .next_ns = STARVE_NS};
  while (trace != NULL && (loop->tasks.ticks.count > 0 || loop->tasks.microtasks.count > 0)) {
    run_tasks_traced(loop, trace, loop->tasks.ticks.count > 0, &left);
    trace = gy_loop_trace(loop);
  }
  drain(loop); /* the rest, if the trace was ended meanwhile */
}

/* The callback may have ended the trace. */
static __attribute__((noinline)) void turn_traced(gy_loop *loop) {
  if (gy_loop_trace(loop) != NULL) {
    gy_loop_trace_called(loop);
  }
  if ((loop->turn_due & GY_TURN_TASKS) != 0) {
    drain_traced(loop);
    if (loop->tasks.hook != NULL) {
      loop->tasks.hook((uv_loop_t *)loop, loop->tasks.hook_arg);
      drain_traced(loop);
    }
  }
  if (loop->watch != NULL) {
    gy_watch_beat(loop->watch);
  }
}

/* ---- What call.h asks for ---------------------------------------------------------------------
 */

void gy_turn_run(gy_loop *loop) {
  if (GY_UNLIKELY((loop->turn_due & GY_TURN_TRACED) != 0)) {
    bool only_traced = loop->turn_due == GY_TURN_TRACED && loop->watch == NULL;
    if (!only_traced || !gy_loop_trace_called_quietly(loop)) {
      turn_traced(loop);
    }
    return;
  }
  drain(loop);
  if (loop->tasks.hook != NULL) {
    loop->tasks.hook((uv_loop_t *)loop, loop->tasks.hook_arg);
    drain(loop);
  }
  if (loop->watch != NULL) {
    gy_watch_beat(loop->watch);
  }
}

void gy_turn_begin(gy_loop *loop) {
  if ((loop->turn_due & GY_TURN_TASKS) != 0) {
    drain_traced(loop);
  }
}

void gy_turn_release(gy_loop *loop) {
  gy_free(loop->tasks.ticks.items);
  gy_free(loop->tasks.microtasks.items);
}

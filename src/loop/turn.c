/* SPDX-License-Identifier: MIT */
/*
 * Ticks and microtasks, and the turn hook: what runs after every callback. Called through call.h.
 *
 * A ring that doubles was chosen over a list of nodes: queueing costs no allocation once the ring
 * has its size, and the size is kept.
 */
#include <string.h>

#include "base/alloc.h"
#include "loop/loop.h"
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
  loop->turn_due = 1;
  return 0;
}

int gyre_next_tick(uv_loop_t *storage, gyre_task_cb cb, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  return queue_task(loop, &loop->ticks, cb, arg);
}

int gyre_microtask(uv_loop_t *storage, gyre_task_cb cb, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  return queue_task(loop, &loop->microtasks, cb, arg);
}

/* Something happens after every callback. */
static bool always_due(const gy_loop *loop) {
  return loop->turn_hook != NULL || loop->watch != NULL;
}

void gyre_set_turn_hook(uv_loop_t *storage, gyre_turn_hook hook, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  loop->turn_hook = hook;
  loop->turn_hook_arg = arg;
  loop->turn_due = always_due(loop) || loop->ticks.count > 0 || loop->microtasks.count > 0;
}

static void run_until_empty(gy_task_ring *ring) {
  while (ring->count > 0) {
    struct gy_task task = ring->items[ring->head];
    ring->head = (ring->head + 1) & (ring->capacity - 1);
    ring->count--;
    task.cb(task.arg);
  }
}

void gy_turn_drain(gy_loop *loop) {
  while (loop->ticks.count > 0 || loop->microtasks.count > 0) {
    run_until_empty(&loop->ticks);
    run_until_empty(&loop->microtasks);
  }
  loop->turn_due = always_due(loop);
}

void gy_turn_run(gy_loop *loop) {
  gy_turn_drain(loop);
  if (loop->turn_hook != NULL) {
    loop->turn_hook((uv_loop_t *)loop, loop->turn_hook_arg);
    gy_turn_drain(loop);
  }
  if (loop->watch != NULL) {
    gy_watch_beat(loop->watch);
  }
}

void gy_turn_release(gy_loop *loop) {
  gy_free(loop->ticks.items);
  gy_free(loop->microtasks.items);
}

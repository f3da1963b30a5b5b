/* SPDX-License-Identifier: MIT */
/*
 * Proves that a slot with thousands of timers is distributed ahead of its beginning, a part of it
 * with each millisecond, and that order, removal and the time of the first timer are right whether
 * none, some or all of them have been distributed when the slot begins.
 */
#include "base/wheel.h"
#include "check.h"

enum { COUNT = 6000, SLOT_MS = 4096, FROM_MS = 200, SPAN_MS = 500 };

typedef struct {
  gy_wheel_node node;
  uint64_t number; /* of its insertion */
  bool in;
} timer;

static gy_wheel wheel;
static timer timers[COUNT];

static unsigned spread_ahead(void) {
  unsigned count = 0;
  const gy_wheel_ahead *ahead = &wheel.ahead[0];
  for (unsigned i = 0; i < GY_WHEEL_SLOTS; i++) {
    if ((ahead->occupied >> i & 1) != 0) {
      for (const gy_queue *link = ahead->rows[i].next; link != &ahead->rows[i]; link = link->next) {
        count++;
      }
    }
  }
  return count;
}

static const timer *earliest(void) {
  const timer *first = NULL;
  for (int i = 0; i < COUNT; i++) {
    const timer *t = &timers[i];
    if (t->in && (first == NULL || t->node.due_ms < first->node.due_ms ||
                  (t->node.due_ms == first->node.due_ms && t->number < first->number))) {
      first = t;
    }
  }
  return first;
}

static void check_first(void) {
  uint64_t when_ns;
  const timer *first = earliest();
  CHECK_EQ(gy_wheel_next(&wheel, UINT32_MAX, &when_ns),
           first == NULL ? GY_WHEEL_NEVER : first->node.due_ms);
}

static void insert(timer *t, uint64_t due_ms, uint64_t number) {
  t->node.due_ms = due_ms;
  t->node.hold_ns = 0;
  t->number = number;
  t->in = true;
  gy_wheel_insert(&wheel, &t->node);
}

/* The clock starts this long before the slot, and advances in steps. */
static void pass(uint64_t lead_ms, unsigned keep_every) {
  uint64_t now_ms = SLOT_MS - lead_ms;
  gy_wheel_init(&wheel, now_ms);
  for (unsigned i = 0; i < COUNT; i++) {
    insert(&timers[i], SLOT_MS + FROM_MS + i * 7919 % SPAN_MS, i);
  }
  for (; now_ms < SLOT_MS; now_ms++) {
    gy_wheel_advance(&wheel, now_ms * GY_NS_PER_MS);
    timer *moved = &timers[now_ms * 31 % COUNT]; /* restarted: behind all others */
    gy_wheel_remove(&wheel, &moved->node);
    insert(moved, moved->node.due_ms, COUNT + now_ms);
  }
  unsigned expected = (unsigned)(lead_ms < 1 ? 0 : lead_ms - 1) * 256;
  CHECK(expected >= COUNT ? spread_ahead() > COUNT - 600 : spread_ahead() <= expected);
  CHECK(expected == 0 || spread_ahead() > 0);
  for (unsigned i = 0; i < COUNT; i++) {
    if (i % keep_every != 0) {
      gy_wheel_remove(&wheel, &timers[i].node);
      timers[i].in = false;
    }
  }
  check_first();
  for (; now_ms <= SLOT_MS + FROM_MS + SPAN_MS; now_ms++) {
    gy_wheel_advance(&wheel, now_ms * GY_NS_PER_MS);
    while (!gy_queue_empty(&wheel.due)) {
      timer *t = GY_CONTAINER(gy_queue_pop(&wheel.due), timer, node.link);
      CHECK(t == earliest() && t->node.due_ms == now_ms);
      t->in = false;
    }
    check_first();
  }
  CHECK(earliest() == NULL && wheel.levels == 0);
}

int main(void) {
  for (unsigned keep_every = 1; keep_every < 2 * COUNT; keep_every = keep_every * 20 + 1) {
    pass(0, keep_every);
    pass(1, keep_every);
    pass(5, keep_every);
    pass(100, keep_every);
    pass(2000, keep_every);
  }
  return 0;
}

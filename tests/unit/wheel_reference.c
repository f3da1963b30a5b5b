/* SPDX-License-Identifier: MIT */
/*
 * Proves that the wheel returns timers in the order of a sorted list, by due time and then by order
 * of insertion, and says exactly when the first is due: over millions of random insertions,
 * removals and steps of the clock, with far deadlines, long jumps and timers that are held back.
 *
 * time limit: 120 s
 */
#include "base/wheel.h"
#include "check.h"

enum { NODES = 48, OPERATIONS = 3000000 };

typedef struct {
  gy_wheel_node node;
  bool in;
  uint64_t number; /* of its insertion */
} timer;

static gy_wheel wheel;
static timer timers[NODES];
static uint64_t insertions;
static uint64_t now_ns;
static uint64_t seed;

static uint64_t next_random(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

/* All magnitudes are equally likely: each level of the wheel gets its share. */
static uint64_t any_magnitude(unsigned bits) {
  return next_random() >> (64 - 1 - next_random() % bits);
}

static timer *reference_first(void) {
  timer *first = NULL;
  for (int i = 0; i < NODES; i++) {
    timer *t = &timers[i];
    bool before = t->in && (first == NULL || t->node.due_ms < first->node.due_ms ||
                            (t->node.due_ms == first->node.due_ms && t->number < first->number));
    first = before ? t : first;
  }
  return first;
}

static bool expired(const timer *t) {
  uint64_t now_ms = now_ns / GY_NS_PER_MS;
  return t->node.due_ms < now_ms ||
         (t->node.due_ms == now_ms && t->node.hold_ns <= now_ns % GY_NS_PER_MS);
}

static void insert(timer *t) {
  uint64_t now_ms = now_ns / GY_NS_PER_MS;
  uint64_t delay = any_magnitude(next_random() % 4 == 0 ? 64 : 14);
  t->node.due_ms = delay > UINT64_MAX - now_ms ? UINT64_MAX : now_ms + delay;
  t->node.hold_ns = next_random() % 2 == 0 ? 0 : (uint32_t)(next_random() % GY_NS_PER_MS);
  t->number = ++insertions;
  t->in = true;
  gy_wheel_insert(&wheel, &t->node);
}

static void check_next(void) {
  const timer *first = reference_first();
  uint64_t when_ns;
  uint64_t due_ms = gy_wheel_next(&wheel, UINT32_MAX, &when_ns);
  if (first == NULL) {
    CHECK(due_ms == GY_WHEEL_NEVER && when_ns == GY_WHEEL_NEVER);
    return;
  }
  CHECK(due_ms == first->node.due_ms);
  uint64_t last_ms = UINT64_MAX / GY_NS_PER_MS;
  CHECK(when_ns == (first->node.due_ms >= last_ms
                        ? GY_WHEEL_NEVER
                        : first->node.due_ms * GY_NS_PER_MS + first->node.hold_ns));
}

/* If few may be visited, the result may be early but never late, and repeated calls find the exact
 * time. */
static void check_next_hurried(void) {
  const timer *first = reference_first();
  uint64_t when_ns;
  uint64_t due_ms = gy_wheel_next(&wheel, (unsigned)(next_random() % 3), &when_ns);
  CHECK(due_ms <= (first == NULL ? GY_WHEEL_NEVER : first->node.due_ms));
}

static void advance(void) {
  uint64_t step = next_random() % 3 == 0 ? any_magnitude(45) : any_magnitude(22);
  uint64_t when_ns;
  if (next_random() % 3 == 0 && gy_wheel_next(&wheel, UINT32_MAX, &when_ns) != GY_WHEEL_NEVER &&
      when_ns != GY_WHEEL_NEVER && when_ns > now_ns) {
    step = when_ns - now_ns - next_random() % 2;
  }
  now_ns += step > UINT64_MAX / 2 - now_ns ? 0 : step; /* it does not run for centuries */
  gy_wheel_advance(&wheel, now_ns);
}

static void take_due(void) {
  while (!gy_queue_empty(&wheel.due)) {
    timer *first = reference_first();
    CHECK(first != NULL && expired(first));
    gy_wheel_node *node = GY_CONTAINER(gy_queue_pop(&wheel.due), gy_wheel_node, link);
    CHECK(node == &first->node);
    first->in = false;
  }
  const timer *first = reference_first();
  CHECK(first == NULL || !expired(first));
}

static void step(void) {
  timer *t = &timers[next_random() % NODES];
  switch (next_random() % 8) {
    case 0:
    case 1:
    case 2:
      gy_wheel_remove(&wheel, &t->node); /* removing one that is on no list is harmless */
      insert(t);
      break;
    case 3:
      gy_wheel_remove(&wheel, &t->node);
      t->in = false;
      break;
    case 4:
      check_next_hurried();
      break;
    case 5:
      check_next();
      break;
    default:
      advance();
      take_due();
  }
}

/* Each round starts at another time, so that the far ends of time are reached often. */
static void round_of(int operations) {
  now_ns = any_magnitude(63);
  insertions = 0;
  gy_wheel_init(&wheel, now_ns / GY_NS_PER_MS);
  for (int i = 0; i < NODES; i++) {
    timers[i] = (timer){0};
    gy_queue_init(&timers[i].node.link);
  }
  for (int i = 0; i < operations; i++) {
    step();
  }
}

int main(void) {
  seed = UINT64_C(88172645463325252);
  for (int done = 0; done < OPERATIONS; done += 300) {
    round_of(300);
  }
  round_of(OPERATIONS / 10);
  return 0;
}

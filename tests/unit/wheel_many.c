/* SPDX-License-Identifier: MIT */
/*
 * Proves that a hundred thousand timers leave the wheel in the order of a stable sort, whether the
 * clock advances in small steps or jumps over all of them at once.
 */
#include "base/wheel.h"
#include "check.h"

enum { NODES = 100000 };

typedef struct {
  gy_wheel_node node;
  int number;
} timer;

static gy_wheel wheel;
static timer timers[NODES];
static timer *sorted[NODES];

static int compare(const void *a, const void *b) {
  const timer *left = *(timer *const *)a;
  const timer *right = *(timer *const *)b;
  if (left->node.due_ms != right->node.due_ms) {
    return left->node.due_ms < right->node.due_ms ? -1 : 1;
  }
  return left->number < right->number ? -1 : 1;
}

static void fill(uint64_t start_ms, uint64_t range_ms) {
  uint64_t seed = 12345;
  gy_wheel_init(&wheel, start_ms);
  for (int i = 0; i < NODES; i++) {
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    timers[i].node.due_ms = start_ms + (seed >> 20) % range_ms;
    timers[i].node.hold_ns = 0;
    timers[i].number = i;
    sorted[i] = &timers[i];
    gy_wheel_insert(&wheel, &timers[i].node);
  }
  qsort(sorted, NODES, sizeof(sorted[0]), compare);
}

static void drain(uint64_t start_ms, uint64_t range_ms, uint64_t step_ms) {
  int taken = 0;
  for (uint64_t now_ms = start_ms; now_ms < start_ms + range_ms + step_ms; now_ms += step_ms) {
    gy_wheel_advance(&wheel, now_ms * GY_NS_PER_MS);
    while (!gy_queue_empty(&wheel.due)) {
      gy_wheel_node *node = GY_CONTAINER(gy_queue_pop(&wheel.due), gy_wheel_node, link);
      CHECK(node == &sorted[taken++]->node);
      CHECK(node->due_ms <= now_ms);
    }
    CHECK(taken == NODES || sorted[taken]->node.due_ms > now_ms);
  }
  CHECK_EQ(taken, NODES);
}

int main(void) {
  static const uint64_t ranges[] = {1, 64, 1000, 100000, 50000000};
  for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
    uint64_t start_ms = 4095 + i;
    fill(start_ms, ranges[i]);
    drain(start_ms, ranges[i], 1 + ranges[i] / 5000);
    fill(start_ms, ranges[i]);
    drain(start_ms, ranges[i], ranges[i]);
  }
  return 0;
}

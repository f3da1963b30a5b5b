/* SPDX-License-Identifier: MIT */
/*
 * Proves that the time of the first timer is found even if its slot holds more timers than may be
 * visited: the result is the start of the slot, and a better one after the wheel has advanced
 * there.
 */
#include "base/wheel.h"
#include "check.h"

enum { NODES = 500 };

int main(void) {
  static gy_wheel wheel;
  static gy_wheel_node nodes[NODES];
  uint64_t when_ns;
  gy_wheel_init(&wheel, 0);
  for (int i = 0; i < NODES; i++) {
    nodes[i].due_ms = 64 * 64 * 3 + 4000 - (uint64_t)i;
    gy_wheel_insert(&wheel, &nodes[i]);
  }
  gy_wheel_remove(&wheel, &nodes[NODES - 1]); /* so that it has to search for the first */
  uint64_t first_ms = nodes[NODES - 2].due_ms;
  CHECK_EQ(gy_wheel_next(&wheel, 64, &when_ns), 64 * 64 * 3);
  CHECK_EQ(when_ns, (uint64_t)64 * 64 * 3 * GY_NS_PER_MS);
  int asked = 0;
  uint64_t due_ms;
  while ((due_ms = gy_wheel_next(&wheel, 64, &when_ns)) != first_ms) {
    CHECK(due_ms < first_ms && ++asked < GY_WHEEL_LEVELS);
    gy_wheel_advance(&wheel, when_ns);
    CHECK(gy_queue_empty(&wheel.due));
  }
  CHECK(asked > 0);
  CHECK_EQ(gy_wheel_next(&wheel, NODES, &when_ns), first_ms);
  return 0;
}

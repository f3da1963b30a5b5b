/* SPDX-License-Identifier: MIT */
/*
 * Proves that a timer which is held back within its millisecond stays, that it holds back those
 * behind it although they are due, and that the next millisecond releases them all.
 */
#include "base/wheel.h"
#include "check.h"

static gy_wheel wheel;
static gy_wheel_node first = {.due_ms = 10, .hold_ns = 600000};
static gy_wheel_node second = {.due_ms = 10, .hold_ns = 0};
static gy_wheel_node third = {.due_ms = 11, .hold_ns = 999999};

static void expect(const gy_wheel_node *node) {
  CHECK(!gy_queue_empty(&wheel.due));
  CHECK(GY_CONTAINER(gy_queue_pop(&wheel.due), gy_wheel_node, link) == node);
}

int main(void) {
  uint64_t when_ns;
  gy_wheel_init(&wheel, 5);
  gy_wheel_insert(&wheel, &first);
  gy_wheel_insert(&wheel, &second);
  gy_wheel_insert(&wheel, &third);
  CHECK_EQ(gy_wheel_next(&wheel, 64, &when_ns), 10);
  CHECK_EQ(when_ns, 10600000);
  gy_wheel_advance(&wheel, 10599999);
  CHECK(gy_queue_empty(&wheel.due));
  CHECK_EQ(gy_wheel_next(&wheel, 64, &when_ns), 10);
  CHECK_EQ(when_ns, 10600000);
  gy_wheel_advance(&wheel, 10600000);
  expect(&first);
  expect(&second);
  CHECK(gy_queue_empty(&wheel.due));
  CHECK_EQ(gy_wheel_next(&wheel, 64, &when_ns), 11);
  CHECK_EQ(when_ns, 11999999);

  first.due_ms = second.due_ms = 11;
  gy_wheel_insert(&wheel, &first);
  gy_wheel_insert(&wheel, &second);
  gy_wheel_advance(&wheel, 12000000);
  expect(&third);
  expect(&first);
  expect(&second);
  CHECK_EQ(gy_wheel_next(&wheel, 64, &when_ns), GY_WHEEL_NEVER);
  CHECK_EQ(when_ns, GY_WHEEL_NEVER);
  return 0;
}

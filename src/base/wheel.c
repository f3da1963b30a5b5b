/* SPDX-License-Identifier: MIT */
/* The timer wheel: see wheel.h. Called by loop/timers.c and loop/poll.c. */
#include "base/wheel.h"

#include "base/check.h"

#define BITS GY_WHEEL_BITS

void gy_wheel_init(gy_wheel *wheel, uint64_t now_ms) {
  wheel->position_ms = now_ms;
  gy_queue_init(&wheel->due);
  wheel->levels = 0;
  wheel->first_known = true;
  wheel->first_due_ms = GY_WHEEL_NEVER;
  for (int level = 0; level < GY_WHEEL_LEVELS; level++) {
    wheel->occupied[level] = 0;
  }
}

static void mark_empty(gy_wheel *wheel, unsigned level, unsigned slot) {
  wheel->occupied[level] &= ~((uint64_t)1 << slot);
  if (wheel->occupied[level] == 0) {
    wheel->levels &= ~(1u << level);
  }
}

void gy_wheel_remove(gy_wheel *wheel, gy_wheel_node *node) {
  gy_queue *list = node->link.next;
  bool last = list == node->link.prev;
  gy_queue_remove(&node->link);
  if (node->due_ms == wheel->first_due_ms) {
    wheel->first_known = false;
  }
  if (!last) {
    return;
  }
  /* Only a list's head is left of it; if that head is a slot, the slot is empty now. */
  size_t index = (size_t)((uintptr_t)list - (uintptr_t)wheel->slots) / sizeof(gy_queue);
  if (index < GY_WHEEL_LEVELS * GY_WHEEL_SLOTS) {
    mark_empty(wheel, (unsigned)(index / GY_WHEEL_SLOTS), (unsigned)(index % GY_WHEEL_SLOTS));
  }
}

/* The earliest slot that is not empty: its level, index and first millisecond. */
static bool first_slot(const gy_wheel *wheel, unsigned *level, unsigned *slot, uint64_t *start_ms) {
  if (wheel->levels == 0) {
    return false;
  }
  *level = (unsigned)__builtin_ctz(wheel->levels);
  *slot = (unsigned)__builtin_ctzll(wheel->occupied[*level]);
  unsigned shift = *level * BITS;
  uint64_t block = shift + BITS >= 64 ? 0 : wheel->position_ms >> (shift + BITS) << (shift + BITS);
  *start_ms = block | (uint64_t)*slot << shift;
  return true;
}

/* Move the timers of the slot of millisecond `now_ms` whose hold is over; false if some are left.
 */
static bool take_released(gy_wheel *wheel, unsigned slot, uint32_t elapsed_ns) {
  gy_queue *list = &wheel->slots[0][slot];
  while (!gy_queue_empty(list)) {
    gy_wheel_node *node = GY_CONTAINER(list->next, gy_wheel_node, link);
    if (node->hold_ns > elapsed_ns) {
      return false;
    }
    gy_queue_remove(&node->link);
    gy_queue_push_back(&wheel->due, &node->link);
  }
  mark_empty(wheel, 0, slot);
  return true;
}

void gy_wheel_advance(gy_wheel *wheel, uint64_t now_ns) {
  uint64_t now_ms = now_ns / GY_NS_PER_MS;
  unsigned level;
  unsigned slot;
  uint64_t start_ms;
  while (first_slot(wheel, &level, &slot, &start_ms) && start_ms <= now_ms) {
    wheel->position_ms = start_ms;
    wheel->first_known = false;
    if (level == 0 && start_ms == now_ms) {
      if (!take_released(wheel, slot, (uint32_t)(now_ns % GY_NS_PER_MS))) {
        break;
      }
      continue;
    }
    mark_empty(wheel, level, slot);
    gy_queue *list = &wheel->slots[level][slot];
    if (level == 0) {
      gy_queue_append(&wheel->due, list);
      continue;
    }
    while (!gy_queue_empty(list)) {
      gy_wheel_insert(wheel, GY_CONTAINER(gy_queue_pop(list), gy_wheel_node, link));
    }
  }
  wheel->position_ms = now_ms;
}

static uint64_t to_ns(uint64_t due_ms, uint32_t hold_ns) {
  return due_ms >= GY_WHEEL_NEVER / GY_NS_PER_MS ? GY_WHEEL_NEVER : due_ms * GY_NS_PER_MS + hold_ns;
}

/* Look for the first timer; false if there were more than SCAN_MAX to look at. */
static bool find_first(gy_wheel *wheel, unsigned scan_max, uint64_t *start_ms) {
  unsigned level;
  unsigned slot;
  wheel->first_due_ms = GY_WHEEL_NEVER;
  if (!first_slot(wheel, &level, &slot, start_ms)) {
    return true;
  }
  const gy_queue *list = &wheel->slots[level][slot];
  const gy_wheel_node *first = GY_CONTAINER(list->next, gy_wheel_node, link);
  for (const gy_queue *link = list->next; level > 0 && link != list; link = link->next) {
    if (scan_max-- == 0) {
      return false;
    }
    const gy_wheel_node *node = GY_CONTAINER(link, gy_wheel_node, link);
    if (node->due_ms < first->due_ms) {
      first = node;
    }
  }
  wheel->first_due_ms = first->due_ms;
  wheel->first_hold_ns = first->hold_ns;
  return true;
}

uint64_t gy_wheel_next(gy_wheel *wheel, unsigned scan_max, uint64_t *when_ns) {
  uint64_t start_ms;
  if (!gy_queue_empty(&wheel->due)) {
    *when_ns = 0;
    return 0;
  }
  if (!wheel->first_known) {
    wheel->first_known = find_first(wheel, scan_max, &start_ms);
    if (!wheel->first_known) {
      *when_ns = to_ns(start_ms, 0);
      return start_ms;
    }
  }
  *when_ns = to_ns(wheel->first_due_ms, wheel->first_hold_ns);
  return wheel->first_due_ms;
}

/* SPDX-License-Identifier: MIT */
/* The timer wheel: see wheel.h. Called by loop/timers.c and loop/poll.c. */
#include "base/wheel.h"

#include "base/check.h"

#define BITS GY_WHEEL_BITS

/* Distribution of a slot begins this long before the slot does. Later, there would be more to do
 * per millisecond; earlier, more timers would be moved that are stopped before the slot begins. */
#define AHEAD_MS 8192
#define AHEAD_PER_MS 256
#define AHEAD_AT_ONCE_MS 4 /* after a long sleep, no more than this many milliseconds' worth */

void gy_wheel_init(gy_wheel *wheel, uint64_t now_ms) {
  wheel->position_ms = now_ms;
  gy_queue_init(&wheel->due);
  wheel->levels = 0;
  wheel->first_known = true;
  wheel->first_due_ms = GY_WHEEL_NEVER;
  for (int level = 0; level < GY_WHEEL_LEVELS; level++) {
    wheel->occupied[level] = 0;
  }
  for (int i = 0; i < GY_WHEEL_AHEAD; i++) {
    wheel->ahead[i].occupied = 0;
  }
}

/* What has been distributed of this slot in advance; NULL: nothing. */
static gy_wheel_ahead *ahead_of(gy_wheel *wheel, unsigned level, unsigned slot) {
  unsigned index = level - GY_WHEEL_AHEAD_FIRST;
  if (index >= GY_WHEEL_AHEAD) {
    return NULL;
  }
  gy_wheel_ahead *ahead = &wheel->ahead[index];
  return ahead->occupied != 0 && ahead->slot == slot ? ahead : NULL;
}

static void mark_empty(gy_wheel *wheel, unsigned level, unsigned slot) {
  wheel->occupied[level] &= ~((uint64_t)1 << slot);
  if (wheel->occupied[level] == 0) {
    wheel->levels &= ~(1u << level);
  }
}

/* The last timer has left LIST, which may be a slot, a row of timers distributed in advance, or
 * neither. */
static void list_is_empty(gy_wheel *wheel, const gy_queue *list) {
  size_t index = (size_t)((uintptr_t)list - (uintptr_t)wheel->slots) / sizeof(gy_queue);
  if (index < GY_WHEEL_LEVELS * GY_WHEEL_SLOTS) {
    unsigned level = (unsigned)(index / GY_WHEEL_SLOTS);
    unsigned slot = (unsigned)(index % GY_WHEEL_SLOTS);
    if (ahead_of(wheel, level, slot) == NULL) {
      mark_empty(wheel, level, slot);
    }
    return;
  }
  index = (size_t)((uintptr_t)list - (uintptr_t)wheel->ahead) / sizeof(gy_wheel_ahead);
  if (index >= GY_WHEEL_AHEAD) {
    return;
  }
  gy_wheel_ahead *ahead = &wheel->ahead[index];
  unsigned level = (unsigned)index + GY_WHEEL_AHEAD_FIRST;
  ahead->occupied &= ~((uint64_t)1 << (list - ahead->rows));
  if (ahead->occupied == 0 && gy_queue_empty(&wheel->slots[level][ahead->slot])) {
    mark_empty(wheel, level, ahead->slot);
  }
}

void gy_wheel_remove(gy_wheel *wheel, gy_wheel_node *node) {
  gy_queue *list = node->link.next;
  bool last = list == node->link.prev;
  gy_queue_remove(&node->link);
  if (node->due_ms == wheel->first_due_ms) {
    wheel->first_known = false;
  }
  if (last) {
    list_is_empty(wheel, list); /* only its head is left */
  }
}

static uint64_t slot_start(const gy_wheel *wheel, unsigned level, unsigned slot) {
  unsigned shift = level * BITS;
  uint64_t block = shift + BITS >= 64 ? 0 : wheel->position_ms >> (shift + BITS) << (shift + BITS);
  return block | (uint64_t)slot << shift;
}

/* The earliest slot that is not empty: its level, index and first millisecond. */
static bool first_slot(const gy_wheel *wheel, unsigned *level, unsigned *slot, uint64_t *start_ms) {
  if (wheel->levels == 0) {
    return false;
  }
  *level = (unsigned)__builtin_ctz(wheel->levels);
  *slot = (unsigned)__builtin_ctzll(wheel->occupied[*level]);
  *start_ms = slot_start(wheel, *level, *slot);
  return true;
}

/* Moves the timers of the slot of millisecond `now_ms` that are no longer held back; false if some
 * are left. */
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

/* Moves the first timer of LIST, a slot of LEVEL, to its place in a row of slots of the level
 * below. */
static void move_first(gy_queue *list, unsigned level, gy_queue *row, uint64_t *occupied) {
  gy_wheel_node *node = GY_CONTAINER(gy_queue_pop(list), gy_wheel_node, link);
  unsigned slot = (unsigned)(node->due_ms >> ((level - 1) * BITS)) % GY_WHEEL_SLOTS;
  gy_wheel_push(row, occupied, slot, node);
}

/* The position has reached the slot; all levels below are empty. */
static void spread(gy_wheel *wheel, unsigned level, unsigned slot) {
  gy_queue *row = wheel->slots[level - 1];
  uint64_t *occupied = &wheel->occupied[level - 1];
  gy_wheel_ahead *ahead = ahead_of(wheel, level, slot);
  if (ahead != NULL) {
    for (; ahead->occupied != 0; ahead->occupied &= ahead->occupied - 1) {
      unsigned i = (unsigned)__builtin_ctzll(ahead->occupied);
      gy_queue_init(&row[i]);
      gy_queue_append(&row[i], &ahead->rows[i]);
      *occupied |= (uint64_t)1 << i;
    }
  }
  gy_queue *list = &wheel->slots[level][slot];
  while (!gy_queue_empty(list)) {
    move_first(list, level, row, occupied);
  }
  wheel->levels |= 1u << (level - 1);
}

/* Moves up to COUNT timers of slots that will begin soon. */
static void spread_ahead(gy_wheel *wheel, unsigned count) {
  for (unsigned i = 0; i < GY_WHEEL_AHEAD; i++) {
    unsigned level = i + GY_WHEEL_AHEAD_FIRST;
    gy_wheel_ahead *ahead = &wheel->ahead[i];
    if (wheel->occupied[level] == 0) {
      continue;
    }
    if (ahead->occupied == 0) {
      ahead->slot = (unsigned)__builtin_ctzll(wheel->occupied[level]);
    }
    if (slot_start(wheel, level, ahead->slot) - wheel->position_ms > AHEAD_MS) {
      continue;
    }
    gy_queue *list = &wheel->slots[level][ahead->slot];
    while (!gy_queue_empty(list) && count > 0) {
      move_first(list, level, ahead->rows, &ahead->occupied);
      count--;
    }
  }
}

void gy_wheel_advance(gy_wheel *wheel, uint64_t now_ns) {
  uint64_t now_ms = now_ns / GY_NS_PER_MS;
  uint64_t before_ms = wheel->position_ms;
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
    if (level == 0) {
      gy_queue_append(&wheel->due, &wheel->slots[level][slot]);
    } else {
      spread(wheel, level, slot);
    }
  }
  wheel->position_ms = now_ms;
  uint64_t elapsed_ms = now_ms - before_ms;
  if (elapsed_ms > 0) {
    unsigned worth_ms = elapsed_ms < AHEAD_AT_ONCE_MS ? (unsigned)elapsed_ms : AHEAD_AT_ONCE_MS;
    spread_ahead(wheel, AHEAD_PER_MS * worth_ms);
  }
}

static uint64_t to_ns(uint64_t due_ms, uint32_t hold_ns) {
  return due_ms >= GY_WHEEL_NEVER / GY_NS_PER_MS ? GY_WHEEL_NEVER : due_ms * GY_NS_PER_MS + hold_ns;
}

/* Sets *first to the first timer of LIST if it is earlier; false if there are more than
 * *SCAN_MAX. */
static bool scan(const gy_queue *list, unsigned *scan_max, const gy_wheel_node **first) {
  for (const gy_queue *link = list->next; link != list; link = link->next) {
    if ((*scan_max)-- == 0) {
      return false;
    }
    const gy_wheel_node *node = GY_CONTAINER(link, gy_wheel_node, link);
    if (*first == NULL || node->due_ms < (*first)->due_ms) {
      *first = node;
    }
  }
  return true;
}

/* Finds the first timer; false if there were more than SCAN_MAX to look at. */
static bool find_first(gy_wheel *wheel, unsigned scan_max, uint64_t *start_ms) {
  unsigned level;
  unsigned slot;
  wheel->first_due_ms = GY_WHEEL_NEVER;
  if (!first_slot(wheel, &level, &slot, start_ms)) {
    return true;
  }
  const gy_queue *list = &wheel->slots[level][slot];
  const gy_wheel_node *first = NULL;
  const gy_wheel_ahead *ahead = ahead_of(wheel, level, slot);
  if (level == 0) {
    first = GY_CONTAINER(list->next, gy_wheel_node, link);
  } else if ((ahead != NULL &&
              !scan(&ahead->rows[__builtin_ctzll(ahead->occupied)], &scan_max, &first)) ||
             !scan(list, &scan_max, &first)) {
    return false;
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

/* SPDX-License-Identifier: MIT */
/*
 * The timer wheel: timers in exact order at a constant cost.
 *
 * It has eleven levels of 64 slots. A slot of level 0 is one millisecond, a slot of level n is 64^n
 * of them. A timer is on the level of the highest bit in which its due time differs from the
 * wheel's position. So level 0 has the rest of the current 64 ms, level 1 the rest of the current
 * 4096 ms, and so on up to 2^64.
 *
 * The order is that of a heap with the key (due time, order of insertion), without sorting: a slot
 * is a list in order of insertion, and when the position enters an upper slot, that slot is
 * distributed over the levels below, in order, before anything can be inserted there directly.
 *
 * A slot of an upper level may hold very many timers, and distributing all of them at once would
 * delay everything else. So the next slot of each level from 2 on is distributed in advance, some
 * timers with each millisecond, into rows of its own, which become the row below when the slot
 * begins.
 *
 * Times are whole milliseconds. `hold_ns`, below a million, holds a timer back within its
 * millisecond. It never changes the order: a timer that is held back also holds back those behind
 * it.
 *
 * A heap was rejected: 3 to 20 times the cost at any size, for the same order.
 */
#ifndef GY_BASE_WHEEL_H
#define GY_BASE_WHEEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/queue.h"

#define GY_WHEEL_LEVELS 11
#define GY_WHEEL_BITS 6
#define GY_WHEEL_SLOTS (1 << GY_WHEEL_BITS)
#define GY_WHEEL_AHEAD_FIRST 2 /* slots of 4 s */
#define GY_WHEEL_AHEAD 4       /* and of the levels above, up to 12 days */
#define GY_NS_PER_MS 1000000u
#define GY_WHEEL_NEVER UINT64_MAX
#define GY_WHEEL_UNKNOWN UINT64_C(0)

/* On a slot of the wheel, on its `due` list, on a list of the caller that runs timers, or on
 * none. */
typedef struct {
  gy_queue link;
  uint64_t due_ms;
  uint32_t hold_ns;
} gy_wheel_node;

/* The timers of one slot that were distributed in advance, in slots of the level below. */
typedef struct {
  uint64_t occupied; /* a bit for each row that is not empty; 0: nothing, and `slot` is stale */
  unsigned slot;
  gy_queue rows[GY_WHEEL_SLOTS];
} gy_wheel_ahead;

typedef struct {
  uint64_t position_ms; /* everything due before it has left the slots */
  gy_queue due;         /* expired, in order, waiting to be run */
  bool first_known;     /* `first_*` are those of the first timer */
  uint32_t first_hold_ns;
  uint64_t first_due_ms;                           /* GY_WHEEL_NEVER if there is none */
  unsigned levels;                                 /* a bit for each level that is not empty */
  uint64_t occupied[GY_WHEEL_LEVELS];              /* a bit for each slot that is not empty */
  gy_queue slots[GY_WHEEL_LEVELS][GY_WHEEL_SLOTS]; /* valid only where `occupied` says so */
  gy_wheel_ahead ahead[GY_WHEEL_AHEAD];            /* of levels from GY_WHEEL_AHEAD_FIRST on */
} gy_wheel;

void gy_wheel_init(gy_wheel *wheel, uint64_t now_ms);

/* Appends a node to one of 64 slots; true if that was empty. */
static inline bool gy_wheel_push(gy_queue *slots, uint64_t *occupied, unsigned slot,
                                 gy_wheel_node *node) {
  uint64_t bit = (uint64_t)1 << slot;
  bool first = (*occupied & bit) == 0;
  if (first) {
    *occupied |= bit;
    gy_queue_init(&slots[slot]);
  }
  gy_queue_push_back(&slots[slot], &node->link);
  return first;
}

/* Inserts a node that is on no list; its due_ms must not be before the wheel's position. */
static inline void gy_wheel_insert(gy_wheel *wheel, gy_wheel_node *node) {
  GY_DEBUG_CHECK(node->due_ms >= wheel->position_ms);
  uint64_t differs = (node->due_ms ^ wheel->position_ms) | 1;
  unsigned level = (unsigned)(63 - __builtin_clzll(differs)) / GY_WHEEL_BITS;
  unsigned slot = (unsigned)(node->due_ms >> (level * GY_WHEEL_BITS)) % GY_WHEEL_SLOTS;
  if (gy_wheel_push(wheel->slots[level], &wheel->occupied[level], slot, node)) {
    wheel->levels |= 1u << level;
  }
  if (node->due_ms < wheel->first_due_ms) {
    wheel->first_due_ms = node->due_ms;
    wheel->first_hold_ns = node->hold_ns;
  }
}

/* Removes a node from whatever list it is on. */
void gy_wheel_remove(gy_wheel *wheel, gy_wheel_node *node);

/* True if nothing has to be advanced at NOW_MS: the position is already there, and no timer waits
 * within that millisecond. */
static inline bool gy_wheel_rests(const gy_wheel *wheel, uint64_t now_ms) {
  return wheel->position_ms == now_ms &&
         (wheel->occupied[0] >> (now_ms % GY_WHEEL_SLOTS) & 1) == 0 && gy_queue_empty(&wheel->due);
}

/* True if a timer is due within the current 64 ms. */
static inline bool gy_wheel_is_near(const gy_wheel *wheel) { return (wheel->levels & 1) != 0; }

/* Moves the position to NOW_NS, and everything that is due by then to the `due` list. */
void gy_wheel_advance(gy_wheel *wheel, uint64_t now_ns);

/* When the first timer is due, if that is known without a search; otherwise GY_WHEEL_UNKNOWN. */
static inline uint64_t gy_wheel_first(const gy_wheel *wheel) {
  bool known = wheel->first_known && gy_queue_empty(&wheel->due);
  return GY_LIKELY(known) ? wheel->first_due_ms : GY_WHEEL_UNKNOWN;
}

/*
 * When the first timer expires: returns its due_ms and, in *when_ns, the nanosecond; GY_WHEEL_NEVER
 * for both if there is none, 0 if some are due already. The result is exact if the slot of the
 * first timer has at most SCAN_MAX timers. Otherwise it is the start of that slot, which is not
 * after the first timer: advance the wheel then, and ask again.
 */
uint64_t gy_wheel_next(gy_wheel *wheel, unsigned scan_max, uint64_t *when_ns);

#endif

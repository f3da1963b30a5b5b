/* SPDX-License-Identifier: MIT */
/*
 * How decisions are drawn. A pick depends on the seed and on what is decided, not on earlier
 * decisions. So another order of events does not change the rest of the run, and removing a line of
 * a schedule leaves the others as they are.
 *
 * No single strategy finds all bugs: some need many late events, some need one, some need time to
 * pass while the program computes. So if no strategy is named, the seed selects one.
 */
#include <string.h>

#include "explore/choose.h"

static uint64_t mix(uint64_t value) {
  value += UINT64_C(0x9e3779b97f4a7c15);
  value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
  return value ^ (value >> 31);
}

static uint64_t hash(uint64_t value, const char *text) {
  for (; *text != 0; text++) {
    value = (value ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
  }
  return mix(value);
}

/* Indexes into gy_choose_times_us: the shortest, 1 ms, 32 ms, 512 ms, 2 s; 1, 8 and 24 events. */
enum { MOMENT = 1, MS = 2, MS_32 = 13, MS_512 = 21, LAST = GY_TIMES - 1 };
enum { EVENT = GY_TIMES, EVENTS_8 = EVENT + 5, EVENTS_24 = EVENT + 8 };

/* How groups are formed (gy_strategy.by). */
enum { BY_LABEL, BY_SUBJECT, BY_CHAIN, BY_SEED };

/* A program only sees answers. A request that begins late is rarely different from a late answer
 * before it, and if both are late, everything is late, which changes nothing. */
static const struct {
  const char *name;
  uint8_t share; /* of 20 seeds */
  gy_strategy draw;
} strategies[] = {
    {"plain", 0, {.delayed = 0}},
    {"answers",
     9,
     {.delayed = 160, .stalled = 192, .cut = 16, .shortest = MS_32, .longest = MS_512}},
    {"overtake",
     6,
     {.delayed = 128, .stalled = 128, .cut = 16, .shortest = EVENT, .longest = EVENTS_8}},
    {"groups",
     1,
     {.delayed = 220,
      .started = 40,
      .stalled = 96,
      .shortest = MS_32,
      .longest = MS_512,
      .favoured = 128,
      .by = BY_SEED}},
    {"behind",
     1,
     {.delayed = 200,
      .stalled = 96,
      .shortest = EVENT,
      .longest = EVENTS_24,
      .favoured = 128,
      .by = BY_SEED}},
    {"sparse",
     1,
     {.delayed = 40, .started = 20, .stalled = 64, .cut = 8, .shortest = MS, .longest = EVENTS_24}},
    {"dense",
     1,
     {.delayed = 128,
      .started = 128,
      .stalled = 128,
      .cut = 32,
      .shortest = MOMENT,
      .longest = MS_512}},
    {"stall", 1, {.delayed = 64, .stalled = 224, .shortest = MS, .longest = EVENTS_8}},
};
enum { STRATEGIES = sizeof(strategies) / sizeof(strategies[0]) };

bool gy_strategy_is(const char *name) {
  for (size_t i = 0; i < STRATEGIES; i++) {
    if (strcmp(strategies[i].name, name) == 0) {
      return true;
    }
  }
  return false;
}

gy_strategy gy_strategy_of(uint64_t seed, const char *name) {
  unsigned drawn = (unsigned)(mix(seed) % 20);
  gy_strategy found = strategies[0].draw;
  for (size_t i = 0; i < STRATEGIES; i++) {
    bool is_it = name == NULL ? drawn < strategies[i].share : strcmp(strategies[i].name, name) == 0;
    if (is_it && seed != 0) {
      found = strategies[i].draw;
      break;
    }
    drawn -= name == NULL ? strategies[i].share : 0;
  }
  found.seed = seed;
  return found;
}

static bool is_favoured(const gy_strategy *strategy, const char *label) {
  uint64_t seed = mix(strategy->seed ^ 1);
  unsigned by = strategy->by == BY_SEED ? (unsigned)(seed >> 16) % BY_SEED : strategy->by;
  uint64_t group = by == BY_LABEL     ? hash(seed, label)
                   : by == BY_SUBJECT ? mix(seed ^ gy_choose_subject)
                                      : mix(seed ^ gy_choose_chain);
  return (uint8_t)(group >> 8) < strategy->favoured;
}

/* How likely a decision is not 0, of 256. */
static unsigned chance(const gy_strategy *strategy, gyre_choice kind, const char *label) {
  switch (kind) {
    case GYRE_CHOICE_STALL:
      return strategy->stalled;
    case GYRE_CHOICE_READ:
      return strategy->cut;
    default:
      break;
  }
  if (is_favoured(strategy, label)) {
    return 0;
  }
  return kind == GYRE_CHOICE_START ? strategy->started : strategy->delayed;
}

unsigned gy_strategy_pick(const gy_strategy *strategy, gyre_choice kind, const char *label,
                          unsigned occurrence, unsigned count) {
  uint64_t drawn = hash(mix(strategy->seed ^ (uint64_t)kind << 32 ^ occurrence), label);
  if (strategy->seed == 0 || (uint8_t)drawn >= chance(strategy, kind, label)) {
    return 0;
  }
  uint64_t rest = drawn >> 8;
  if (kind == GYRE_CHOICE_STALL) {
    return MS + (unsigned)(rest % (MS_512 - MS + 1));
  }
  if (kind == GYRE_CHOICE_READ) {
    return 1 + (unsigned)(rest % (count - 1));
  }
  return strategy->shortest + (unsigned)(rest % (strategy->longest - strategy->shortest + 1u));
}

/* SPDX-License-Identifier: MIT */
/*
 * Where decisions come from: a seed and a strategy, a schedule that was written down, or a function
 * of the program; and where those that are not 0 go.
 */
#ifndef GY_EXPLORE_CHOOSE_H
#define GY_EXPLORE_CHOOSE_H

#include "loop/choose.h"

/* What a time is chosen from: none, a moment, from a millisecond on in steps of a half or a third
 * up to two seconds; and then, where something is kept back, until so many other things have
 * happened: that fits programs whatever their own times are. */
#define GY_TIMES 26
#define GY_DELAYS 37
extern const uint32_t gy_choose_times_us[GY_DELAYS];

/* The chain of events that the next decision is about (orders.h). Only strategies go by it: it is
 * no part of a schedule. */
extern _Thread_local unsigned gy_choose_chain __attribute__((tls_model("initial-exec")));

/* What it is about beside its label, as a hash: a path, a descriptor. Likewise for strategies. */
extern _Thread_local uint64_t gy_choose_subject __attribute__((tls_model("initial-exec")));

/* The occurrence that the last decision of the thread was. */
extern _Thread_local unsigned gy_choose_occurrence __attribute__((tls_model("initial-exec")));

/* As the environment says, once; true: decisions are made. */
bool gy_choose_open(void);

/* Something has happened: the order of these is what a run is known by. */
void gy_choose_note(const char *what, const char *label);

/* What came from outside was not decided here: the run may not be the same next time. */
void gy_choose_external(void);
/* Somebody has started this run to compare it with others, which ended. */
bool gy_choose_recorded(void);
void gy_choose_hang(void); /* the run ends because nothing can happen any more */

/* strategy.c: the pick of a run by its seed, for the so-manieth decision of a kind and label. */
typedef struct {
  uint64_t seed;
  uint8_t delayed;  /* of 256 things that come, so many are late */
  uint8_t started;  /* of 256 requests, so many begin late */
  uint8_t stalled;  /* of 256 waits for a timer */
  uint8_t cut;      /* of 256 reads */
  uint8_t shortest; /* the least delay, by its place among gy_choose_times_us */
  uint8_t longest;  /* and the greatest */
  uint8_t favoured; /* of 256 groups, so many are never late: */
  uint8_t by;       /* of the same label, about the same thing, or in the same chain */
} gy_strategy;
gy_strategy gy_strategy_of(uint64_t seed, const char *name);
bool gy_strategy_is(const char *name);
unsigned gy_strategy_pick(const gy_strategy *strategy, gyre_choice kind, const char *label,
                          unsigned occurrence, unsigned count);

#endif

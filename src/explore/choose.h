/* SPDX-License-Identifier: MIT */
/*
 * Where decisions come from: a seed and a strategy, a recorded schedule, or a function of the
 * program. Decisions that are not 0 are recorded.
 */
#ifndef GY_EXPLORE_CHOOSE_H
#define GY_EXPLORE_CHOOSE_H

#include "loop/choose.h"

/* The delays that can be chosen: none, a very short one, then from 1 ms up to 2 s in steps of a
 * third or a half. The rest, from GY_TIMES on, hold something back until a number of other events
 * have happened, which works whatever the program's own times are. */
#define GY_TIMES 26
#define GY_DELAYS 37
extern const uint32_t gy_choose_times_us[GY_DELAYS];

/* The chain of events that the next decision belongs to (orders.h). Only strategies use it; it is
 * not part of a schedule. */
extern _Thread_local unsigned gy_choose_chain __attribute__((tls_model("initial-exec")));

/* A hash of the path or descriptor that the next decision is about. Also for strategies only. */
extern _Thread_local uint64_t gy_choose_subject __attribute__((tls_model("initial-exec")));

/* The occurrence number of this thread's last decision. */
extern _Thread_local unsigned gy_choose_occurrence __attribute__((tls_model("initial-exec")));

/* Begins to explore if the environment says so. Changes the environment: no other thread may read
 * it meanwhile. */
void gy_choose_heed(void);

/* Records that something has happened. A run is identified by the order of these events. */
void gy_choose_note(const char *what, const char *label);

/* An event came from outside of the process: the run may not be reproducible. */
void gy_choose_external(void);
bool gy_choose_is_external(void);
void gy_choose_threads(void); /* there are loops on several threads: the same applies */
/* True if the decisions of this run are recorded, for a driver that compares runs. */
bool gy_choose_recorded(void);
void gy_choose_hang(void); /* the run ends because nothing can happen any more */

/* strategy.c: what a seed picks for the nth decision of a kind and label. */
typedef struct {
  uint64_t seed;
  uint8_t delayed;  /* of 256 events, this many are late */
  uint8_t started;  /* of 256 requests, this many begin late */
  uint8_t stalled;  /* the same for waits for a timer */
  uint8_t cut;      /* the same for reads */
  uint8_t shortest; /* the shortest delay, an index into gy_choose_times_us */
  uint8_t longest;  /* the longest delay */
  uint8_t favoured; /* of 256 groups, this many are never late */
  uint8_t by;       /* what makes a group: label, subject or chain */
} gy_strategy;
gy_strategy gy_strategy_of(uint64_t seed, const char *name);
bool gy_strategy_is(const char *name);
unsigned gy_strategy_pick(const gy_strategy *strategy, gyre_choice kind, const char *label,
                          unsigned occurrence, unsigned count);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What keeps a loop alive, as reported by its own thread on request. Nobody waits: the asking
 * thread comes back later, and the loop answers when it is about to sleep, or in the turn after the
 * next one if it never sleeps. A loop that is already sleeping, and has done something since its
 * last answer, is woken for it.
 */
#ifndef GY_TRACE_ROSTER_H
#define GY_TRACE_ROSTER_H

#include "os/futex.h"
#include "trace/trace.h"

enum { GY_ROSTER_MAX = 4096, GY_ROSTER_POST = 4 /* words */ };

typedef struct {
  const char *kind; /* as uv_handle_type_name has it */
  const void *subject;
  bool is_hidden; /* a runtime's own, for what it traces itself */
} gy_roster_entry;

/* Who owns the list: the asking thread, else the loop. */
enum { GY_ROSTER_TOLD, GY_ROSTER_ASKED, GY_ROSTER_OVERDUE };

struct gy_roster {
  atomic_int state;
  bool has_told;     /* ever; used by the asking thread */
  uint64_t turns;    /* of the loop, when it saw that it was asked */
  uint64_t number;   /* how many records the ring had had */
  unsigned total;    /* handles that keep the loop alive; the oldest of them are listed */
  unsigned requests; /* that do */
  unsigned count;
  gy_roster_entry entries[GY_ROSTER_MAX];

  bool is_waking;             /* under the lock */
  void *post[GY_ROSTER_POST]; /* the loop's, to be woken with */
};

/* For waking, and for whether a loop may be woken. */
extern gy_lock gy_roster_lock;

/* Of a loop's ring, made when it is first asked for; NULL: no memory. On the thread that asks. */
gy_roster *gy_roster_of(gy_trace_ring *ring);
/* Set by the loop's side (src/loop/roster.c): wakes a loop, under the lock. */
extern void (*gy_roster_wake)(gy_trace_ring *ring);

#endif

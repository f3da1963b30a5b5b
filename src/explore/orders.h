/* SPDX-License-Identifier: MIT */
/*
 * Exploration, the side of one loop: what has come and is kept back (orders.c), and requests for
 * the pool (held.c), which start and end when it is decided.
 */
#ifndef GY_EXPLORE_ORDERS_H
#define GY_EXPLORE_ORDERS_H

#include "explore/choose.h"
#include "explore/quiet.h"
#include "work/request.h"

/* A descriptor that is ready, but nobody knows yet. */
typedef struct {
  uint32_t stamp;
  uint16_t chain;
  uint64_t until;      /* when gy_orders_due says so; 0: it is not kept back */
  unsigned occurrence; /* for the journal: of what was decided, */
  unsigned cause;      /* what made it ready, */
  unsigned event;      /* and the last event of it */
} gy_kept;

/* The requests of one loop, each on one list. Until when is in `since_ns`. */
typedef struct {
  gy_queue queued;   /* for want of a thread, in the order of submission */
  gy_queue starting; /* has a thread, which has not begun */
  gy_queue ending;   /* done, and the loop does not know */
  gy_queue slow;     /* a thread is still at it, after all patience */
  unsigned busy;     /* threads, so to speak */
  unsigned busy_names;
} gy_held;

/* A chain is what one event leads to: a request that its callback makes goes on with the chain,
 * each further one begins another, and so do a descriptor and a timer. */
struct gy_orders {
  uint16_t chain;  /* of the event that was delivered last */
  uint16_t chains; /* how many there have been, modulo 2^16 */
  bool goes_on;    /* its callback has made a request */
  gy_kept *kept;   /* by descriptor */
  unsigned kept_count;
  uint64_t events;    /* that have happened, or count as if they had */
  uint64_t first;     /* of those that wait for events: the least number; UINT64_MAX: nobody does */
  bool closing_due;   /* a handle that was kept is to be closed */
  gy_post nudge;      /* lets the loop leave its poll phase for that */
  uint64_t passed_ns; /* of decided time: there is an end to it */
  gy_held held;
};

/* What is ready and not kept back, in an order that is decided; NEXT_NS becomes less if something
 * is kept back for less long. *KEPT: there is something that the kernel has reported and will
 * report again. */
int gy_orders_look(gy_quiet *quiet, gy_event *events, int max, const sigset_t *mask,
                   uint64_t *next_ns, bool *kept);
void gy_orders_timer_due(gy_quiet *quiet); /* the loop is going to run timers: it may be late */
/* True: a handle that was kept is to be closed, and the loop will go on to do so. */
bool gy_orders_close_due(gy_quiet *quiet);
int gy_orders_open(gy_quiet *quiet);
void gy_orders_close(gy_quiet *quiet);

/* held.c */
void gy_held_init(gy_held *held);
/* Those whose time has come start or end; true: one has ended. */
bool gy_held_step(gy_quiet *quiet, uint64_t *next_ns);
bool gy_held_slow(const gy_quiet *quiet);

/* Something is kept back: until when, for gy_orders_due. */
uint64_t gy_orders_keep(gy_quiet *quiet, gyre_choice kind, const char *label);

/* Has it been kept for long enough? If not, *NEXT_NS is no later than its time. */
bool gy_orders_due(gy_quiet *quiet, uint64_t until, uint64_t *next_ns);

/* Something has happened. */
void gy_orders_note(gy_quiet *quiet, const char *what, const char *label);

/* The event that is delivered now is part of CHAIN; the chain of a request that is made now. */
void gy_orders_follow(gy_quiet *quiet, uint16_t chain);
uint16_t gy_orders_chain(gy_quiet *quiet);

/* Nothing will happen for long but what is kept until something does: *NEXT_NS is NOW then. True if
 * there was such a thing. */
bool gy_orders_give_in(gy_quiet *quiet);

#endif

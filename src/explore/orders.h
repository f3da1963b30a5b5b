/* SPDX-License-Identifier: MIT */
/*
 * Exploration, the part of one loop: ready descriptors that are held back (orders.c), and requests
 * for the pool (held.c), whose start and end are decided.
 */
#ifndef GY_EXPLORE_ORDERS_H
#define GY_EXPLORE_ORDERS_H

#include "explore/choose.h"
#include "explore/quiet.h"
#include "work/request.h"

/* A descriptor that is ready but held back, so that the loop does not know yet. */
typedef struct {
  uint32_t stamp;
  uint16_t chain;
  uint64_t until;      /* for gy_orders_due; 0: it is not held back */
  bool owed;           /* what is there now must be delivered at once */
  unsigned occurrence; /* for the journal: of the decision, */
  unsigned cause;      /* the event that made it ready, */
  unsigned event;      /* and its own last event */
} gy_kept;

/* The requests of one loop, each on one list. `since_ns` says until when it is held. */
typedef struct {
  gy_queue queued;   /* waits for a thread, in the order of submission */
  gy_queue starting; /* has a thread, which has not begun */
  gy_queue ending;   /* done, but the loop does not know yet */
  gy_queue slow;     /* still runs after PATIENCE_NS */
  unsigned busy;     /* simulated threads in use */
  unsigned busy_names;
} gy_held;

/* A chain is what one event leads to. The first request that its callback makes continues the
 * chain; each further request begins a new one, and so do a descriptor and a timer. */
struct gy_orders {
  uint16_t chain;  /* of the event that was delivered last */
  uint16_t chains; /* how many there were, modulo 2^16 */
  bool goes_on;    /* its callback has made a request */
  gy_kept *kept;   /* by descriptor */
  unsigned kept_count;
  uint64_t events;    /* that have happened, or are counted as such */
  uint64_t first;     /* the lowest event number that something waits for; UINT64_MAX: none */
  bool owes;          /* there are descriptors that are owed */
  bool closing_due;   /* a handle that was held back can be closed */
  gy_post nudge;      /* makes the loop leave its poll phase for that */
  uint64_t passed_ns; /* sum of decided delays, which is limited */
  uint64_t last_ns;   /* when something other than timers happened last, or was held */
  gy_held held;
};

/* Returns the ready descriptors that are not held back, in a decided order. Lowers *NEXT_NS to the
 * time at which the next one is released. *KEPT: the kernel has reported something that is held
 * back, and will report it again. */
int gy_orders_look(gy_quiet *quiet, gy_event *events, int max, const sigset_t *mask,
                   uint64_t *next_ns, bool *kept);
void gy_orders_timer_due(gy_quiet *quiet); /* timers are about to run: the loop may be late */
/* True if a handle that was held back can be closed; the loop then leaves its poll phase. */
bool gy_orders_close_due(gy_quiet *quiet);
int gy_orders_open(gy_quiet *quiet);
void gy_orders_close(gy_quiet *quiet);

/* held.c */
void gy_held_init(gy_held *held);
/* Starts or ends the requests that are due. True if one has ended. */
bool gy_held_step(gy_quiet *quiet, uint64_t *next_ns);
bool gy_held_slow(const gy_quiet *quiet);

/* Decides how long to hold something back; the result is for gy_orders_due. */
uint64_t gy_orders_keep(gy_quiet *quiet, gyre_choice kind, const char *label);

/* Has it been held back long enough? If not, lowers *NEXT_NS to its time. */
bool gy_orders_due(gy_quiet *quiet, uint64_t until, uint64_t *next_ns);

/* An event has happened. */
void gy_orders_note(gy_quiet *quiet, const char *what, const char *label);

/* The event that is delivered now belongs to CHAIN. Returns the chain of a request made now. */
void gy_orders_follow(gy_quiet *quiet, uint16_t chain);
uint16_t gy_orders_chain(gy_quiet *quiet);

/* Releases the next thing that waits for events, if otherwise nothing but timers would happen for a
 * long time, until NEXT_NS. True if there was one. */
bool gy_orders_give_in(gy_quiet *quiet, uint64_t next_ns);

#endif

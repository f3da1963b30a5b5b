/* SPDX-License-Identifier: MIT */
/*
 * Watches loops from outside: a thread, started by the first loop that wants it, which prints what
 * keeps loops alive when a signal asks for it (GYRE_WHY), and what blocks a loop for too long
 * (GYRE_BLOCK_THRESHOLD). Loops that are not watched have no gy_watch and pay nothing.
 */
#ifndef GY_LOOP_WATCH_H
#define GY_LOOP_WATCH_H

#include "loop/loop.h"

/* sample.c: the stack of another thread. */
enum { GY_SAMPLE_FRAMES = 40 };
typedef struct {
  void *frames[GY_SAMPLE_FRAMES]; /* innermost first */
  int count;
  bool promised; /* the runtime's interrupt said that it will report */
} gy_sample;
bool gy_sample_take(int thread, const gyre_runtime_hooks *hooks, gy_sample *sample);
/* Only the hook: the frames are left as they are. */
bool gy_sample_interrupt(int thread, const gyre_runtime_hooks *hooks, gy_sample *sample);

typedef struct gy_watch gy_watch;

/* Data that the loop's thread and the watcher share. */
struct gy_watch {
  gy_watch *next; /* list of all watches, under the watcher's lock */
  gy_loop *loop;
  const gyre_runtime_hooks *hooks; /* never NULL */
  bool why;
  unsigned threshold_ms; /* 0: none */
  atomic_int thread;     /* that runs the loop, for the kernel; 0: it has not run yet */
  atomic_uint running;   /* number of uv_run in progress; HELD: a runtime holds the thread */
  atomic_uint beats;     /* callbacks that have ended */
  atomic_uint told;      /* the blocking callback has been reported: its beat plus one */
  gy_post post;          /* makes the loop print what keeps it alive */
  atomic_uint asked;     /* the post is on its way */

  /* The watcher's own: what it saw last, how often it was the same, since when. */
  unsigned seen;
  int32_t seen_runtime;
  unsigned same;
  gy_sample sample;   /* of the callback that blocks the loop */
  const char *inside; /* what the runtime said about it then */
  uint64_t since_ns;
};

void gy_watch_open(gy_loop *loop);   /* if the environment says so */
void gy_watch_close(gy_loop *loop);  /* it is not watched any more when this returns */
void gy_watch_forked(gy_loop *loop); /* in the child, which has only one thread */
void gy_watch_enter(gy_watch *watch);
void gy_watch_leave(gy_watch *watch);

/* The program no longer handles this signal, so --why may. Any signal handler. */
void gy_watch_signal(int signum);

static inline void gy_watch_beat(gy_watch *watch) {
  unsigned beats = atomic_load_explicit(&watch->beats, memory_order_relaxed);
  atomic_store_explicit(&watch->beats, beats + 1, memory_order_relaxed);
}

#endif

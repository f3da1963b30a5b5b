/* SPDX-License-Identifier: MIT */
/* Figures of a running program, five times a second: see docs/trace-format.md ("stats"). */
#ifndef GY_TRACE_FIGURES_H
#define GY_TRACE_FIGURES_H

#include "trace/collect.h"
#include "trace/output.h"

enum { GY_FIGURES_THREADS = 256, GY_FIGURES_SAMPLES = 1024, GY_FIGURES_DUE = 16384 };

/* The newest of some durations. */
typedef struct {
  unsigned next;
  unsigned count;
  double values[GY_FIGURES_SAMPLES];
  double times[GY_FIGURES_SAMPLES];
} gy_figures_samples;

/* Of one thread, since the last figures. */
typedef struct {
  bool is_loop;
  uint32_t last_call; /* number of the last call that ended */
  uint32_t waiting;   /* callbacks whose phase has not ended */
  uint32_t microtasks;
  double ticking; /* since when nothing but ticks and microtasks was seen; 0: not so */
  double covered; /* time in any span */
  double slept;
} gy_figures_thread;

/* When a timer is due, by what started it. */
typedef struct {
  uint32_t id;
  int32_t delay_ms;
  double since;
} gy_figures_due;

typedef struct {
  double from; /* when the last figures were made */
  uint64_t turns;
  uint64_t calls;
  uint64_t ticks;
  uint64_t microtasks;
  uint64_t phases[GYRE_PHASE_COUNT];
  unsigned thread_count;
  gy_figures_thread threads[GY_FIGURES_THREADS];
  gy_figures_due due[GY_FIGURES_DUE];
  gy_figures_samples lag;
  gy_figures_samples wait;
} gy_figures;

/* The name of a label, for the few that figures tell of. */
typedef void gy_figures_namer(void *context, uint32_t label, gy_output *output);

void gy_figures_thread_added(gy_figures *figures, const char *type);
void gy_figures_add(gy_figures *figures, const gy_trace_item *item, unsigned depth);
void gy_figures_begin(gy_figures *figures, double now); /* resets them */
/* Writes all members of the object without its braces, and resets the figures. */
void gy_figures_write(gy_figures *figures, const gy_collect *collect, double now,
                      gy_figures_namer *namer, void *context, gy_output *output);

#endif

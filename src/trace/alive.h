/* SPDX-License-Identifier: MIT */
/*
 * What keeps the loops of the process alive, by kind and by place of creation. The loops report
 * their handles (roster.h). Requests, and the timers and immediates of a runtime, are those of the
 * trace that wait for their call.
 */
#ifndef GY_TRACE_ALIVE_H
#define GY_TRACE_ALIVE_H

#include "trace/collect.h"
#include "trace/figures.h"

enum { GY_ALIVE_GROUPS = 64 }; /* what does not fit is one group */

typedef struct {
  const char *kind;
  uint32_t label;
  uint32_t count;
  double since; /* of the oldest; 0: not known */
} gy_alive_group;

typedef struct {
  uint64_t asked_ns; /* when loops were asked last */
  unsigned count;
  gy_alive_group groups[GY_ALIVE_GROUPS + 1];
} gy_alive;

/* Takes the answers of loops, and asks again after a while. */
void gy_alive_look(gy_alive *alive, const gy_collect *collect, uint64_t now_ns);
void gy_alive_write(const gy_alive *alive, gy_figures_namer *namer, void *context,
                    gy_output *output);

#endif

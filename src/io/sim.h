/* SPDX-License-Identifier: MIT */
/*
 * A backend without a kernel, for tests: descriptors become ready when a script says so, time is
 * virtual and jumps to the next event, faults come on demand or by a seed. The same script and seed
 * make the same run.
 *
 *   gy_sim sim;
 *   gy_sim_init(&sim);
 *   gy_sim_at(&sim, 5 * GY_SIM_MS, 3, GY_IO_READ);    descriptor 3 is readable from 5 ms on
 *   gy_io io = gy_sim_io(&sim);
 *   gy_loop_open(&loop, &io);                         instead of uv_loop_init
 *
 * Readiness is a level: a descriptor stays ready until it is set to 0. Ready descriptors are
 * reported in the order in which they became ready; one that was reported goes behind the others,
 * as with epoll.
 *
 * A wait for ever with nothing in the script really waits for another thread's wake, for at most
 * GY_SIM_PATIENCE_MS. Then the process is ended, because a test would hang.
 */
#ifndef GY_IO_SIM_H
#define GY_IO_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "io/io.h"

#define GY_SIM_MS INT64_C(1000000)
#define GY_SIM_START_NS (1000 * GY_SIM_MS) /* when the clock starts */
#define GY_SIM_FDS 64
#define GY_SIM_STEPS 256
#define GY_SIM_PATIENCE_MS 20000

typedef struct {
  uint64_t at_ns;
  int fd;
  uint32_t events;
} gy_sim_step;

typedef struct {
  bool known; /* registered */
  uint32_t wanted;
  uint32_t stamp;
  uint32_t ready;
  uint64_t turn; /* when it became ready or was last reported: smaller goes first */
  int set_error; /* the next set fails with this */
} gy_sim_fd;

typedef struct {
  uint64_t now_ns; /* the loop's clock */
  uint64_t turns;
  gy_sim_fd fds[GY_SIM_FDS];
  gy_sim_step steps[GY_SIM_STEPS]; /* by time, then in the order of gy_sim_at */
  int step_count;
  int steps_done;
  int interrupts;    /* this many of the next waits end half-way with -EINTR */
  int early_returns; /* this many of the next waits end half-way with nothing */
  int wake_fd;

  /* What the loop has done, for tests. */
  unsigned waits;           /* calls of wait */
  unsigned sets;            /* calls of set */
  int64_t last_timeout_ns;  /* of the last wait */
  int64_t first_timeout_ns; /* of the first wait since the test last set `waits` to 0 */
  bool blocked_sigprof;     /* in the last wait */
} gy_sim;

void gy_sim_init(gy_sim *sim);
gy_io gy_sim_io(gy_sim *sim);

/* From WHEN_NS after the clock's start on, FD is ready for EVENTS (0: for nothing). */
void gy_sim_at(gy_sim *sim, int64_t when_ns, int fd, uint32_t events);

/* The same from now on. */
void gy_sim_ready(gy_sim *sim, int fd, uint32_t events);

/* Lets time pass without the loop noticing, as when a callback takes long. */
void gy_sim_pass(gy_sim *sim, int64_t ns);

#endif

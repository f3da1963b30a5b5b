/* SPDX-License-Identifier: MIT */
/*
 * Virtual time: the clock that programs read is a number. It stands still while the program
 * computes, and moves when everything only waits for time (explore/quiet.c), so a sleep takes no
 * time. There is one for the process. The calendar follows it.
 *
 * What concerns the machine and not the program (spinning, metrics of the pool, --live) still reads
 * os/clock.h.
 */
#ifndef GY_OS_VIRTUAL_H
#define GY_OS_VIRTUAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/check.h"

#define GY_VIRTUAL_NEVER UINT64_MAX

extern uint64_t gy_virtual_ns; /* 0: time is real. Any thread: use what follows */

static inline uint64_t gy_virtual_now(void) {
  return __atomic_load_n(&gy_virtual_ns, __ATOMIC_RELAXED);
}
static inline bool gy_virtual_on(void) { return GY_UNLIKELY(gy_virtual_now() != 0); }

/* Starts it, at a whole millisecond; CALENDAR_MS: the date to begin with, 0: today's. Must come
 * before the first thread that reads the clock. Does nothing if it was started already. */
void gy_virtual_begin(uint64_t calendar_ms);

/* Moves the clock forward to NS; it never goes back. */
void gy_virtual_reach(uint64_t ns);

/* For programs that read the time. Each reading moves the clock a little, so that no two are the
 * same and a program that spins until a time does not spin for ever. */
uint64_t gy_virtual_read(void);
int64_t gy_virtual_calendar_ns(void); /* the same for the date, since 1970 */

/* A loop has turned without sleeping: the same. HEARD: there were events. */
void gy_virtual_turn(bool heard);

/* The program sleeps in a blocking call. */
void gy_virtual_sleep(uint64_t ns);
/* How many threads do that, and when the first of them wakes up (GY_VIRTUAL_NEVER: none). */
unsigned gy_virtual_sleepers(uint64_t *first_ns);
bool gy_virtual_sleeps(pid_t tid); /* whether a certain thread does */
/* Whether the calling thread runs a loop: then nobody else moves the clock while it sleeps. */
void gy_virtual_is_loop(bool is_loop);

#endif

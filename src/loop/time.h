/* SPDX-License-Identifier: MIT */
/*
 * What time is it? In a callback or phase: loop->time.now_ms, or now_ns. To measure or to
 * wait: gy_time_clock, which reads the clock, or gy_time_latest, which is cheaper and may be a few
 * microseconds ahead. gy_time_update sets the loop's time to the present millisecond, gy_time_read
 * to the present nanosecond. Outside of loops: gy_clock_ns.
 */
#ifndef GY_LOOP_TIME_H
#define GY_LOOP_TIME_H

#include "loop/loop.h"

static inline uint64_t gy_time_virtual(const gy_loop *loop) { /* other loops may move it */
  return __atomic_load_n(loop->io.virtual_ns, __ATOMIC_RELAXED);
}

static inline uint64_t gy_time_clock(const gy_loop *loop) {
  return loop->io.virtual_ns == NULL ? gy_clock_ns() : gy_time_virtual(loop);
}

static inline uint64_t gy_time_latest(gy_loop *loop) {
  return loop->io.virtual_ns == NULL ? gy_clock_latest(&loop->time.reading) : gy_time_virtual(loop);
}

void gy_time_read(gy_loop *loop);
void gy_time_forget(gy_loop *loop); /* the backend has changed its clock */

/* Updates the loop's time if the clock need not be read for that. */
static inline bool gy_time_known(gy_loop *loop) {
  if (!gy_clock_same_ms(&loop->time.reading)) {
    return false;
  }
  loop->time.now_ns = loop->time.reading.ns;
  loop->time.now_ms = loop->time.reading.ms;
  loop->time.fresh = true;
  return true;
}

static inline void gy_time_update(gy_loop *loop) {
  if (!gy_time_known(loop)) {
    gy_time_read(loop);
  }
}

/* The same for a program that asks. uv_backend_timeout may need the nanosecond. */
void gy_time_read_asked(gy_loop *loop);
static inline void gy_time_update_asked(gy_loop *loop) {
  if (gy_wheel_is_near(loop->wheel) || !gy_time_known(loop)) {
    gy_time_read_asked(loop);
  }
}

#endif

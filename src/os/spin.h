/* SPDX-License-Identifier: MIT */
/*
 * Polling for a moment before going to sleep. The pool, async handles and the loop share it.
 *
 * Waking a thread on a halted CPU takes many microseconds, while an answer from a thread that
 * already runs takes less than one. So a sleep that follows work always begins with a short spin,
 * and then a long one as long as long ones tend to pay off:
 *
 *   - a long spin that succeeds earns one credit, one that fails costs three;
 *   - without credit the long spin is skipped for the next few sleeps, for twice as many after each
 *     further failure, and then tried again;
 *   - success makes the next pause short again.
 *
 * The length of a long spin depends on how long a wake-up takes: a few microseconds on real
 * processors, 50 and more on virtual ones. A thread that waits for one that sleeps must spin for
 * longer than that wake-up takes, or the two sleep in turns for ever. So a thread that was woken
 * notes how long it took (gy_spin_woken), and long spins last twice as long.
 *
 * A failed long spin costs about as much as two or three saved wake-ups, hence the price. A fixed
 * spin was rejected: beside busy neighbours it is several times slower than sleeping at once.
 */
#ifndef GY_OS_SPIN_H
#define GY_OS_SPIN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "os/arch.h"
#include "os/clock.h"

#define GY_SPIN_SHORT_NS UINT64_C(1000)
#define GY_SPIN_LONG_NS UINT64_C(20000) /* at least; in addition to the short one */
#define GY_SPIN_WAKE_MAX_US 200         /* a wake-up that takes longer: the CPUs are busy */

enum {
  GY_SPIN_CREDIT_MAX = 16,
  GY_SPIN_FAILURE_COST = 3,
  GY_SPIN_BACKOFF_MIN = 4,
  GY_SPIN_BACKOFF_MAX = 256,
};

/*
 * Statistics of one place that sleeps. Belongs to the thread that sleeps there, one at a time. All
 * zero: nothing is known, and the first sleep tries a long spin.
 */
typedef struct gy_spin {
  uint8_t credit;   /* 0..GY_SPIN_CREDIT_MAX; above 0, long spins are made */
  uint8_t wake_us;  /* how long wake-ups take, an average; 0: not known */
  uint16_t skip;    /* sleeps that are still without a long spin; only while credit is 0 */
  uint16_t backoff; /* the last value that skip began with; 0 after a success */
} gy_spin;

enum { GY_SPIN_UNKNOWN = 0, GY_SPIN_OFF = 1, GY_SPIN_ON = 2 };

/* Unknown until first asked, then fixed for the life of the process. Alone on its cache line:
 * beside a word that threads write to, it made every spin a third slower. */
typedef struct gy_spin_switch {
  _Alignas(64) _Atomic int mode;
} gy_spin_switch;

extern gy_spin_switch gy_spin_state;

int gy_spin_detect(void);
bool gy_spin_may_go_long(gy_spin *spin);
void gy_spin_settle(gy_spin *spin, bool success);
void gy_spin_woken(gy_spin *spin, unsigned taken_us);

static inline uint64_t gy_spin_long_ns(const gy_spin *spin) {
  uint64_t twice = 2 * GY_CLOCK_NS_PER_US * spin->wake_us;
  return twice > GY_SPIN_LONG_NS ? twice : GY_SPIN_LONG_NS;
}

/* False with GYRE_SPIN=0 in the environment, or if the process may use only one CPU: then the
 * thread that is waited for could not run meanwhile. */
static inline bool gy_spin_enabled(void) {
  int mode = atomic_load_explicit(&gy_spin_state.mode, memory_order_relaxed);
  if (GY_UNLIKELY(mode == GY_SPIN_UNKNOWN)) {
    mode = gy_spin_detect();
  }
  return mode == GY_SPIN_ON;
}

/* Polls until READY returns true or SPAN_NS have passed since START_NS. */
static inline __attribute__((always_inline)) bool gy_spin_watch(uint64_t start_ns, uint64_t span_ns,
                                                                bool (*ready)(void *), void *arg) {
  for (;;) {
    /* Reading the clock costs as much as a few looks, so it is not read at each. */
    for (int look = 0; look < 4; look++) {
      if (ready(arg)) {
        return true;
      }
      gy_arch_pause();
    }
    if (gy_clock_ns() - start_ns >= span_ns) {
      return ready(arg);
    }
  }
}

/*
 * True as soon as READY(ARG) is; false if it is time to sleep instead. READY must be cheap, free of
 * side effects, and read only memory. Always inlined, so that a predicate that is known at the call
 * is inlined too. Without spinning it still looks once.
 */
static inline __attribute__((always_inline)) bool gy_spin_until(gy_spin *spin,
                                                                bool (*ready)(void *), void *arg) {
  if (ready(arg)) {
    return true;
  }
  if (!gy_spin_enabled()) {
    return false;
  }
  uint64_t start_ns = gy_clock_ns();
  if (gy_spin_watch(start_ns, GY_SPIN_SHORT_NS, ready, arg)) {
    return true;
  }
  if (!gy_spin_may_go_long(spin)) {
    return false;
  }
  bool success = gy_spin_watch(start_ns, GY_SPIN_SHORT_NS + gy_spin_long_ns(spin), ready, arg);
  gy_spin_settle(spin, success);
  return success;
}

#endif

/* SPDX-License-Identifier: MIT */
/* The clocks that programs read, sleeping, and the rate of the processor's counter. */
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/environment.h"
#include "os/virtual.h"
#include "uv.h"

void gy_clock_fail(void) {
  gy_check_failed(__FILE__, __LINE__, "gy_clock_ns", "the monotonic clock can be read");
}

_Atomic uint64_t gy_clock_count_max;

#if GY_ARCH_COUNTER

#define SOURCE_FILE "/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* The counter is measured over a span of at least this length, to one part in this many. */
#define MEASURE_NS (2 * GY_CLOCK_NS_PER_MS)
#define MEASURE_PARTS 64

/* This close to the end of a millisecond, the clock itself is read. */
#define MARGIN_NS (5 * GY_CLOCK_COUNTER_ERROR_NS)

/* The clock, and the counter before and after it was read. */
typedef struct {
  uint64_t before;
  uint64_t ns;
  uint64_t after;
} sample;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static sample first;
static atomic_bool unusable;

static bool kernel_uses_counter(void) {
  char name[8] = "";
  const char *wish = gy_environment_get("GYRE_TSC");
  if (wish != NULL && strcmp(wish, "0") == 0) {
    return false;
  }
  int file = open(SOURCE_FILE, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  ssize_t length = read(file, name, sizeof(name) - 1);
  close(file);
  return length == 4 && strcmp(name, "tsc\n") == 0;
}

static void look_for_counter(void) {
  int saved = errno;
  bool usable = kernel_uses_counter();
  errno = saved;
  if (usable) {
    first.before = gy_clock_counter();
    first.ns = gy_clock_ns();
    first.after = gy_clock_counter();
  }
  atomic_store_explicit(&unusable, !usable, memory_order_relaxed);
}

/*
 * The kernel adjusts the rate of its clock: up to 11 % off the true one, either way. So the clock
 * may be up to a quarter faster than measured; a third is added.
 */
static void measure(const sample *now) {
  if (now->ns - first.ns < MEASURE_NS) {
    return;
  }
  uint64_t least = now->before - first.after;
  uint64_t most = now->after - first.before;
  if (most < least || most - least > least / MEASURE_PARTS) {
    return; /* a sample was interrupted, or the counter was set: try the next */
  }
  unsigned __int128 span = (unsigned __int128)(now->ns - first.ns) << 32;
  uint64_t count_max = (uint64_t)(span / least) / 3 * 4;
  atomic_store_explicit(&gy_clock_count_max, count_max, memory_order_relaxed);
}

/* Has the clock moved further than the counter allows? */
static bool too_far(const gy_clock_reading *before, uint64_t ns, uint64_t counter,
                    uint64_t count_max) {
  unsigned __int128 counts = counter - before->counter;
  return before->counter != 0 && ns - before->ns > (counts * count_max >> 32) + MARGIN_NS;
}

/* Then the counter is no longer reliable, unless that much time has passed since COUNTER. */
static bool disagree(const gy_clock_reading *before, uint64_t ns, uint64_t counter,
                     uint64_t count_max) {
  return GY_UNLIKELY(too_far(before, ns, counter, count_max)) &&
         too_far(before, ns, gy_clock_counter(), count_max);
}

static uint64_t counts_left_of_ms(uint64_t ns, uint64_t count_max) {
  uint64_t left_ns = GY_CLOCK_NS_PER_MS - ns % GY_CLOCK_NS_PER_MS;
  return left_ns <= MARGIN_NS ? 0 : ((left_ns - MARGIN_NS) << 32) / count_max;
}

/* If the counter cannot be used, it is not even read: in some virtual machines that is
 * expensive. */
static void read_clock_alone(gy_clock_reading *reading) {
  uint64_t ns = gy_clock_ns();
  *reading = (gy_clock_reading){.ns = ns, .ms = ns / GY_CLOCK_NS_PER_MS};
}

/* The counter is read first: a reading that is interrupted in between then seems older than it
 * is. */
void gy_clock_read(gy_clock_reading *reading) {
  pthread_once(&once, look_for_counter);
  if (atomic_load_explicit(&unusable, memory_order_relaxed)) {
    read_clock_alone(reading);
    return;
  }
  uint64_t count_max = atomic_load_explicit(&gy_clock_count_max, memory_order_relaxed);
  uint64_t counter = gy_clock_counter();
  uint64_t ns = gy_clock_ns();
  uint64_t same_ms = 0;
  if (count_max == 0) {
    measure(&(sample){.before = counter, .ns = ns, .after = gy_clock_counter()});
  } else if (!disagree(reading, ns, counter, count_max)) {
    same_ms = counts_left_of_ms(ns, count_max);
  } else {
    atomic_store_explicit(&unusable, true, memory_order_relaxed);
    atomic_store_explicit(&gy_clock_count_max, 0, memory_order_relaxed);
  }
  *reading = (gy_clock_reading){.ns = ns,
                                .ms = ns / GY_CLOCK_NS_PER_MS,
                                .counter = counter,
                                .same_ms = same_ms,
                                .seen = counter};
}

bool gy_clock_counter_is_clock(void) {
  return !atomic_load_explicit(&unusable, memory_order_relaxed);
}

#else

bool gy_clock_counter_is_clock(void) { return false; }

void gy_clock_read(gy_clock_reading *reading) {
  reading->ns = gy_clock_ns();
  reading->ms = reading->ns / GY_CLOCK_NS_PER_MS;
}

#endif

uint64_t uv_hrtime(void) { return gy_virtual_on() ? gy_virtual_read() : gy_clock_ns(); }

/* The clock or the date, as programs see it. */
static int read_clock(clockid_t clock, struct timespec *now) {
  if (gy_virtual_on()) {
    bool date = clock == CLOCK_REALTIME;
    *now = gy_clock_timespec(date ? (uint64_t)gy_virtual_calendar_ns() : gy_virtual_read());
    return 0;
  }
  return clock_gettime(clock, now) == 0 ? 0 : -errno;
}

int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t *ts) {
  if (ts == NULL) {
    return UV_EFAULT;
  }
  clockid_t clock;
  switch (clock_id) {
    case UV_CLOCK_MONOTONIC:
      clock = CLOCK_MONOTONIC;
      break;
    case UV_CLOCK_REALTIME:
      clock = CLOCK_REALTIME;
      break;
    default:
      return UV_EINVAL;
  }
  struct timespec now;
  int err = read_clock(clock, &now);
  if (err != 0) {
    return err;
  }
  ts->tv_sec = now.tv_sec;
  ts->tv_nsec = (int32_t)now.tv_nsec;
  return 0;
}

int uv_gettimeofday(uv_timeval64_t *tv) {
  if (tv == NULL) {
    return UV_EINVAL;
  }
  struct timespec now;
  int err = read_clock(CLOCK_REALTIME, &now);
  if (err != 0) {
    return err;
  }
  tv->tv_sec = now.tv_sec;
  tv->tv_usec = (int32_t)(now.tv_nsec / 1000);
  return 0;
}

void uv_sleep(unsigned int msec) {
  if (msec == 0) {
    return;
  }
  if (gy_virtual_on()) {
    gy_virtual_sleep(msec * GY_CLOCK_NS_PER_MS);
    return;
  }
  /* An absolute time, so that a signal neither shortens the sleep nor lengthens it by rounding. */
  struct timespec until = gy_clock_timespec(gy_clock_ns() + msec * GY_CLOCK_NS_PER_MS);
  int err;
  do {
    err = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
  } while (err == EINTR);
  GY_CHECK(err == 0);
}

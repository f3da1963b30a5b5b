/* SPDX-License-Identifier: MIT */
/*
 * Proves that a kept reading of the clock gives the same answers as the clock: if it says that the
 * millisecond has not changed, it has not, on several threads at once and wherever they run; the
 * latest time is never before the time, nor much after it. The counter is used where the kernel
 * uses it, and not otherwise. A counter that disagrees with the clock is no longer used.
 * no qemu: the test executes itself.
 */
#include <pthread.h>
#include <sched.h>

#include "check.h"
#include "os/clock.h"

#define RUN_NS (150 * GY_CLOCK_NS_PER_MS)
#define LATER_NS (10 * GY_CLOCK_NS_PER_US)

typedef struct {
  unsigned long same;
  unsigned long changed;
  unsigned long looks;
} seen;

static void look(gy_clock_reading *reading, seen *it) {
  uint64_t before_ns = gy_clock_ns();
  if (gy_clock_same_ms(reading)) {
    CHECK(reading->ms >= before_ns / GY_CLOCK_NS_PER_MS);
    it->same++;
  } else {
    uint64_t ms = reading->ms;
    gy_clock_read(reading);
    CHECK(reading->ns >= before_ns && reading->ns <= gy_clock_ns());
    CHECK_EQ(reading->ms, reading->ns / GY_CLOCK_NS_PER_MS);
    it->changed += reading->ms != ms;
  }
  before_ns = gy_clock_ns();
  uint64_t latest_ns = gy_clock_latest(reading);
  CHECK(latest_ns >= before_ns);
  CHECK(latest_ns <= gy_clock_ns() + LATER_NS);
  it->looks++;
}

static void *watch(void *arg) {
  gy_clock_reading reading = {0};
  uint64_t until_ns = gy_clock_ns() + RUN_NS;
  while (gy_clock_ns() < until_ns) {
    for (int i = 0; i < 1000; i++) {
      look(&reading, arg);
    }
    sched_yield();
  }
  return NULL;
}

static bool kernel_uses_counter(void) {
  char name[32] = "";
  FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
  if (file != NULL) {
    CHECK(fgets(name, sizeof(name), file) != NULL);
    fclose(file);
  }
  return strcmp(name, "tsc\n") == 0;
}

static seen watch_in_threads(void) {
  pthread_t threads[3];
  seen seen_by[3] = {{0}};
  seen all = {0};
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(pthread_create(&threads[i], NULL, watch, &seen_by[i]), 0);
  }
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
    CHECK(seen_by[i].looks > 0 && seen_by[i].changed > 1);
    all.same += seen_by[i].same;
    all.looks += seen_by[i].looks;
  }
  return all;
}

static void check_broken(void) {
  gy_clock_reading reading = {0};
  gy_clock_read(&reading);
  reading.ns -= GY_CLOCK_NS_PER_SECOND; /* as if the counter had stood still for a second */
  gy_clock_read(&reading);
  CHECK_EQ(gy_clock_count_max, 0);
  CHECK_EQ(reading.same_ms, 0);
  CHECK_EQ(watch_in_threads().same, 0);
}

int main(int argc, char **argv) {
  if (argc > 1) { /* with GYRE_TSC=0 */
    CHECK_EQ(watch_in_threads().same, 0);
    CHECK_EQ(gy_clock_count_max, 0);
    return 0;
  }
  seen all = watch_in_threads();
  bool used = kernel_uses_counter();
#ifndef __x86_64__
  used = false;
#endif
  CHECK_EQ(all.same > all.looks / 2, used);
  CHECK_EQ(gy_clock_count_max != 0, used);
  if (used) {
    check_broken();
  }
  char command[4096];
  CHECK(snprintf(command, sizeof(command), "GYRE_TSC=0 '%s' off", argv[0]) < (int)sizeof(command));
  CHECK_EQ(system(command), 0);
  return 0;
}

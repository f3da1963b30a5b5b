/* SPDX-License-Identifier: MIT */
/*
 * Proves when spinning is off: GYRE_SPIN=0, or only one CPU; that it then looks just once; and that
 * this is determined once and kept.
 */
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "os/spin.h"

static bool never(void *arg) {
  int *looks = arg;
  (*looks)++;
  return false;
}

static void expect(bool enabled) {
  CHECK_EQ(gy_spin_enabled(), enabled);
  gy_spin spin = {0};
  int looks = 0;
  CHECK(!gy_spin_until(&spin, never, &looks));
  if (enabled) {
    CHECK(looks > 1);
  } else {
    CHECK_EQ(looks, 1);
    CHECK_EQ(spin.credit + spin.skip + spin.backoff, 0);
  }
}

static void with_several_cpus(void) { expect(true); }

static void with_zero(void) {
  CHECK_EQ(setenv("GYRE_SPIN", "0", 1), 0);
  expect(false);
  CHECK_EQ(unsetenv("GYRE_SPIN"), 0);
  expect(false);
}

static void with_one(void) {
  CHECK_EQ(setenv("GYRE_SPIN", "1", 1), 0);
  expect(true);
  CHECK_EQ(setenv("GYRE_SPIN", "0", 1), 0);
  expect(true);
}

static void with_one_cpu(void) {
  cpu_set_t set;
  CHECK_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &set)) {
    cpu++;
  }
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  CHECK_EQ(sched_setaffinity(0, sizeof(set), &set), 0);
  expect(false);
}

/* The decision is kept for the life of a process, so each case runs in its own. */
static void run_alone(void (*body)(void)) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    body();
    exit(0);
  }
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

int main(void) {
  CHECK_EQ(unsetenv("GYRE_SPIN"), 0);
  run_alone(with_zero);
  run_alone(with_one_cpu);
  cpu_set_t set;
  CHECK_EQ(sched_getaffinity(0, sizeof(set), &set), 0);
  if (CPU_COUNT(&set) < 2) {
    SKIP("only one CPU to run on");
  }
  run_alone(with_several_cpus);
  run_alone(with_one);
  return 0;
}

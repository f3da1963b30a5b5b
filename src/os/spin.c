/* SPDX-License-Identifier: MIT */
/* The statistics behind os/spin.h, and the decision whether to spin at all. */
#include "os/spin.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/environment.h"

gy_spin_switch gy_spin_state;

static bool has_several_cpus(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    return CPU_COUNT(&set) > 1;
  }
  /* There are more CPUs than the set can hold, so the mask cannot be read. */
  return sysconf(_SC_NPROCESSORS_ONLN) > 1;
}

/* Two threads may come here at once; both get the same result. */
int gy_spin_detect(void) {
  const char *wish = gy_environment_get("GYRE_SPIN");
  bool refused = wish != NULL && strcmp(wish, "0") == 0;
  int mode = !refused && has_several_cpus() ? GY_SPIN_ON : GY_SPIN_OFF;
  atomic_store_explicit(&gy_spin_state.mode, mode, memory_order_relaxed);
  return mode;
}

bool gy_spin_may_go_long(gy_spin *spin) {
  if (spin->credit > 0 || spin->skip == 0) {
    return true;
  }
  spin->skip--;
  return false;
}

void gy_spin_settle(gy_spin *spin, bool success) {
  if (success) {
    spin->backoff = 0;
    if (spin->credit < GY_SPIN_CREDIT_MAX) {
      spin->credit++;
    }
    return;
  }
  if (spin->credit > GY_SPIN_FAILURE_COST) {
    spin->credit -= GY_SPIN_FAILURE_COST;
    return;
  }
  spin->credit = 0;
  if (spin->backoff == 0) {
    spin->backoff = GY_SPIN_BACKOFF_MIN;
  } else if (spin->backoff < GY_SPIN_BACKOFF_MAX) {
    spin->backoff *= 2;
  }
  spin->skip = spin->backoff;
}

/* A very slow one says only that other threads had the CPUs. */
void gy_spin_woken(gy_spin *spin, unsigned taken_us) {
  if (taken_us <= GY_SPIN_WAKE_MAX_US) {
    spin->wake_us = (uint8_t)((3 * spin->wake_us + taken_us + 3) / 4);
  }
}

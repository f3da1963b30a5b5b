/* SPDX-License-Identifier: MIT */
/* What is asked of loops: see roster.h. */
#include "trace/roster.h"

#include <sys/mman.h>

gy_lock gy_roster_lock;
void (*gy_roster_wake)(gy_trace_ring *ring);

gy_roster *gy_roster_of(gy_trace_ring *ring) {
  gy_roster *roster = atomic_load(&ring->roster);
  if (roster == NULL) {
    roster = mmap(NULL, sizeof(*roster), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    roster = roster == MAP_FAILED ? NULL : roster;
    atomic_store(&ring->roster, roster);
  }
  return roster;
}

/* SPDX-License-Identifier: MIT */
/* Proves that resource limits bound the memory of the process, with or without control groups.
 * no qemu: resource limits are not those of the program. */
#include <sys/resource.h>

#include "fake_root.h"
#include "os/memory.h"
#include "uv.h"

static uint64_t constrained(uint64_t address_space, uint64_t data) {
  gy_memory_limits limits = {address_space, data};
  return gy_memory_constrained(fake_root, &limits);
}

int main(void) {
  fake_root_make();
  CHECK_EQ(constrained(UINT64_MAX, UINT64_MAX), 0);
  CHECK_EQ(constrained(5000, UINT64_MAX), 5000);
  CHECK_EQ(constrained(UINT64_MAX, 6000), 6000);
  CHECK_EQ(constrained(5000, 6000), 5000);

  fake_file("/proc/self/cgroup", "0::/a\n");
  fake_file("/proc/self/mountinfo", "30 21 0:25 / /cg rw - cgroup2 cgroup2 rw\n");
  fake_file("/cg/a/memory.max", "max\n");
  CHECK_EQ(constrained(UINT64_MAX, UINT64_MAX), UINT64_MAX);
  CHECK_EQ(constrained(UINT64_MAX, 6000), 6000);
  fake_file("/cg/a/memory.max", "5500\n");
  CHECK_EQ(constrained(UINT64_MAX, 6000), 5500);

  /* On the running system; far above what any sanitizer maps, and below any group limit that means
   * "none". */
  struct rlimit limit;
  CHECK_EQ(getrlimit(RLIMIT_DATA, &limit), 0);
  uint64_t before = uv_get_constrained_memory();
  limit.rlim_cur = (rlim_t)1 << 50;
  if (setrlimit(RLIMIT_DATA, &limit) == 0) {
    uint64_t expected = before == 0 || before > (UINT64_C(1) << 50) ? UINT64_C(1) << 50 : before;
    CHECK_EQ(uv_get_constrained_memory(), expected);
  }
  return 0;
}

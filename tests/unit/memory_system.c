/* SPDX-License-Identifier: MIT */
/*
 * Proves that total and free memory are those of the system, as sysconf and sysinfo report them,
 * and that both work without /proc.
 */
#include <sys/sysinfo.h>

#include "fake_root.h"
#include "os/memory.h"
#include "uv.h"

int main(void) {
  uint64_t physical = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  uint64_t total = uv_get_total_memory();
  /* The kernel rounds differently in its two places, by less than a percent. */
  CHECK(total > physical - physical / 100 && total < physical + physical / 100);
  uint64_t available = uv_get_free_memory();
  CHECK(available > 0 && available < total);
  struct sysinfo info;
  CHECK_EQ(sysinfo(&info), 0);
  uint64_t unused = (uint64_t)info.freeram * info.mem_unit;
  /* Available is unused plus droppable memory, less the kernel's reserve. */
  CHECK(available + total / 10 > unused);

  fake_root_make();
  CHECK_EQ(gy_memory_total(fake_root), physical);
  CHECK(gy_memory_free(fake_root) > 0 && gy_memory_free(fake_root) < physical);
  fake_file("/proc/meminfo", "MemTotal:       24684100 kB\nMemAvailable:\t24021564 kB\n");
  CHECK_EQ(gy_memory_total(fake_root), UINT64_C(24684100) * 1024);
  CHECK_EQ(gy_memory_free(fake_root), UINT64_C(24021564) * 1024);
  fake_file("/proc/meminfo", "MemTotal: 18446744073709551615 kB\nMemAvailable: kB\n");
  CHECK_EQ(gy_memory_total(fake_root), UINT64_MAX);
  CHECK(gy_memory_free(fake_root) < physical);
  return 0;
}

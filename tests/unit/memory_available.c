/* SPDX-License-Identifier: MIT */
/*
 * Proves that available memory is the smallest of what the system has left, of the room in each
 * control group, where cached files count as free, and of what resource limits allow.
 */
#include "fake_root.h"
#include "os/memory.h"
#include "uv.h"

#define MB (UINT64_C(1) << 20)

static gy_memory_limits limits = {UINT64_MAX, UINT64_MAX};

static void check_available(uint64_t expected) {
  CHECK_EQ(gy_memory_available(fake_root, &limits), expected);
}

static void check_groups(const char *limit, const char *usage, const char *cache) {
  char path[64];
  fake_file(limit, "104857600\n"); /* 100 MB */
  check_available(100 * MB);
  fake_file(usage, "31457280\n"); /* 30 MB */
  check_available(70 * MB);
  char text[128];
  snprintf(text, sizeof(text), "anon 5\nxinactive_file 7\n%s 10485760\nactive_file 1\n", cache);
  snprintf(path, sizeof(path), "%.*s/memory.stat", (int)(strrchr(usage, '/') - usage), usage);
  fake_file(path, text);
  check_available(80 * MB);
  fake_file(usage, "1048576\n"); /* the two are not read at the same moment */
  check_available(100 * MB);
  fake_file(usage, "115343360\n"); /* 110 MB: over the limit, which may take effect late */
  check_available(0);
  fake_file(usage, "110100480\n"); /* 105 MB, 10 of them cache */
  check_available(5 * MB);
}

int main(void) {
  fake_root_make();
  fake_file("/proc/meminfo", "MemTotal: 4096 kB\nMemFree: 1 kB\nMemAvailable:    2097152 kB\n");
  check_available(2048 * MB);

  fake_file("/proc/self/cgroup", "0::/a/b\n3:memory:/c\n");
  fake_file("/proc/self/mountinfo", "30 21 0:25 / /cg rw - cgroup2 cgroup2 rw\n"
                                    "31 21 0:26 / /cg1 rw - cgroup cgroup rw,memory\n");
  check_available(2048 * MB);
  fake_file("/cg/a/b/memory.current", "1048576\n");
  fake_file("/cg/a/b/memory.max", "max\n");
  check_available(2048 * MB);
  check_groups("/cg/a/memory.max", "/cg/a/memory.current", "inactive_file");
  fake_file("/cg/a/memory.max", "max\n");
  check_groups("/cg1/c/memory.limit_in_bytes", "/cg1/c/memory.usage_in_bytes",
               "total_inactive_file");
  fake_file("/cg1/c/memory.limit_in_bytes", "9223372036854771712\n");
  check_available(2048 * MB);

  /* Pages: size, resident, shared, text, unused, data. */
  limits.address_space = 50 * MB;
  check_available(50 * MB);
  fake_file("/proc/self/statm", "10 1 1 1 0 3 0\n");
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  check_available(50 * MB - 10 * page);
  limits.data = 49 * MB;
  check_available(49 * MB - 3 * page);
  limits.data = 2 * page;
  check_available(0);
  limits.data = UINT64_MAX;
  fake_file("/proc/self/statm", "99999999999999999999 1 1 1 0 3 0\n");
  check_available(0);

  CHECK(uv_get_available_memory() > 0);
  CHECK(uv_get_available_memory() <= uv_get_total_memory());
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that the memory limit is the smallest of the process's group and its parents, in both
 * versions of control groups, and how "no limit" and "unknown" are distinguished.
 */
#include "fake_root.h"
#include "os/memory.h"
#include "uv.h"

static const gy_memory_limits none = {UINT64_MAX, UINT64_MAX};

static void check_limit(uint64_t expected) {
  CHECK_EQ(gy_memory_constrained(fake_root, &none), expected);
}

static void use_version_2(void) {
  fake_root_make();
  fake_file("/proc/self/cgroup", "0::/outer/inner\n");
  fake_file("/proc/self/mountinfo", "30 21 0:25 / /cg rw - cgroup2 cgroup2 rw\n");
}

static void use_version_1(void) {
  fake_root_make();
  fake_file("/proc/self/cgroup", "4:memory:/outer/inner\n0::/\n");
  fake_file("/proc/self/mountinfo", "30 21 0:25 / /cg rw - cgroup cgroup rw,memory\n"
                                    "31 21 0:26 / /unified rw - cgroup2 cgroup2 rw\n");
}

int main(void) {
  fake_root_make();
  check_limit(0);

  use_version_2();
  check_limit(0);
  fake_file("/cg/outer/inner/memory.max", "max\n");
  check_limit(UINT64_MAX);
  fake_file("/cg/outer/memory.max", "8000\n");
  check_limit(8000);
  fake_file("/cg/outer/inner/memory.max", "9000\n");
  check_limit(8000);
  fake_file("/cg/outer/inner/memory.high", "7000\n");
  check_limit(7000);
  fake_file("/cg/outer/memory.high", "max\n");
  check_limit(7000);
  fake_file("/cg/outer/inner/memory.high", "99999999999999999999999\n");
  check_limit(8000);

  use_version_2();
  fake_file("/cg/outer/memory.max", "nonsense");
  check_limit(0);
  fake_file("/cg/outer/memory.max", "");
  check_limit(0);
  fake_file("/cg/outer/memory.max", "123"); /* truncated before the newline */
  check_limit(123);

  use_version_1();
  check_limit(0);
  fake_file("/cg/outer/inner/memory.limit_in_bytes", "-1\n");
  check_limit(UINT64_MAX);
  fake_file("/cg/outer/inner/memory.limit_in_bytes", "9223372036854771712\n");
  check_limit(UINT64_MAX);
  fake_file("/cg/outer/inner/memory.soft_limit_in_bytes", "9223372036854710272\n");
  check_limit(UINT64_MAX);
  fake_file("/cg/memory.limit_in_bytes", "500000\n");
  check_limit(500000);
  fake_file("/cg/outer/memory.soft_limit_in_bytes", "400000\n");
  check_limit(400000);
  fake_file("/unified/memory.max", "300000\n"); /* memory moved to version 2 */
  check_limit(300000);
  return 0;
}

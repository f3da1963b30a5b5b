/* SPDX-License-Identifier: MIT */
/* Proves that the number of usable processors is bounded by the smallest quota of the process's
 * group and its parents, rounded down but never to zero. */
#include <limits.h>

#include "fake_root.h"
#include "os/cpu.h"
#include "uv.h"

static void check_quota(unsigned expected) { CHECK_EQ(gy_cpu_quota(fake_root), expected); }

static void check_version_2(const char *text, unsigned expected) {
  fake_file("/cg/a/b/cpu.max", text);
  check_quota(expected);
}

int main(void) {
  fake_root_make();
  check_quota(UINT_MAX);
  fake_file("/proc/self/cgroup", "0::/a/b\n");
  fake_file("/proc/self/mountinfo", "30 21 0:25 / /cg rw - cgroup2 cgroup2 rw\n");
  check_quota(UINT_MAX);
  check_version_2("max 100000\n", UINT_MAX);
  check_version_2("100000 100000\n", 1);
  check_version_2("250000 100000\n", 2);
  check_version_2("50000 100000\n", 1);
  check_version_2("0 100000\n", 1);
  check_version_2("300000 0\n", UINT_MAX);
  check_version_2("300000\n", UINT_MAX);
  check_version_2("", UINT_MAX);
  check_version_2("99999999999999999999 1\n", UINT_MAX);
  check_version_2("9999999999999 1\n", UINT_MAX);
  check_version_2("400000 100000", 4);
  fake_file("/cg/a/cpu.max", "300000 100000\n");
  check_quota(3);
  check_version_2("max 100000\n", 3);

  fake_root_make();
  fake_file("/proc/self/cgroup", "3:cpuset:/\n2:cpu,cpuacct:/x/y\n0::/\n");
  fake_file("/proc/self/mountinfo", "29 21 0:24 / /set rw - cgroup cgroup rw,cpuset\n"
                                    "30 21 0:25 / /cg rw - cgroup cgroup rw,cpu,cpuacct\n");
  check_quota(UINT_MAX);
  fake_file("/cg/x/y/cpu.cfs_quota_us", "-1\n");
  fake_file("/cg/x/y/cpu.cfs_period_us", "100000\n");
  check_quota(UINT_MAX);
  fake_file("/cg/x/y/cpu.cfs_quota_us", "350000\n");
  check_quota(3);
  fake_file("/cg/cpu.cfs_quota_us", "150000\n");
  check_quota(3); /* without a period the quota does not count */
  fake_file("/cg/cpu.cfs_period_us", "100000\n");
  check_quota(1);
  return 0;
}

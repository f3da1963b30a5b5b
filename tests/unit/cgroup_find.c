/* SPDX-License-Identifier: MIT */
/*
 * Proves that the group of the process is found whatever mounts there are, that the walk up ends at
 * the mount, and that groups that are not visible are not invented.
 */
#include "os/cgroup.h"

#include "fake_root.h"
#include "uv.h"

/* The group and all its parents, one after the other; "" if there is none. */
static void check_way(const char *controller, const char *expected) {
  gy_cgroup group;
  char way[1024] = "";
  if (gy_cgroup_find(fake_root, controller, &group)) {
    do {
      CHECK(strncmp(group.path, fake_root, strlen(fake_root)) == 0);
      strcat(strcat(way, group.path + strlen(fake_root)), ";");
    } while (gy_cgroup_up(&group));
  }
  CHECK_STR(way, expected);
}

static void set(const char *groups, const char *mounts) {
  fake_file("/proc/self/cgroup", groups);
  fake_file("/proc/self/mountinfo", mounts);
}

#define ROOT_MOUNT "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
#define UNIFIED "30 21 0:25 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"

int main(void) {
  fake_root_make();
  check_way(NULL, "");
  check_way("memory", "");

  set("0::/user.slice/app.scope\n", ROOT_MOUNT UNIFIED);
  check_way(NULL, "/sys/fs/cgroup/user.slice/app.scope;/sys/fs/cgroup/user.slice;/sys/fs/cgroup;");
  check_way("memory", "");
  set("0::/\n", UNIFIED);
  check_way(NULL, "/sys/fs/cgroup;");

  /* Version 1, two controllers in one hierarchy, and an empty version 2 beside it. */
  set("5:cpu,cpuacct:/a\n4:memory:/b/c\n1:name=systemd:/d\n0::/e\n",
      "31 21 0:28 / /cg/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
      "32 21 0:29 / /cg/memory rw - cgroup cgroup rw,memory\n"
      "33 21 0:30 / /cg/unified rw - cgroup2 cgroup2 rw\n");
  check_way("cpu", "/cg/cpu,cpuacct/a;/cg/cpu,cpuacct;");
  check_way("memory", "/cg/memory/b/c;/cg/memory/b;/cg/memory;");
  check_way(NULL, "/cg/unified/e;/cg/unified;");
  check_way("cp", "");
  check_way("pids", "");

  /* In a container the mount begins at the container's group, or shows another one. */
  set("0::/docker/abc\n", "30 21 0:25 /docker/abc /cg rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/cg;");
  set("0::/docker/abc/sub\n", "30 21 0:25 /docker/abc /cg rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/cg/sub;/cg;");
  set("0::/docker/abcd\n", "30 21 0:25 /docker/abc /cg rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/cg;");
  set("0::/../../other\n", "30 21 0:25 / /cg rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/cg;");
  set("0::/..odd\n", "30 21 0:25 / /cg rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/cg/..odd;/cg;");

  /* Of several mounts the one that shows the group is used. */
  set("0::/a/b\n", "30 21 0:25 /x /first rw - cgroup2 cgroup2 rw\n"
                   "31 21 0:25 /a /second rw - cgroup2 cgroup2 rw\n"
                   "32 21 0:25 / /third rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/second/b;/second;");

  set("0::/a\n", "30 21 0:25 / /with\\040blank\\134slash rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/with blank\\slash/a;/with blank\\slash;");
  set("0::/a\n", "30 21 0:25 / / rw - cgroup2 cgroup2 rw\n");
  check_way(NULL, "/a;;");

  /* Half a line, the wrong line, no line. */
  static const char *const broken[] = {"",
                                       "\n",
                                       "30\n",
                                       "30 21 0:25 /\n",
                                       "30 21 0:25 / /cg\n",
                                       "30 21 0:25 / /cg rw\n",
                                       "30 21 0:25 / /cg rw -\n",
                                       "30 21 0:25 / /cg rw - cgroup2\n",
                                       "30 21 0:25 / /cg rw - cgroup2 cgroup2",
                                       "30 21 0:25 / /cg rw - cgroup cgroup rw,memory\n"};
  for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
    set("0::/a\n", broken[i]);
    check_way(NULL, "");
  }
  static const char *const lost[] = {"", "0", "0:", "0::", "0::a\n", "1::/a\n", "0:memory:/a\n"};
  for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
    set(lost[i], UNIFIED);
    check_way(NULL, "");
  }
  return 0;
}

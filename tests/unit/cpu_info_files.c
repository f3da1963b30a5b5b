/* SPDX-License-Identifier: MIT */
/*
 * Proves how the kernel's files are read: offline processors, names and speeds of several
 * architectures, missing and broken files, numbers that are too large.
 */
#include <limits.h>

#include "fake_root.h"
#include "os/cpu.h"
#include "uv.h"

static uv_cpu_info_t *cpus;
static int count;

static int list(void) {
  uv_free_cpu_info(cpus, count);
  cpus = (uv_cpu_info_t *)1;
  count = 77;
  int err = gy_cpu_list(fake_root, &cpus, &count);
  if (err != 0) {
    CHECK(cpus == NULL);
    CHECK_EQ(count, 0);
  }
  return err;
}

static void check_model(int i, const char *model, int speed) {
  CHECK_STR(cpus[i].model, model);
  CHECK_EQ(cpus[i].speed, speed);
}

static void check_broken(const char *stat, int expected) {
  fake_file("/proc/stat", stat);
  CHECK_EQ(list(), expected);
}

static void check_times(void) {
  /* Numbers 0, 2 and 11; the C library's clock ticks are hundredths of a second. */
  CHECK_EQ(sysconf(_SC_CLK_TCK), 100);
  fake_file("/proc/stat", "cpu  100 200 300 400 500 600\n"
                          "cpu0 1 2 3 4 5 6 7 8 9 10\n"
                          "cpu2 10 20 30 40 50 60\n"
                          "cpu11 7\n"
                          "intr 1 2 3\ncpu12 1 1 1 1 1 1\n");
  CHECK_EQ(list(), 0);
  CHECK_EQ(count, 3);
  CHECK_EQ(cpus[0].cpu_times.user, 10);
  CHECK_EQ(cpus[0].cpu_times.nice, 20);
  CHECK_EQ(cpus[0].cpu_times.sys, 30);
  CHECK_EQ(cpus[0].cpu_times.idle, 40);
  CHECK_EQ(cpus[0].cpu_times.irq, 60);
  CHECK_EQ(cpus[1].cpu_times.irq, 600);
  CHECK_EQ(cpus[2].cpu_times.user, 70);
  CHECK_EQ(cpus[2].cpu_times.irq, 0);
  check_model(0, "unknown", 0);
}

static void check_models(void) {
  fake_file("/proc/cpuinfo",
            "processor\t: 0\nmodel\t\t: 17\nmodel name\t: Fast: 1\ncpu MHz\t\t: 2596.146\n\n"
            "processor\t: 2\nmodel name\t: Fast 2\ncpu MHz\t\t: 800.000\n\n"
            "processor\t: 5\nmodel name\t: Off\ncpu MHz\t\t: 1\n\n"
            "processor\t: 11\ncpu family\t: 3\n");
  fake_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1000000\n");
  fake_file("/sys/devices/system/cpu/cpu11/cpufreq/scaling_cur_freq", "1234567\n");
  CHECK_EQ(list(), 0);
  check_model(0, "Fast: 1", 2596);
  check_model(1, "Fast 2", 800);
  check_model(2, "unknown", 1234);

  fake_file("/proc/cpuinfo",
            "Processor\t: ARMv7 rev 4\nmodel name\t: nobody's\n"
            "processor\t: 11\nCPU MHz\t: 2500.00\nModel Name\t: Loongson-3A\n"
            "processor\t: 0\ncpu\t\t: POWER9\nclock\t\t: 3800.000000MHz\n"
            "processor\t: 2\nuarch\t\t: sifive,u74-mc\ncpu MHz : 99999999999999999999\n");
  CHECK_EQ(list(), 0);
  check_model(0, "POWER9", 3800);
  check_model(1, "sifive,u74-mc", INT_MAX);
  check_model(2, "Loongson-3A", 2500);
}

static void check_extremes(void) {
  char text[400] = "processor: 0\nmodel name: ";
  memset(text + strlen(text), 'm', 300);
  fake_file("/proc/cpuinfo", text);
  CHECK_EQ(list(), 0);
  CHECK_EQ(strlen(cpus[0].model), 127);
  CHECK_EQ(strspn(cpus[0].model, "m"), 127);

  fake_file("/proc/stat", "cpu0 18446744073709551615 18446744073709551616 1844674407370955161 5");
  CHECK_EQ(list(), 0);
  CHECK_EQ(cpus[0].cpu_times.user, UINT64_MAX);
  CHECK_EQ(cpus[0].cpu_times.nice, UINT64_MAX);
  CHECK_EQ(cpus[0].cpu_times.sys, UINT64_C(18446744073709551610));
  CHECK_EQ(cpus[0].cpu_times.idle, 50);

  char many[300 * 16] = "";
  for (int i = 0; i < 300; i++) {
    sprintf(many + strlen(many), "cpu%d %d\n", i, i);
  }
  fake_file("/proc/stat", many);
  CHECK_EQ(list(), 0);
  CHECK_EQ(count, 300);
  CHECK_EQ(cpus[299].cpu_times.user, 2990);
}

int main(void) {
  fake_root_make();
  CHECK_EQ(list(), UV_ENOENT);
  check_broken("", UV_EIO);
  check_broken("cpu  1 2 3\n", UV_EIO);
  check_broken("intr 5\ncpu0 1 2 3 4\n", UV_EIO);

  check_times();
  check_models();
  check_extremes();
  uv_free_cpu_info(cpus, count);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that there is one entry for each online processor, with the name from /proc/cpuinfo, and
 * times that add up to the time since boot.
 */
#include <time.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

/* The first "model name" of the system, or "" on architectures without. */
static void first_model(char *model, size_t size) {
  FILE *file = fopen("/proc/cpuinfo", "re");
  CHECK(file != NULL);
  char line[512];
  model[0] = '\0';
  while (model[0] == '\0' && fgets(line, sizeof(line), file) != NULL) {
    char *value = strstr(line, ": ");
    if (strncmp(line, "model name", 10) == 0 && value != NULL) {
      snprintf(model, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
    }
  }
  fclose(file);
}

int main(void) {
  uv_cpu_info_t *cpus = NULL;
  int count = 0;
  CHECK_EQ(uv_cpu_info(&cpus, &count), 0);
  CHECK(cpus != NULL);
  CHECK_EQ(count, sysconf(_SC_NPROCESSORS_ONLN));
  char model[256];
  first_model(model, sizeof(model));
  if (model[0] != '\0') {
    CHECK_STR(cpus[0].model, model);
  }
  struct timespec boot;
  CHECK_EQ(clock_gettime(CLOCK_BOOTTIME, &boot), 0);
  uint64_t boot_ms = (uint64_t)boot.tv_sec * 1000;
  for (int i = 0; i < count; i++) {
    CHECK(cpus[i].model[0] != '\0');
    CHECK(cpus[i].speed >= 0 && cpus[i].speed < 100000);
    const struct uv_cpu_times_s *times = &cpus[i].cpu_times;
    uint64_t sum = times->user + times->nice + times->sys + times->idle + times->irq;
    CHECK(sum > 0 && sum < boot_ms + boot_ms / 10 + 5000);
  }
  uv_free_cpu_info(cpus, count);
  return 0;
}

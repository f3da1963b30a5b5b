/* SPDX-License-Identifier: MIT */
/*
 * The processors: what they are, what they have done, how many of them we may use. Programs call
 * it.
 *
 * /proc/stat lists the processors and how they spent their time. It is the only file that every
 * system has, and in containers the one that is adapted to the container. Names and speeds come
 * from elsewhere and may be missing.
 */
#include "os/cpu.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/alloc.h"
#include "os/cgroup.h"
#include "os/procfile.h"

/* Names have at most 48 characters on x86; longer ones are truncated. */
#define MODEL_SIZE 128

/* The kernel's own maximum is an eighth of this. */
#define MASK_CPUS 65536

typedef struct {
  uint64_t number; /* the kernel's; those of offline processors are missing */
  uint64_t speed_mhz;
  struct uv_cpu_times_s times;
  char model[MODEL_SIZE];
} cpu;

typedef struct {
  cpu *items;
  size_t count;
  size_t capacity;
} cpu_list;

static cpu *add_cpu(cpu_list *list) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
    cpu *items = gy_alloc_resize(list->items, capacity * sizeof(cpu));
    if (items == NULL) {
      return NULL;
    }
    list->items = items;
    list->capacity = capacity;
  }
  cpu *added = &list->items[list->count++];
  memset(added, 0, sizeof(*added));
  return added;
}

/* In milliseconds, from the kernel's clock ticks. */
static uint64_t take_time(const char **line, uint64_t ticks_per_second) {
  uint64_t ticks;
  if (!gy_procfile_number(line, &ticks)) {
    return 0;
  }
  uint64_t whole_ms;
  uint64_t ms;
  bool too_large =
      __builtin_mul_overflow(ticks / ticks_per_second, UINT64_C(1000), &whole_ms) ||
      __builtin_add_overflow(whole_ms, ticks % ticks_per_second * 1000 / ticks_per_second, &ms);
  return too_large ? UINT64_MAX : ms;
}

/* "cpu3 USER NICE SYSTEM IDLE IOWAIT IRQ ...": one processor. */
static int read_times(const char *root, cpu_list *list) {
  gy_procfile file;
  int err = gy_procfile_open(&file, root, "/proc/stat");
  if (err != 0) {
    return err;
  }
  long ticks = sysconf(_SC_CLK_TCK);
  uint64_t ticks_per_second = ticks > 0 ? (uint64_t)ticks : 100;
  const char *line;
  while (err == 0 && (line = gy_procfile_line(&file)) != NULL) {
    uint64_t number;
    if (strncmp(line, "cpu", 3) != 0) {
      break;
    }
    line += 3;
    if (*line == ' ' || *line == '\t' || !gy_procfile_number(&line, &number)) {
      continue; /* the sum of all */
    }
    cpu *added = add_cpu(list);
    if (added == NULL) {
      err = UV_ENOMEM;
      break;
    }
    added->number = number;
    added->times.user = take_time(&line, ticks_per_second);
    added->times.nice = take_time(&line, ticks_per_second);
    added->times.sys = take_time(&line, ticks_per_second);
    added->times.idle = take_time(&line, ticks_per_second);
    take_time(&line, ticks_per_second); /* waiting for I/O: idle, but not counted */
    added->times.irq = take_time(&line, ticks_per_second);
  }
  int read_err = gy_procfile_close(&file);
  return err != 0 ? err : read_err;
}

/* The processor with NUMBER, searched from AFTER on: they come in order. */
static cpu *find_cpu(const cpu_list *list, uint64_t number, const cpu *after) {
  size_t start = after == NULL ? 0 : (size_t)(after - list->items) + 1;
  for (size_t i = 0; i < list->count; i++) {
    cpu *candidate = &list->items[(start + i) % list->count];
    if (candidate->number == number) {
      return candidate;
    }
  }
  return NULL;
}

/* Is the word before the colon one of NAMES (NULL at the end), ignoring case? */
static bool is_one_of(const char *word, size_t length, const char *const *names) {
  for (; *names != NULL; names++) {
    if (strlen(*names) == length && strncasecmp(word, *names, length) == 0) {
      return true;
    }
  }
  return false;
}

/* Architectures agree on "processor" and on little else. */
static const char *const model_names[] = {"model name", "cpu model", "cpu", "uarch", NULL};
static const char *const speed_names[] = {"cpu MHz", "clock", NULL};
static const char *const number_names[] = {"processor", NULL};

/* "name\t: value", in blocks of which each begins with "processor". */
static void read_description(char *line, const cpu_list *list, cpu **current) {
  char *colon = strchr(line, ':');
  if (colon == NULL) {
    return;
  }
  size_t length = (size_t)(colon - line);
  while (length > 0 && (line[length - 1] == '\t' || line[length - 1] == ' ')) {
    length--;
  }
  const char *value = colon + 1 + strspn(colon + 1, " \t");
  uint64_t number;
  if (is_one_of(line, length, number_names)) {
    *current = gy_procfile_number(&value, &number) ? find_cpu(list, number, *current) : NULL;
  } else if (*current != NULL && is_one_of(line, length, model_names)) {
    snprintf((*current)->model, MODEL_SIZE, "%s", value);
  } else if (*current != NULL && is_one_of(line, length, speed_names)) {
    gy_procfile_number(&value, &(*current)->speed_mhz);
  }
}

/* What cannot be read stays unknown, which uv.h allows. */
static void read_descriptions(const char *root, cpu_list *list) {
  gy_procfile file;
  if (list->count == 0 || gy_procfile_open(&file, root, "/proc/cpuinfo") != 0) {
    return;
  }
  cpu *current = NULL;
  char *line;
  while ((line = gy_procfile_line(&file)) != NULL) {
    read_description(line, list, &current);
  }
  gy_procfile_close(&file);
}

/* Only for processors whose speed is not known otherwise: reading it here may interrupt the
 * processor in question. */
static void read_speed(const char *root, cpu *one) {
  char path[96];
  char text[32];
  snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%llu/cpufreq/scaling_cur_freq",
           (unsigned long long)one->number);
  const char *at = text;
  uint64_t kilohertz;
  if (gy_procfile_read(root, path, text, sizeof(text)) == 0 &&
      gy_procfile_number(&at, &kilohertz)) {
    one->speed_mhz = kilohertz / 1000;
  }
}

/* The array and, behind it, the names: one allocation. */
static uv_cpu_info_t *describe(const cpu_list *list) {
  uv_cpu_info_t *infos = gy_alloc_zeroed(list->count, sizeof(*infos) + MODEL_SIZE);
  if (infos == NULL) {
    return NULL;
  }
  char *models = (char *)(infos + list->count);
  for (size_t i = 0; i < list->count; i++) {
    const cpu *from = &list->items[i];
    char *model = models + i * MODEL_SIZE;
    strcpy(model, from->model[0] == '\0' ? "unknown" : from->model);
    infos[i].model = model;
    infos[i].speed = from->speed_mhz > INT_MAX ? INT_MAX : (int)from->speed_mhz;
    infos[i].cpu_times = from->times;
  }
  return infos;
}

int gy_cpu_list(const char *root, uv_cpu_info_t **cpu_infos, int *count) {
  *cpu_infos = NULL;
  *count = 0;
  cpu_list list = {.items = NULL};
  int err = read_times(root, &list);
  if (err == 0 && (list.count == 0 || list.count > INT_MAX)) {
    err = UV_EIO; /* not the contents of /proc/stat */
  }
  if (err == 0) {
    read_descriptions(root, &list);
    for (size_t i = 0; i < list.count; i++) {
      if (list.items[i].speed_mhz == 0) {
        read_speed(root, &list.items[i]);
      }
    }
    *cpu_infos = describe(&list);
    err = *cpu_infos == NULL ? UV_ENOMEM : 0;
  }
  if (err == 0) {
    *count = (int)list.count;
  }
  gy_free(list.items);
  return err;
}

int uv_cpu_info(uv_cpu_info_t **cpu_infos, int *count) { return gy_cpu_list("", cpu_infos, count); }

void uv_free_cpu_info(uv_cpu_info_t *cpu_infos, int count) {
  (void)count;
  gy_free(cpu_infos);
}

/* How many whole processors QUOTA per PERIOD is, at least 1. */
static unsigned whole_cpus(uint64_t quota, uint64_t period) {
  if (quota == UINT64_MAX || period == 0 || quota / period >= UINT_MAX) {
    return UINT_MAX;
  }
  return quota < period ? 1 : (unsigned)(quota / period);
}

static unsigned group_quota_1(const gy_cgroup *group) {
  uint64_t quota;
  uint64_t period;
  if (!gy_cgroup_number(group, "/cpu.cfs_quota_us", &quota) ||
      !gy_cgroup_number(group, "/cpu.cfs_period_us", &period)) {
    return UINT_MAX;
  }
  return whole_cpus(quota, period);
}

/* "QUOTA PERIOD" or "max PERIOD". */
static unsigned group_quota_2(const gy_cgroup *group) {
  char text[64];
  if (gy_procfile_read(group->path, "/cpu.max", text, sizeof(text)) != 0) {
    return UINT_MAX;
  }
  const char *at = text;
  uint64_t quota;
  uint64_t period;
  if (!gy_procfile_number(&at, &quota) || !gy_procfile_number(&at, &period)) {
    return UINT_MAX;
  }
  return whole_cpus(quota, period);
}

static unsigned smallest_quota(const char *root, const char *controller,
                               unsigned (*group_quota)(const gy_cgroup *group)) {
  unsigned smallest = UINT_MAX;
  gy_cgroup group;
  if (gy_cgroup_find(root, controller, &group)) {
    do {
      unsigned quota = group_quota(&group);
      smallest = quota < smallest ? quota : smallest;
    } while (gy_cgroup_up(&group));
  }
  return smallest;
}

/* Weights are ignored: they decide who goes first when there is not enough, not how much there
 * is. */
unsigned gy_cpu_quota(const char *root) {
  unsigned first = smallest_quota(root, "cpu", group_quota_1);
  unsigned second = smallest_quota(root, NULL, group_quota_2);
  return first < second ? first : second;
}

/* Those that the calling thread may run on. */
static unsigned allowed_cpus(void) {
  cpu_set_t mask[MASK_CPUS / CPU_SETSIZE];
  if (sched_getaffinity(0, sizeof(mask), mask) == 0) {
    return (unsigned)CPU_COUNT_S(sizeof(mask), mask);
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online < 1 ? 1 : (unsigned)online;
}

unsigned int uv_available_parallelism(void) {
  unsigned allowed = allowed_cpus();
  unsigned quota = gy_cpu_quota("");
  unsigned count = allowed < quota ? allowed : quota;
  return count == 0 ? 1 : count;
}

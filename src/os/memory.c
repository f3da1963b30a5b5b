/* SPDX-License-Identifier: MIT */
/* How much memory there is, how much of it this process may have, and has. Programs call it. */
#include "os/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "os/cgroup.h"
#include "os/procfile.h"
#include "uv.h"

/* A group of version 1 without a limit has the largest number of whole pages whose bytes fit into a
 * signed number, which depends on the page size. Nobody has half of that. */
#define NO_LIMIT_FROM (UINT64_C(1) << 62)

/* How the two versions of control groups name things. */
typedef struct {
  const char *controller;
  const char *limits[2]; /* the one that kills, the one that slows down */
  const char *usage;
  const char *cache; /* the key in memory.stat for file pages that can be dropped */
} hierarchy;

static const hierarchy hierarchies[] = {
    {.controller = "memory",
     .limits = {"/memory.limit_in_bytes", "/memory.soft_limit_in_bytes"},
     .usage = "/memory.usage_in_bytes",
     .cache = "total_inactive_file "},
    {.controller = NULL,
     .limits = {"/memory.max", "/memory.high"},
     .usage = "/memory.current",
     .cache = "inactive_file "},
};

/* The limits of control groups. */
typedef struct {
  bool known;     /* a group was found */
  uint64_t limit; /* the smallest; UINT64_MAX: none */
  uint64_t room;  /* what is left in the fullest; UINT64_MAX: no limit */
} allowance;

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t rest_of(uint64_t limit, uint64_t used) { return limit > used ? limit - used : 0; }

static uint64_t page_bytes(void) { return (uint64_t)sysconf(_SC_PAGESIZE); }

static uint64_t multiply(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* How much memory a group can still use. Its file pages count as used, but those that were not
 * accessed for a while can be dropped, as in gy_memory_free. */
static uint64_t room_in(const gy_cgroup *group, const hierarchy *kind, uint64_t limit) {
  uint64_t used;
  if (!gy_cgroup_number(group, kind->usage, &used)) {
    return limit;
  }
  uint64_t cache;
  if (gy_procfile_find(group->path, "/memory.stat", kind->cache, &cache) == 0) {
    used = rest_of(used, cache);
  }
  return rest_of(limit, used);
}

static void ask_group(const gy_cgroup *group, const hierarchy *kind, allowance *all) {
  uint64_t limit = UINT64_MAX;
  for (int i = 0; i < 2; i++) {
    uint64_t one;
    if (gy_cgroup_number(group, kind->limits[i], &one)) {
      all->known = true;
      limit = smaller(limit, one);
    }
  }
  if (limit < NO_LIMIT_FROM) {
    all->limit = smaller(all->limit, limit);
    all->room = smaller(all->room, room_in(group, kind, limit));
  }
}

/* Both versions are asked: they may coexist, with memory in either. */
static allowance ask_groups(const char *root) {
  allowance all = {.known = false, .limit = UINT64_MAX, .room = UINT64_MAX};
  for (size_t i = 0; i < sizeof(hierarchies) / sizeof(hierarchies[0]); i++) {
    gy_cgroup group;
    if (!gy_cgroup_find(root, hierarchies[i].controller, &group)) {
      continue;
    }
    do {
      ask_group(&group, &hierarchies[i], &all);
    } while (gy_cgroup_up(&group));
  }
  return all;
}

/* A value of meminfo, in bytes; false if there is none. */
static bool find_in_meminfo(const char *root, const char *key, uint64_t *bytes) {
  uint64_t kilobytes;
  if (gy_procfile_find(root, "/proc/meminfo", key, &kilobytes) != 0) {
    return false;
  }
  *bytes = multiply(kilobytes, 1024);
  return true;
}

uint64_t gy_memory_total(const char *root) {
  uint64_t bytes;
  if (find_in_meminfo(root, "MemTotal:", &bytes)) {
    return bytes;
  }
  struct sysinfo info;
  return sysinfo(&info) == 0 ? multiply(info.totalram, info.mem_unit) : 0;
}

uint64_t gy_memory_free(const char *root) {
  uint64_t bytes;
  if (find_in_meminfo(root, "MemAvailable:", &bytes)) {
    return bytes;
  }
  struct sysinfo info;
  return sysinfo(&info) == 0 ? multiply(info.freeram, info.mem_unit) : 0;
}

uint64_t gy_memory_constrained(const char *root, const gy_memory_limits *limits) {
  allowance groups = ask_groups(root);
  uint64_t limit = smaller(groups.limit, smaller(limits->address_space, limits->data));
  return limit == UINT64_MAX && !groups.known ? 0 : limit;
}

/* Fields of statm, all in pages. */
enum { STATM_SIZE, STATM_RESIDENT, STATM_DATA = 5, STATM_COUNT };

static int read_statm(const char *root, uint64_t bytes[STATM_COUNT]) {
  char text[256];
  int err = gy_procfile_read(root, "/proc/self/statm", text, sizeof(text));
  if (err != 0) {
    return err;
  }
  const char *at = text;
  for (int i = 0; i < STATM_COUNT; i++) {
    if (!gy_procfile_number(&at, &bytes[i])) {
      return UV_EIO;
    }
    bytes[i] = multiply(bytes[i], page_bytes());
  }
  return 0;
}

uint64_t gy_memory_available(const char *root, const gy_memory_limits *limits) {
  uint64_t available = smaller(gy_memory_free(root), ask_groups(root).room);
  if (limits->address_space == UINT64_MAX && limits->data == UINT64_MAX) {
    return available;
  }
  /* Without statm the limits alone still help. */
  uint64_t used[STATM_COUNT] = {0};
  if (read_statm(root, used) != 0) {
    used[STATM_SIZE] = used[STATM_DATA] = 0;
  }
  if (limits->address_space != UINT64_MAX) {
    available = smaller(available, rest_of(limits->address_space, used[STATM_SIZE]));
  }
  if (limits->data != UINT64_MAX) {
    available = smaller(available, rest_of(limits->data, used[STATM_DATA]));
  }
  return available;
}

static uint64_t limit_of(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return UINT64_MAX;
  }
  return limit.rlim_cur;
}

static gy_memory_limits own_limits(void) {
  gy_memory_limits limits = {.address_space = limit_of(RLIMIT_AS), .data = limit_of(RLIMIT_DATA)};
  return limits;
}

uint64_t uv_get_total_memory(void) { return gy_memory_total(""); }

uint64_t uv_get_free_memory(void) { return gy_memory_free(""); }

uint64_t uv_get_constrained_memory(void) {
  gy_memory_limits limits = own_limits();
  return gy_memory_constrained("", &limits);
}

uint64_t uv_get_available_memory(void) {
  gy_memory_limits limits = own_limits();
  return gy_memory_available("", &limits);
}

int uv_resident_set_memory(size_t *rss) {
  uint64_t bytes[STATM_COUNT];
  int err = read_statm("", bytes);
  if (err == 0) {
    *rss = bytes[STATM_RESIDENT];
  }
  return err;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that nothing in the kernel's files, however damaged, makes the functions about memory and
 * processors crash, hang, leave files open or return impossible values. time limit: 120 s
 */
#include "fake_root.h"
#include "os/cpu.h"
#include "os/memory.h"
#include "uv.h"

static const struct {
  const char *path;
  const char *text;
} files[] = {
    {"/proc/self/cgroup", "4:memory:/a/b\n2:cpu,cpuacct:/c\n0::/a/b\n"},
    {"/proc/self/mountinfo", "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
                             "30 21 0:25 / /cg\\040x rw shared:9 - cgroup2 cgroup2 rw\n"
                             "31 21 0:26 / /m rw - cgroup cgroup rw,memory\n"
                             "32 21 0:27 / /c rw - cgroup cgroup rw,cpu,cpuacct\n"},
    {"/proc/meminfo", "MemTotal: 24684100 kB\nMemFree: 23213228 kB\nMemAvailable: 24021564 kB\n"},
    {"/proc/self/statm", "765 412 362 5 0 111 0\n"},
    {"/proc/stat", "cpu  1 2 3 4 5 6 7\ncpu0 49607 795 19045 140808 210 0 323\ncpu3 1 2\nintr 5\n"},
    {"/proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC\ncpu MHz\t\t: 2596.146\n\n"
                      "processor\t: 3\nmodel name\t: AMD\ncpu MHz\t\t: 0.0\n"},
    {"/cg x/a/b/memory.max", "max\n"},
    {"/cg x/a/memory.max", "104857600\n"},
    {"/cg x/a/memory.current", "31457280\n"},
    {"/cg x/a/memory.stat", "anon 5\ninactive_file 10485760\n"},
    {"/cg x/a/b/cpu.max", "150000 100000\n"},
    {"/m/a/memory.limit_in_bytes", "9223372036854771712\n"},
    {"/m/a/b/memory.limit_in_bytes", "3000000\n"},
    {"/c/c/cpu.cfs_quota_us", "-1\n"},
    {"/c/c/cpu.cfs_period_us", "100000\n"},
};

enum { FILES = sizeof(files) / sizeof(files[0]), LARGEST = 20000 };

static unsigned seed = 1;

static size_t any(size_t below) { return below == 0 ? 0 : (size_t)rand_r(&seed) % below; }

/* TEXT with one change, of a kind that often breaks parsers. */
static size_t damage(char *text, size_t length) {
  static const char *const pieces[] = {"99999999999999999999999",
                                       "-1",
                                       "max",
                                       ":",
                                       " - ",
                                       "/",
                                       "/..",
                                       "\\777",
                                       "\\0",
                                       ",",
                                       "\n",
                                       "\n\n",
                                       "\t",
                                       "0",
                                       " "};
  size_t at = any(length + 1);
  switch (any(6)) {
    case 0:
      return at; /* cut */
    case 1:
      if (length > 0) {
        text[any(length)] = (char)rand_r(&seed);
      }
      return length;
    case 2: {
      size_t gone = any(length - at + 1);
      memmove(text + at, text + at + gone, length - at - gone);
      return length - gone;
    }
    case 3: {
      const char *piece = pieces[any(sizeof(pieces) / sizeof(pieces[0]))];
      size_t size = strlen(piece);
      memmove(text + at + size, text + at, length - at);
      memcpy(text + at, piece, size);
      return length + size;
    }
    case 4: {
      size_t size = any(4) == 0 ? any(9000) : any(100);
      memmove(text + at + size, text + at, length - at);
      memset(text + at, "x/: 9"[any(5)], size);
      return length + size;
    }
    default:
      memcpy(text + length, text, length); /* twice */
      return length * 2;
  }
}

static void put_damaged(size_t which) {
  static char text[4 * LARGEST];
  size_t length = strlen(files[which].text);
  memcpy(text, files[which].text, length);
  for (size_t times = 1 + any(3); times > 0 && length < LARGEST; times--) {
    length = damage(text, length);
  }
  fake_bytes(files[which].path, text, length);
}

static void ask_all(void) {
  gy_memory_limits limits = {any(2) ? UINT64_MAX : any(1 << 30), any(2) ? UINT64_MAX : 1 << 30};
  uint64_t available = gy_memory_available(fake_root, &limits);
  /* Without a usable meminfo the values are those of the running system, and its memory changes. */
  uint64_t unused = gy_memory_free(fake_root);
  CHECK(available <= unused || available - unused < UINT64_C(4) << 30);
  CHECK(available <= limits.address_space && available <= limits.data);
  uint64_t constrained = gy_memory_constrained(fake_root, &limits);
  CHECK(constrained <= limits.address_space && constrained <= limits.data);
  gy_memory_total(fake_root);
  CHECK(gy_cpu_quota(fake_root) >= 1);

  uv_cpu_info_t *cpus;
  int count;
  int err = gy_cpu_list(fake_root, &cpus, &count);
  CHECK((err == 0) == (count > 0));
  CHECK((err == 0) == (cpus != NULL));
  for (int i = 0; i < count; i++) {
    CHECK(cpus[i].speed >= 0);
    CHECK(strlen(cpus[i].model) > 0 && strlen(cpus[i].model) < 128);
  }
  uv_free_cpu_info(cpus, count);
}

int main(void) {
  fake_root_make();
  int lowest = dup(0);
  CHECK(lowest >= 0);
  close(lowest);
  for (size_t i = 0; i < FILES; i++) {
    fake_file(files[i].path, files[i].text);
  }
  ask_all();
  int rounds = getenv("GYRE_TEST_ALL") != NULL ? 50000 : 3000;
  for (int round = 0; round < rounds; round++) {
    size_t which = any(FILES);
    put_damaged(which);
    ask_all();
    if (any(3) > 0) {
      fake_file(files[which].path, files[which].text);
    }
  }
  CHECK_EQ(dup(0), lowest); /* no descriptor was left open */
  return 0;
}

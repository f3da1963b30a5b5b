/* SPDX-License-Identifier: MIT */
/*
 * What every benchmark program uses to measure and report. ./bench starts the programs as `PROGRAM
 * OPERATIONS [ARGUMENT...]` and reads the one line that bench_report prints.
 *
 * A program may open the measured window many times; what happens between two windows (preparing
 * the next batch, waiting for timers to be due) is not counted. The programs use the interface of
 * libuv and nothing else, so that one binary runs on either library.
 */
#ifndef GY_BENCH_H
#define GY_BENCH_H

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#ifndef CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_TOGGLE_COLLECT
#endif

/* The exit status of a program that this library cannot run: ./bench leaves the row out. */
#define BENCH_SKIP 77

#define BENCH_CHECK(condition)                                                    \
  do {                                                                            \
    if (!(condition)) {                                                           \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, (#condition)); \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

/* Makes the compiler believe that the value is used. */
#define BENCH_KEEP(value) __asm__ volatile("" : : "g"(value) : "memory")

struct bench {
  uint64_t ops;      /* how many operations this run shall do */
  uint64_t wall_ns;  /* time inside the windows so far */
  uint64_t cpu_ns;   /* the same of all threads of the process, user and system */
  uint64_t windows;  /* how often the window was opened */
  uint64_t first_ns; /* when it was opened first, or bench_wait_counts was called */
  uint64_t wall_open_ns;
  uint64_t cpu_open_ns;
  uint64_t wall_cost_ns; /* the cost of an empty window, in 1/256 ns: subtracted in the report */
  uint64_t cpu_cost_ns;
  int mark; /* bracket the windows with a system call that a trace can be cut at */
};

static struct bench bench;

static inline uint64_t bench_clock_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint64_t bench_now_ns(void) { return bench_clock_ns(CLOCK_MONOTONIC); }

static inline void bench_begin(void) {
  bench.cpu_open_ns = bench_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  bench.wall_open_ns = bench_now_ns();
  bench.windows++;
  if (bench.first_ns == 0) {
    bench.first_ns = bench.wall_open_ns;
  }
  if (bench.mark) {
    syscall(SYS_getppid);
  }
  CALLGRIND_TOGGLE_COLLECT;
}

/* ./bench sizes its runs by the time from here, or else from the first window, to the end. For
 * programs that wait a long time before each window. */
static inline void bench_wait_counts(void) { bench.first_ns = bench_now_ns(); }

static inline void bench_end(void) {
  CALLGRIND_TOGGLE_COLLECT;
  if (bench.mark) {
    syscall(SYS_getppid);
  }
  bench.wall_ns += bench_now_ns() - bench.wall_open_ns;
  bench.cpu_ns += bench_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - bench.cpu_open_ns;
}

/* Reads the command line, and measures the cost of a window. */
static inline void bench_open(int argc, char **argv, int arguments) {
  if (argc != arguments + 2 || strtoull(argv[1], NULL, 10) == 0) {
    fprintf(stderr, "usage: %s OPERATIONS and %d argument(s), see the @case lines\n", argv[0],
            arguments);
    exit(2);
  }
  for (int i = 0; i < 1024; i++) {
    bench_begin();
    bench_end();
    if (i == 511) { /* the first half is cold */
      bench.wall_ns = bench.cpu_ns = 0;
    }
  }
  struct bench fresh = {.ops = strtoull(argv[1], NULL, 10),
                        .wall_cost_ns = bench.wall_ns / 2,
                        .cpu_cost_ns = bench.cpu_ns / 2,
                        .mark = getenv("BENCH_MARK") != NULL};
  bench = fresh;
}

static inline uint64_t bench_less(uint64_t measured_ns, uint64_t cost_ns) {
  uint64_t cost = cost_ns * bench.windows / 256;
  return measured_ns > cost ? measured_ns - cost : 1;
}

/* Prints: program, operations, wall ns, CPU ns, ns from the first window to now, library, version.
 * The dynamic loader tells the library, so that a run on the wrong one is noticed. */
static inline int bench_report(uint64_t ops) {
  Dl_info info;
  void *symbol = dlsym(RTLD_DEFAULT, "uv_run");
  BENCH_CHECK(symbol != NULL && dladdr(symbol, &info) != 0);
  BENCH_CHECK(ops > 0 && bench.windows > 0);
  printf("%s\t%llu\t%llu\t%llu\t%llu\t%s\t%s\n", program_invocation_short_name,
         (unsigned long long)ops, (unsigned long long)bench_less(bench.wall_ns, bench.wall_cost_ns),
         (unsigned long long)bench_less(bench.cpu_ns, bench.cpu_cost_ns),
         (unsigned long long)(bench_now_ns() - bench.first_ns), info.dli_fname,
         uv_version_string());
  return 0;
}

/* A fixed sequence: both libraries see the same numbers in every run. */
static inline uint64_t bench_random(uint64_t *state) {
  uint64_t x = *state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *state = x;
  return (x * 0x2545f4914f6cdd1dull) >> 16;
}

#define BENCH_SEED 0x9e3779b97f4a7c15ull

/* Zeroed memory whose pages are all present; never freed, since the program is short. */
static inline void *bench_memory(size_t count, size_t size) {
  void *p = mmap(NULL, count * size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  BENCH_CHECK(p != MAP_FAILED);
  return p;
}

/* Runs the function in a process of its own, which ends with us: the other end of a connection,
 * whose work is not counted. It is bound to the last CPU, so that each end has one. */
static inline pid_t bench_fork(void (*run)(void *), void *arg) {
  pid_t parent = getpid();
  pid_t child = fork();
  BENCH_CHECK(child >= 0);
  if (child > 0) {
    return child;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (bench.mark) {
    syscall(SYS_getsid, 0); /* tells a trace whose calls these are */
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET((int)sysconf(_SC_NPROCESSORS_ONLN) - 1, &one);
  sched_setaffinity(0, sizeof(one), &one);
  if (getppid() == parent) {
    run(arg);
  }
  _exit(0);
}

/* Busy for this long, without calling the library under test. */
static inline void bench_spin(uint64_t ns) {
  uint64_t until_ns = bench_now_ns() + ns;
  while (bench_now_ns() < until_ns) {
  }
}

#endif

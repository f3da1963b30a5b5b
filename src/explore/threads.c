/* SPDX-License-Identifier: MIT */
/*
 * Threads of the program. They compute for as long as they like, and then wake a loop. The kernel
 * knows what each of them does: it runs, it waits for another thread (a futex without a time
 * limit), or it waits for something else, such as a time or a descriptor.
 *
 * Threads of loops are known to quiet.c, threads that sleep by the virtual clock to os/virtual.c,
 * and the pool's to the loops. A runtime has threads of its own, and tells when they compute.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/futex.h>

#include "explore/quiet.h"
#include "os/procfile.h"
#include "os/virtual.h"

#define TEXT_MAX 4096

/* What follows KEY at the beginning of a line. */
static const char *value_of(const char *text, const char *key) {
  const char *at = strstr(text, key);
  return at == NULL ? "" : at + strlen(key);
}

/* ThreadSanitizer has a thread that sleeps again and again. It blocks signals. */
static bool is_sanitizers(const char *status) {
#ifdef __SANITIZE_THREAD__
  uint64_t blocked = strtoull(value_of(status, "SigBlk:\t"), NULL, 16);
  uint64_t most = UINT64_C(1) << (SIGINT - 1) | UINT64_C(1) << (SIGTERM - 1) |
                  UINT64_C(1) << (SIGUSR1 - 1) | UINT64_C(1) << (SIGCHLD - 1);
  return (blocked & most) == most;
#else
  (void)status;
  return false;
#endif
}

/* The pool's threads, and those of the microscope. */
static bool is_ours(const char *status) {
  const char *name = value_of(status, "Name:\t");
  return strncmp(name, "libuv-worker\n", 13) == 0 || strncmp(name, "gyre ", 5) == 0 ||
         is_sanitizers(status);
}

/* A thread that sleeps in the kernel. Nobody knows when a signal comes, if at all: as with signal
 * handles, time may pass. */
static gy_peers sleeps_for(pid_t tid) {
  char path[48];
  char text[256];
  long number = 0;
  unsigned long arg[4] = {0};
  snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
  if (gy_procfile_read("", path, text, sizeof(text)) != 0) {
    return GY_PEERS_OUTSIDE;
  }
  if (sscanf(text, "%ld %lx %lx %lx %lx", &number, &arg[0], &arg[1], &arg[2], &arg[3]) < 1 ||
      number < 0) {
    return GY_PEERS_INSIDE; /* it has begun to run, or waits for memory */
  }
  bool for_thread = number == SYS_futex && arg[3] == 0 && (arg[1] & FUTEX_CMD_MASK) != FUTEX_WAKE;
  bool for_signal = number == SYS_rt_sigsuspend || (number == SYS_rt_sigtimedwait && arg[2] == 0);
  return for_thread || for_signal ? GY_PEERS_NONE : GY_PEERS_OUTSIDE;
}

static gy_peers thread_does(pid_t tid, const char *status) {
  switch (value_of(status, "State:\t")[0]) {
    case 'R':
    case 'D':
      return GY_PEERS_INSIDE;
    case 'S':
    case 'I':
      return sleeps_for(tid);
    default: /* it has ended, or has been stopped */
      return GY_PEERS_NONE;
  }
}

static bool is_alone(void) {
  struct stat info;
  return stat("/proc/self/task", &info) != 0 || info.st_nlink <= 3;
}

gy_peers gy_threads_do(uint64_t *runs) {
  gy_peers found = GY_PEERS_NONE;
  *runs = 0;
  DIR *all = gy_quiet_has_runtime() || is_alone() ? NULL : opendir("/proc/self/task");
  if (all == NULL) {
    return found;
  }
  const struct dirent *entry;
  while ((entry = readdir(all)) != NULL) {
    char path[48];
    char status[TEXT_MAX];
    pid_t tid = atoi(entry->d_name);
    snprintf(path, sizeof(path), "/proc/self/task/%d/status", tid);
    if (tid <= 0 || gy_quiet_knows(tid) || gy_virtual_sleeps(tid) ||
        gy_procfile_read("", path, status, sizeof(status)) != 0 || is_ours(status)) {
      continue;
    }
    uint64_t switches = strtoull(value_of(status, "\nvoluntary_ctxt_switches:\t"), NULL, 10);
    *runs = (*runs ^ (uint64_t)tid << 40 ^ switches) * UINT64_C(0x9e3779b97f4a7c15);
    gy_peers one = thread_does(tid, status);
    found = one > found ? one : found;
  }
  closedir(all);
  return found;
}

/* SPDX-License-Identifier: MIT */
/*
 * Shared by the glance tests: a loop on the real kernel that an idle handle keeps turning, and a
 * check whether it is quiet, that is, turns without a system call.
 */
#ifndef GY_TEST_GLANCE_H
#define GY_TEST_GLANCE_H

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "check.h"
#include "loop/loop.h"
#include "ring_kind.h"

enum { ENOUGH_TURNS = 100 };

static inline bool is_quiet(const uv_loop_t *loop) {
  return gy_glance_quiet(&gy_loop_of(loop)->io.glance);
}

/* Skips the test if this machine does not allow a ring. */
static inline void glance_needed(void) {
  gy_ring *ring = gy_ring_allowed() ? gy_ring_open_silent() : NULL;
  if (ring == NULL) {
    SKIP("no io_uring here");
  }
  gy_ring_close(ring);
}

/* How many of this process's rings watch epoll. */
static inline int glance_rings(void) {
  DIR *directory = opendir("/proc/self/fd");
  struct dirent *entry;
  int count = 0;
  CHECK(directory != NULL);
  while ((entry = readdir(directory)) != NULL) {
    count += ring_watches_epoll(entry->d_name);
  }
  closedir(directory);
  return count;
}

/* Turns without waiting; something must keep the loop alive. */
static inline void turn_times(uv_loop_t *loop, int turns) {
  while (turns-- > 0) {
    CHECK(uv_run(loop, UV_RUN_NOWAIT) != 0);
  }
}

static inline void make_quiet(uv_loop_t *loop) {
  turn_times(loop, ENOUGH_TURNS);
  CHECK(is_quiet(loop));
}

static inline void put(int fd) {
  uint64_t one = 1;
  CHECK_EQ(write(fd, &one, sizeof(one)), (int)sizeof(one));
}

static inline uint64_t take(int fd) {
  uint64_t value = 0;
  CHECK(read(fd, &value, sizeof(value)) == (int)sizeof(value) || errno == EAGAIN);
  return value;
}

#endif

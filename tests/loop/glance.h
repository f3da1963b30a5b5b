/* SPDX-License-Identifier: MIT */
/*
 * What the glance tests share: a loop on the real kernel that an idle handle keeps turning, and the
 * question whether it is quiet, that is, turns without a system call.
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

/* The test ends here if this machine has no ring for us. */
static inline void glance_needed(void) {
  gy_ring *ring = gy_ring_allowed() ? gy_ring_open_silent() : NULL;
  if (ring == NULL) {
    SKIP("no io_uring for us here");
  }
  gy_ring_close(ring);
}

/* How many rings this process has to watch epoll with. */
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

/* Turn without waiting; something must keep the loop alive. */
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

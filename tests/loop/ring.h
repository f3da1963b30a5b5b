/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of the ring: whether there is one, where requests went, and entries on a
 * loop's ring that the test itself completes.
 */
#ifndef GY_TEST_RING_H
#define GY_TEST_RING_H

#include <dirent.h>
#include <linux/io_uring.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "check.h"
#include "file_requests.h"
#include "gyre.h"
#include "io/uring.h"
#include "loop/loop.h"
#include "ring_kind.h"
#include "work/fs.h"

/* How many rings this process has, except those that watch epoll. */
static inline int ring_count(void) {
  DIR *directory = opendir("/proc/self/fd");
  struct dirent *entry;
  int count = 0;
  CHECK(directory != NULL);
  while ((entry = readdir(directory)) != NULL) {
    char target[64];
    ssize_t length = readlinkat(dirfd(directory), entry->d_name, target, sizeof(target) - 1);
    target[length < 0 ? 0 : length] = 0;
    count += strcmp(target, "anon_inode:[io_uring]") == 0 && !ring_watches_epoll(entry->d_name);
  }
  closedir(directory);
  return count;
}

/* Skips the test if this machine does not allow a ring, or not for files in the directory for
 * temporary files. */
static inline void ring_needed(void) {
  int wake_fd = eventfd(0, EFD_CLOEXEC);
  gy_ring *ring = gy_ring_allowed() ? gy_ring_open(wake_fd) : NULL;
  if (ring == NULL) {
    SKIP("no io_uring here");
  }
  gy_ring_close(ring);
  close(wake_fd);
  const char *scratch = getenv("TMPDIR");
  int directory = open(scratch == NULL ? "/tmp" : scratch, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct statx facts;
  CHECK(directory >= 0);
  gy_fs_mount_learn(directory);
  CHECK_EQ(statx(directory, "", AT_EMPTY_PATH, GY_FS_MOUNT_ID, &facts), 0);
  close(directory);
  if (gy_fs_mount_find(&facts) != GY_FS_MOUNT_LOCAL) {
    SKIP("the ring is for local files, and this directory is not known to be local");
  }
}

/* An entry of the test's own. */
typedef struct {
  uv_loop_t *loop;
  int file; /* a pipe to read a byte from */
  char byte;
  int result;
  int called;
} ring_slot;

static inline void ring_slot_done(gy_loop *loop, void *tag, int result) {
  ring_slot *slot = tag;
  slot->result = result;
  slot->called++;
  loop->active_reqs.count--;
}

/* Opens the loop's ring. Do not mix slots with file requests, which complete in another
 * function. */
static inline void ring_for_slots(uv_loop_t *loop) {
  CHECK(gy_files_ring(gy_loop_of(loop), ring_slot_done) == NULL);
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK(gy_loop_of(loop)->files.ring != NULL);
}

/* A task that puts the slot on the ring. For gyre_next_tick, since that runs inside uv_run. */
static inline void ring_slot_start(void *arg) {
  ring_slot *slot = arg;
  gy_loop *loop = gy_loop_of(slot->loop);
  gy_ring *ring = gy_files_ring(loop, ring_slot_done);
  CHECK(ring != NULL);
  struct io_uring_sqe *entry = gy_ring_add(ring, slot);
  CHECK(entry != NULL);
  entry->opcode = IORING_OP_READ;
  entry->fd = slot->file;
  entry->addr = (uintptr_t)&slot->byte;
  entry->len = 1;
  entry->off = UINT64_MAX;
  loop->active_reqs.count++;
}

#endif

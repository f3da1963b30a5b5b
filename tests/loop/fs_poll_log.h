/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of fs_poll handles: a loop, a handle, a count of its callbacks with the
 * arguments of the last one, and ways to wait for a callback, or for polls without one.
 */
#ifndef GY_TEST_FS_POLL_LOG_H
#define GY_TEST_FS_POLL_LOG_H

#include <stdatomic.h>
#include <sys/syscall.h>

#include "fs_scratch.h"
#include "interpose.h"

static uv_loop_t loop;
static uv_fs_poll_t poll_handle;
static int poll_calls;
static int poll_status;
static uv_stat_t poll_before;
static uv_stat_t poll_now;
static atomic_int looks; /* begun */

/* Replaces the C library's function, and counts calls. */
int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict found) {
  atomic_fetch_add(&looks, 1);
  return (int)syscall(SYS_statx, directory, path, flags, mask, found);
}

static inline void log_poll(uv_fs_poll_t *handle, int status, const uv_stat_t *before,
                            const uv_stat_t *now) {
  CHECK(handle == &poll_handle);
  poll_calls++;
  poll_status = status;
  poll_before = *before;
  poll_now = *now;
}

static inline void begin(void) {
  CHECK_EQ(setenv("UV_USE_IO_URING", "0", 1), 0); /* so that statx above sees every poll */
  scratch_begin();
  CHECK_EQ(uv_loop_init(&loop), 0);
  memset(&poll_handle, 0xdb, sizeof(poll_handle));
  CHECK_EQ(uv_fs_poll_init(&loop, &poll_handle), 0);
}

static inline void start(const char *path) {
  CHECK_EQ(uv_fs_poll_start(&poll_handle, log_poll, path, 1), 0);
}

/* Runs until there was one more callback. */
static inline void wait_for_call(void) {
  int before = poll_calls;
  while (poll_calls == before) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  CHECK_EQ(poll_calls, before + 1);
}

/* Runs until the handle has polled the file twice, from start to end, without a callback. */
static inline void wait_for_silence(void) {
  int before = poll_calls;
  int looks_before = atomic_load(&looks);
  while (atomic_load(&looks) < looks_before + 4) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  CHECK_EQ(poll_calls, before);
}

static inline bool all_zero(const uv_stat_t *facts) {
  static const uv_stat_t nothing;
  return memcmp(facts, &nothing, sizeof(nothing)) == 0;
}

static inline void end(void) {
  if (!uv_is_closing((uv_handle_t *)&poll_handle)) {
    uv_close((uv_handle_t *)&poll_handle, NULL);
  }
  int before = poll_calls;
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(poll_calls, before);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

#endif

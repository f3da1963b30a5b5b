/* SPDX-License-Identifier: MIT */
/* Proves that a handle may be stopped and started while a stat is under way, again and again: only
 * the last start counts, the results of earlier ones are dropped, and the handle can be closed. */
#include <sys/syscall.h>

#include "fs_scratch.h"
#include "interpose.h"

static uv_sem_t begun;
static uv_sem_t gate;

/* Replaces the C library's function: a stat of "slow" waits. */
int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict found) {
  if (strcmp(path, "slow") == 0) {
    uv_sem_post(&begun);
    uv_sem_wait(&gate);
  }
  return (int)syscall(SYS_statx, directory, path, flags, mask, found);
}

static void never(uv_fs_poll_t *handle, int status, const uv_stat_t *before, const uv_stat_t *now) {
  (void)handle;
  (void)status;
  (void)before;
  (void)now;
  CHECK(!"called");
}

static int calls;

static void on_poll(uv_fs_poll_t *handle, int status, const uv_stat_t *before,
                    const uv_stat_t *now) {
  (void)handle;
  (void)before;
  (void)now;
  CHECK_EQ(status, UV_ENOENT);
  calls++;
}

int main(void) {
  uv_loop_t loop;
  uv_fs_poll_t handle;
  char path[16];
  size_t size = sizeof(path);
  CHECK_EQ(setenv("UV_USE_IO_URING", "0", 1), 0);
  scratch_begin();
  CHECK_EQ(uv_sem_init(&begun, 0), 0);
  CHECK_EQ(uv_sem_init(&gate, 0), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_fs_poll_init(&loop, &handle), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_fs_poll_start(&handle, never, "slow", 1), 0);
    uv_sem_wait(&begun);
    CHECK_EQ(uv_fs_poll_stop(&handle), 0);
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  CHECK_EQ(uv_fs_poll_start(&handle, on_poll, "missing", 1), 0);
  CHECK_EQ(uv_fs_poll_getpath(&handle, path, &size), 0);
  CHECK_STR(path, "missing");
  while (calls == 0) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  uv_sem_post(&gate); /* the result of one of the old stats */
  for (int i = 0; i < 5; i++) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  CHECK_EQ(calls, 1);
  CHECK_EQ(uv_fs_poll_stop(&handle), 0);
  CHECK_EQ(uv_fs_poll_start(&handle, on_poll, "missing", 1), 0);
  while (calls == 1) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  uv_close((uv_handle_t *)&handle, NULL);
  for (int i = 0; i < 5; i++) {
    CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1); /* two stats are under way */
  }
  uv_sem_post(&gate);
  uv_sem_post(&gate);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 2);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&gate);
  uv_sem_destroy(&begun);
  return 0;
}

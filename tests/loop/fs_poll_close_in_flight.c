/* SPDX-License-Identifier: MIT */
/* Proves that the close callback waits for a stat that is under way, that none of the handle's own
 * callbacks come in between, and that a stat that no thread has begun does not delay the close. */
#include <sys/syscall.h>

#include "fs_scratch.h"
#include "interpose.h"

static uv_sem_t begun;
static uv_sem_t gate;

/* Replaces the C library's function. */
int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict found) {
  uv_sem_post(&begun);
  uv_sem_wait(&gate);
  return (int)syscall(SYS_statx, directory, path, flags, mask, found);
}

static void never(uv_fs_poll_t *handle, int status, const uv_stat_t *before, const uv_stat_t *now) {
  (void)handle;
  (void)status;
  (void)before;
  (void)now;
  CHECK(!"called");
}

static int closed;

static void on_close(uv_handle_t *handle) {
  CHECK_EQ(uv_is_closing(handle), 1);
  closed++;
  memset(handle, 0xdb, sizeof(uv_fs_poll_t)); /* the memory is the program's again */
}

int main(void) {
  uv_loop_t loop;
  uv_fs_poll_t first;
  uv_fs_poll_t second;
  CHECK_EQ(setenv("UV_THREADPOOL_SIZE", "1", 1), 0);
  CHECK_EQ(setenv("UV_USE_IO_URING", "0", 1), 0);
  scratch_begin();
  CHECK_EQ(uv_sem_init(&begun, 0), 0);
  CHECK_EQ(uv_sem_init(&gate, 0), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_fs_poll_init(&loop, &first), 0);
  CHECK_EQ(uv_fs_poll_init(&loop, &second), 0);
  CHECK_EQ(uv_fs_poll_start(&first, never, "missing", 1), 0);
  uv_sem_wait(&begun);
  CHECK_EQ(uv_fs_poll_start(&second, never, "missing", 1), 0);

  uv_close((uv_handle_t *)&second, on_close);
  while (closed == 0) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  uv_close((uv_handle_t *)&first, on_close);
  CHECK_EQ(uv_is_active((uv_handle_t *)&first), 0);
  for (int i = 0; i < 20; i++) {
    CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  }
  CHECK_EQ(closed, 1);
  CHECK_EQ(uv_loop_close(&loop), UV_EBUSY);
  uv_sem_post(&gate);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, 2);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&gate);
  uv_sem_destroy(&begun);
  return 0;
}

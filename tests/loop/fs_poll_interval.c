/* SPDX-License-Identifier: MIT */
/* Proves that polls of the file are one interval apart and never closer, counted from their
 * beginnings: a slow callback does not delay the next one by a whole interval. */
#include <stdatomic.h>
#include <sys/syscall.h>

#include "fs_scratch.h"
#include "interpose.h"

#define INTERVAL_MS 40
#define SLOW_MS 20
#define LOOKS 6

static uint64_t began_ns[LOOKS];
static atomic_int looks;

/* Replaces the C library's function. Only one call runs at a time. */
int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict found) {
  int look = atomic_load(&looks);
  if (look < LOOKS) {
    began_ns[look] = uv_hrtime();
    atomic_store(&looks, look + 1);
  }
  return (int)syscall(SYS_statx, directory, path, flags, mask, found);
}

static uv_loop_t loop;

/* Changes the file, so that every poll reports something. */
static void on_poll(uv_fs_poll_t *handle, int status, const uv_stat_t *before,
                    const uv_stat_t *now) {
  (void)handle;
  (void)before;
  (void)now;
  if (status == 0) {
    CHECK_EQ(unlink("file"), 0);
  } else {
    put_text("file", "");
  }
  uv_sleep(SLOW_MS);
  uv_update_time(&loop);
}

int main(void) {
  uv_fs_poll_t handle;
  CHECK_EQ(setenv("UV_USE_IO_URING", "0", 1), 0);
  scratch_begin();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_fs_poll_init(&loop, &handle), 0);
  uint64_t start_ns = uv_hrtime();
  CHECK_EQ(uv_fs_poll_start(&handle, on_poll, "file", INTERVAL_MS), 0);
  while (atomic_load(&looks) < LOOKS) {
    CHECK_EQ(uv_run(&loop, UV_RUN_ONCE), 1);
  }
  /* A busy machine may delay any of them, but hardly all. Without the correction each would be late
   * by the duration of the callback. */
  uint64_t smallest_ns = UINT64_MAX;
  for (unsigned i = 1; i < LOOKS; i++) {
    uint64_t gap_ns = began_ns[i] - began_ns[i - 1];
    smallest_ns = gap_ns < smallest_ns ? gap_ns : smallest_ns;
    CHECK(began_ns[i] >= start_ns + i * (INTERVAL_MS - 1) * 1000000ull);
  }
  CHECK(smallest_ns < (INTERVAL_MS + SLOW_MS) * 1000000ull);
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

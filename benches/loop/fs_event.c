/* SPDX-License-Identifier: MIT */
/*
 * A file is written to, and the callback of the handle that watches it, or its directory, writes
 * again. An operation is one write with its event.
 *
 * @case fs_event_file 2000 file
 * @case fs_event_directory 2000 directory
 */
#include <fcntl.h>

#include "bench.h"

static int file;
static uint64_t done;
static uint64_t enough;

static void change(void) { BENCH_CHECK(pwrite(file, "x", 1, 0) == 1); }

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  (void)name;
  BENCH_CHECK(status == 0 && (events & UV_CHANGE) != 0);
  if (++done < enough) {
    change();
  } else {
    uv_stop(handle->loop);
  }
}

static void run(uint64_t operations) {
  done = 0;
  enough = operations;
  change();
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  BENCH_CHECK(done == operations);
}

int main(int argc, char **argv) {
  char directory[256];
  char path[300];
  uv_fs_event_t handle;
  bench_open(argc, argv, 1);
  const char *above = getenv("TMPDIR");
  snprintf(directory, sizeof(directory), "%s/bench-event-XXXXXX", above ? above : P_tmpdir);
  BENCH_CHECK(mkdtemp(directory) != NULL);
  snprintf(path, sizeof(path), "%s/file", directory);
  file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  BENCH_CHECK(file >= 0);
  const char *watched = strcmp(argv[2], "file") == 0 ? path : directory;
  BENCH_CHECK(uv_fs_event_init(uv_default_loop(), &handle) == 0);
  BENCH_CHECK(uv_fs_event_start(&handle, on_event, watched, 0) == 0);
  run(bench.ops / 10 + 1);
  bench_begin();
  run(bench.ops);
  bench_end();
  unlink(path);
  rmdir(directory);
  return bench_report(done);
}

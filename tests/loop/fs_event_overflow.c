/* SPDX-License-Identifier: MIT */
/* Proves that when the kernel's queue overflows, every handle is told that something has changed,
 * without a name; also if handles are stopped and started meanwhile. */
#include "fs_event_log.h"

static uv_fs_event_t lost[3];
static uv_fs_event_t late;
static int called[3];

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  CHECK_EQ(status, 0);
  if (name != NULL) {
    return; /* from before the overflow */
  }
  CHECK_EQ(events, UV_CHANGE);
  called[handle - lost]++;
  if (handle == &lost[0]) {
    CHECK_EQ(uv_fs_event_stop(&lost[0]), 0);
    CHECK_EQ(uv_fs_event_stop(&lost[1]), 0);
    CHECK_EQ(uv_fs_event_start(&late, log_event, "a", 0), 0);
  }
}

static long kernel_keeps(void) {
  long count = 0;
  FILE *file = fopen("/proc/sys/fs/inotify/max_queued_events", "r");
  if (file == NULL || fscanf(file, "%ld", &count) != 1 || count > 200000) {
    SKIP("the size of the kernel's event queue is unknown or too large");
  }
  fclose(file);
  return count;
}

int main(void) {
  long count = kernel_keeps();
  begin();
  CHECK_EQ(mkdir("a", 0700), 0);
  CHECK_EQ(mkdir("b", 0700), 0);
  CHECK_EQ(mkdir("c", 0700), 0);
  put_text("c/1", "");
  put_text("c/2", "");
  for (int i = 0; i < 3; i++) {
    const char *const paths[] = {"a", "b", "c"};
    init_handle(&lost[i], paths[i]);
    CHECK_EQ(uv_fs_event_start(&lost[i], on_event, paths[i], 0), 0);
  }
  init_handle(&late, "late");
  for (long i = 0; i < count + 10; i++) {
    CHECK_EQ(chmod(i % 2 == 0 ? "c/1" : "c/2", 0600), 0); /* the kernel merges equal events */
  }
  for (int i = 0; i < 10000 && called[2] == 0; i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  CHECK_EQ(called[0], 1);
  CHECK_EQ(called[1], 0);
  CHECK_EQ(called[2], 1);
  CHECK_STR(event_log, "");
  put_text("a/1", "");
  CHECK_STR(news(), "late:1:rename ");
  end();
  return 0;
}

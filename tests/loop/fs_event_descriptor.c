/* SPDX-License-Identifier: MIT */
/* Proves that a loop needs one descriptor for all its handles, which is close-on-exec, stays open
 * when the last handle stops (closing it is slow), and is closed with the loop. */
#include "fs_event_log.h"

static int inotify_descriptors(void) {
  int count = 0;
  for (int fd = 0; fd < 256; fd++) {
    char path[32];
    char target[64] = "";
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (readlink(path, target, sizeof(target) - 1) > 0 && strstr(target, "inotify") != NULL) {
      CHECK_EQ(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
      CHECK_EQ(fcntl(fd, F_GETFL) & O_NONBLOCK, O_NONBLOCK);
      count++;
    }
  }
  return count;
}

int main(void) {
  uv_fs_event_t handles[3];
  begin();
  put_text("file", "x");
  int before = open_files();
  init_handle(&handles[2], "c");
  CHECK_EQ(inotify_descriptors(), 0);
  watch(&handles[0], "a", ".");
  watch(&handles[1], "b", "file");
  CHECK_EQ(inotify_descriptors(), 1);
  CHECK_EQ(open_files(), before + 1);
  CHECK_EQ(uv_fs_event_stop(&handles[0]), 0);
  CHECK_EQ(uv_fs_event_stop(&handles[1]), 0);
  CHECK_EQ(inotify_descriptors(), 1);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_fs_event_start(&handles[2], log_event, ".", 0), 0);
  CHECK_EQ(inotify_descriptors(), 1);
  end();
  CHECK_EQ(inotify_descriptors(), 0);
  return 0;
}

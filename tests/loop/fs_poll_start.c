/* SPDX-License-Identifier: MIT */
/* Proves when uv_fs_poll_start does nothing (the handle is active), when it refuses, and that an
 * interval of 0 means one millisecond. */
#include "fs_poll_log.h"

static void never(uv_fs_poll_t *handle, int status, const uv_stat_t *before, const uv_stat_t *now) {
  (void)handle;
  (void)status;
  (void)before;
  (void)now;
  CHECK(!"called");
}

int main(void) {
  char path[16];
  size_t size = sizeof(path);
  begin();
  put_text("file", "x");
  CHECK_EQ(uv_fs_poll_stop(&poll_handle), 0);
  CHECK_EQ(uv_fs_poll_start(&poll_handle, log_poll, NULL, 1), UV_EINVAL);
  CHECK_EQ(uv_is_active((uv_handle_t *)&poll_handle), 0);
  CHECK_EQ(uv_fs_poll_start(&poll_handle, log_poll, "file", 0), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&poll_handle), 1);
  CHECK_EQ(uv_fs_poll_start(&poll_handle, never, "missing", 1000), 0);
  CHECK_EQ(uv_fs_poll_getpath(&poll_handle, path, &size), 0);
  CHECK_STR(path, "file");
  wait_for_silence();
  CHECK_EQ(chmod("file", 0600), 0);
  wait_for_call();

  CHECK_EQ(uv_fs_poll_stop(&poll_handle), 0);
  CHECK_EQ(uv_fs_poll_stop(&poll_handle), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&poll_handle), 0);
  uv_close((uv_handle_t *)&poll_handle, NULL);
  CHECK_EQ(uv_fs_poll_start(&poll_handle, never, "missing", 1), UV_EINVAL);
  end();
  return 0;
}

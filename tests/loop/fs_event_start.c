/* SPDX-License-Identifier: MIT */
/* Proves what uv_fs_event_start refuses, that a refused handle is unchanged, and that a handle that
 * is not active may be stopped. */
#include "fs_event_log.h"

int main(void) {
  uv_fs_event_t handle;
  begin();
  put_text("file", "x");
  init_handle(&handle, "a");
  CHECK_EQ(uv_fs_event_stop(&handle), 0);
  CHECK_EQ(uv_fs_event_start(&handle, log_event, "missing", 0), UV_ENOENT);
  CHECK_EQ(uv_fs_event_start(&handle, log_event, "", 0), UV_ENOENT);
  CHECK_EQ(uv_fs_event_start(&handle, log_event, "file/entry", 0), UV_ENOTDIR);
  CHECK_EQ(uv_fs_event_start(&handle, log_event, NULL, 0), UV_EINVAL);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 0);
  CHECK_EQ(uv_loop_alive(&loop), 0);

  unsigned flags = UV_FS_EVENT_WATCH_ENTRY | UV_FS_EVENT_STAT | UV_FS_EVENT_RECURSIVE;
  CHECK_EQ(uv_fs_event_start(&handle, log_event, "file", flags), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 1);
  CHECK_EQ(uv_fs_event_start(&handle, log_event, ".", 0), UV_EINVAL);
  put_text("file2", "x");
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_STR(news(), "a:file:change ");
  CHECK_EQ(uv_fs_event_stop(&handle), 0);
  CHECK_EQ(uv_fs_event_stop(&handle), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 0);

  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_fs_event_start(&handle, log_event, "file", 0), UV_EINVAL);
  end();
  return 0;
}

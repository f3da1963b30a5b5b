/* SPDX-License-Identifier: MIT */
/* Proves that a handle whose file is removed reports it and stays active, but reports nothing about
 * a new file with the same name until it is started again. */
#include "fs_event_log.h"

int main(void) {
  uv_fs_event_t file;
  uv_fs_event_t directory;
  begin();
  put_text("file", "x");
  CHECK_EQ(mkdir("dir", 0700), 0);
  watch(&file, "f", "file");
  watch(&directory, "d", "dir");

  CHECK_EQ(unlink("file"), 0);
  CHECK_STR(news(), "f:file:change f:file:rename f:file:rename "); /* links, file, watch */
  CHECK_EQ(uv_is_active((uv_handle_t *)&file), 1);
  put_text("file", "again");
  CHECK_STR(news(), "");
  CHECK_EQ(uv_fs_event_start(&file, log_event, "file", 0), UV_EINVAL);
  CHECK_EQ(uv_fs_event_stop(&file), 0);
  CHECK_EQ(uv_fs_event_start(&file, log_event, "file", 0), 0);
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_STR(news(), "f:file:change ");

  put_text("dir/entry", "");
  CHECK_STR(news(), "d:entry:rename ");
  CHECK_EQ(unlink("dir/entry"), 0);
  CHECK_EQ(rmdir("dir"), 0);
  CHECK_STR(news(), "d:entry:rename d:dir:rename d:dir:rename ");
  CHECK_EQ(uv_is_active((uv_handle_t *)&directory), 1);

  /* The handle is stopped before the events are read. */
  CHECK_EQ(unlink("file"), 0);
  CHECK_EQ(uv_fs_event_stop(&file), 0);
  CHECK_STR(news(), "");
  end();
  return 0;
}

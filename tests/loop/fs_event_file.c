/* SPDX-License-Identifier: MIT */
/* Proves what a handle on a file reports, and that the name it reports is the last part of the path
 * that it was started with. */
#include "fs_event_log.h"

static void check_path(const char *path, const char *name) {
  uv_fs_event_t handle;
  char expected[64];
  watch(&handle, "a", path);
  put_text("dir/file", "more");
  snprintf(expected, sizeof(expected), "a:%s:change ", name);
  CHECK_STR(news(), expected);
  CHECK_EQ(chmod("dir/file", 0600), 0);
  CHECK_STR(news(), expected);
  CHECK_EQ(rename("dir/file", "dir/else"), 0);
  snprintf(expected, sizeof(expected), "a:%s:rename ", name);
  CHECK_STR(news(), expected);
  CHECK_EQ(rename("dir/else", "dir/file"), 0);
  CHECK_STR(news(), expected);
  check_text("dir/file", "more");
  put_text("dir/other", "x");
  CHECK_STR(news(), "");
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_STR(news(), "");
}

int main(void) {
  char absolute[PATH_MAX + 16];
  begin();
  CHECK_EQ(mkdir("dir", 0700), 0);
  put_text("dir/file", "some");
  CHECK_EQ(symlink("dir/file", "link"), 0);
  snprintf(absolute, sizeof(absolute), "%s/dir/file", scratch_path);
  check_path("dir/file", "file");
  check_path("./dir//file", "file");
  check_path("link", "link");
  check_path(absolute, "file");
  CHECK_EQ(chdir("dir"), 0);
  CHECK_EQ(symlink(".", "dir"), 0); /* so that the file is still dir/file too */
  check_path("file", "file");
  end();
  return 0;
}

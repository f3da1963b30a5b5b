/* SPDX-License-Identifier: MIT */
/* Proves what a handle on a directory reports: entries that are made, written to, changed, moved
 * and removed, each with its name, and changes of the directory itself with the directory's
 * name. */
#include "fs_event_log.h"

int main(void) {
  uv_fs_event_t handle;
  begin();
  CHECK_EQ(mkdir("top", 0700), 0);
  CHECK_EQ(mkdir("top/dir", 0700), 0);
  put_text("top/dir/old", "x");
  watch(&handle, "a", "top/dir");
  CHECK_STR(news(), "");

  int file = open("top/dir/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  CHECK(file >= 0);
  CHECK_STR(news(), "a:new:rename ");
  CHECK_EQ(write(file, "x", 1), 1);
  CHECK_STR(news(), "a:new:change ");
  CHECK_EQ(close(file), 0);
  CHECK_STR(news(), "");
  CHECK_EQ(chmod("top/dir/old", 0400), 0);
  CHECK_STR(news(), "a:old:change ");
  CHECK_EQ(rename("top/dir/new", "top/dir/newer"), 0);
  CHECK_STR(news(), "a:new:rename a:newer:rename ");
  CHECK_EQ(rename("top/dir/newer", "out"), 0);
  CHECK_STR(news(), "a:newer:rename ");
  CHECK_EQ(rename("out", "top/dir/in"), 0);
  CHECK_STR(news(), "a:in:rename ");
  CHECK_EQ(unlink("top/dir/in"), 0);
  CHECK_STR(news(), "a:in:rename ");
  check_text("top/dir/old", "x"); /* reading is no change */
  CHECK_STR(news(), "");

  CHECK_EQ(mkdir("top/dir/sub", 0700), 0);
  CHECK_STR(news(), "a:sub:rename ");
  put_text("top/dir/sub/deep", "x"); /* only the directory itself is watched */
  CHECK_STR(news(), "");
  CHECK_EQ(chmod("top/dir/sub", 0711), 0);
  CHECK_STR(news(), "a:sub:rename+change ");
  CHECK_EQ(chmod("top/dir", 0711), 0);
  CHECK_STR(news(), "a:dir:rename+change ");
  CHECK_EQ(rename("top/dir", "top/moved"), 0);
  CHECK_STR(news(), "a:dir:rename ");
  put_text("top/moved/old2", ""); /* it is still the same directory after a rename */
  CHECK_STR(news(), "a:old2:rename ");
  CHECK_EQ(uv_fs_event_stop(&handle), 0);
  put_text("top/moved/old3", "");
  CHECK_STR(news(), "");
  end();
  return 0;
}

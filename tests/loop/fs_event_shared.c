/* SPDX-License-Identifier: MIT */
/* Proves that all handles on the same file or directory are called, in the order of their start and
 * each with its own path, and that stopping one does not affect the others. */
#include "fs_event_log.h"

int main(void) {
  uv_fs_event_t a;
  uv_fs_event_t b;
  uv_fs_event_t c;
  uv_fs_event_t d;
  char path[16];
  size_t size = sizeof(path);
  begin();
  put_text("one", "x");
  CHECK_EQ(link("one", "two"), 0);
  CHECK_EQ(symlink("one", "three"), 0);
  watch(&a, "a", "./one");
  watch(&b, "b", "two");
  watch(&c, "c", "three");
  watch(&d, "d", "two");
  CHECK_EQ(uv_fs_event_getpath(&b, path, &size), 0);
  CHECK_STR(path, "two");

  CHECK_EQ(chmod("one", 0600), 0);
  CHECK_STR(news(), "a:one:change b:two:change c:three:change d:two:change ");
  CHECK_EQ(uv_fs_event_stop(&a), 0);
  CHECK_EQ(chmod("one", 0644), 0);
  CHECK_STR(news(), "b:two:change c:three:change d:two:change ");
  CHECK_EQ(uv_fs_event_start(&a, log_event, "three", 0), 0);
  uv_close((uv_handle_t *)&b, NULL);
  uv_close((uv_handle_t *)&d, NULL);
  CHECK_STR(news(), "");
  CHECK_EQ(chmod("one", 0600), 0);
  CHECK_STR(news(), "c:three:change a:three:change ");
  CHECK_EQ(uv_fs_event_stop(&c), 0);
  CHECK_EQ(uv_fs_event_stop(&a), 0);
  CHECK_EQ(chmod("one", 0644), 0);
  CHECK_STR(news(), "");
  CHECK_EQ(uv_fs_event_start(&c, log_event, "one", 0), 0);
  CHECK_EQ(chmod("one", 0600), 0);
  CHECK_STR(news(), "c:one:change ");
  end();
  return 0;
}

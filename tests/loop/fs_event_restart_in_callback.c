/* SPDX-License-Identifier: MIT */
/* Proves that a callback may start handles: on the file that the event is about, where they get the
 * next event and not this one, or on another; and may restart its own handle. */
#include "fs_event_log.h"

static uv_fs_event_t first;
static uv_fs_event_t second;
static bool again;

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  log_event(handle, name, events, status);
  if (again) {
    return;
  }
  again = true;
  CHECK_EQ(uv_fs_event_start(&second, log_event, "file", 0), 0);
  CHECK_EQ(uv_fs_event_stop(handle), 0);
  CHECK_EQ(uv_fs_event_start(handle, on_event, "file", 0), 0);
  CHECK_STR(name, "file");
}

static void on_move(uv_fs_event_t *handle, const char *name, int events, int status) {
  log_event(handle, name, events, status);
  CHECK_EQ(uv_fs_event_stop(handle), 0);
  CHECK_EQ(uv_fs_event_start(handle, log_event, "new", 0), 0);
}

int main(void) {
  begin();
  put_text("file", "x");
  init_handle(&first, "1");
  init_handle(&second, "2");
  CHECK_EQ(uv_fs_event_start(&first, on_event, "file", 0), 0);
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_STR(news(), "1:file:change ");
  CHECK_EQ(chmod("file", 0644), 0);
  CHECK_STR(news(), "2:file:change 1:file:change ");

  /* A file that is replaced, as editors do it, and watched again. */
  CHECK_EQ(uv_fs_event_stop(&second), 0);
  CHECK_EQ(uv_fs_event_stop(&first), 0);
  CHECK_EQ(uv_fs_event_start(&first, on_move, "file", 0), 0);
  put_text("new", "y");
  CHECK_EQ(unlink("file"), 0);
  CHECK_STR(news(), "1:file:change ");
  CHECK_EQ(chmod("new", 0600), 0);
  CHECK_STR(news(), "1:new:change ");
  end();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that a callback may stop its own handle and others on the same file: those that have not
 * been called yet are not called, events that were already read are dropped, and the name that the
 * callback was given stays readable. */
#include "fs_event_log.h"

static uv_fs_event_t handles[5];

/* Handle 1 stops itself, its neighbours, and the one on another file. */
static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  log_event(handle, name, events, status);
  if (handle == &handles[1]) {
    CHECK_EQ(uv_fs_event_stop(&handles[0]), 0);
    CHECK_EQ(uv_fs_event_stop(&handles[1]), 0);
    CHECK_EQ(uv_fs_event_stop(&handles[2]), 0);
    CHECK_EQ(uv_fs_event_stop(&handles[4]), 0);
    CHECK(handle->path == NULL);
    CHECK_STR(name, "file");
  }
}

int main(void) {
  static const char *const names[] = {"0", "1", "2", "3", "4"};
  begin();
  put_text("file", "x");
  put_text("other", "x");
  for (int i = 0; i < 5; i++) {
    init_handle(&handles[i], names[i]);
    CHECK_EQ(uv_fs_event_start(&handles[i], on_event, i == 4 ? "other" : "file", 0), 0);
  }
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_EQ(chmod("other", 0600), 0);
  CHECK_EQ(chmod("file", 0644), 0);
  CHECK_STR(news(), "0:file:change 1:file:change 3:file:change 3:file:change ");
  CHECK_EQ(uv_is_active((uv_handle_t *)&handles[1]), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handles[3]), 1);

  /* The only handle on a file stops itself while more events wait for it. */
  CHECK_EQ(uv_fs_event_stop(&handles[3]), 0);
  CHECK_EQ(uv_fs_event_start(&handles[1], on_event, "file", 0), 0);
  CHECK_EQ(chmod("file", 0600), 0);
  CHECK_EQ(unlink("file"), 0);
  CHECK_STR(news(), "1:file:change ");
  end();
  return 0;
}

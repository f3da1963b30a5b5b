/* SPDX-License-Identifier: MIT */
/* Proves that a callback may close its own handle and all others: no more event callbacks follow,
 * the close callbacks run in the same turn, and the memory can be freed in them. */
#include "fs_event_log.h"

static uv_fs_event_t *handles[4];
static int closed;

static void on_close(uv_handle_t *handle) {
  closed++;
  free(handle);
}

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  log_event(handle, name, events, status);
  for (int i = 0; i < 4; i++) {
    uv_close((uv_handle_t *)handles[i], on_close);
  }
  CHECK_STR(name, "file");
  CHECK_EQ(closed, 0);
}

int main(void) {
  begin();
  put_text("file", "x");
  for (int i = 0; i < 4; i++) {
    handles[i] = malloc(sizeof(*handles[i]));
    CHECK(handles[i] != NULL);
    init_handle(handles[i], "h");
    CHECK_EQ(uv_fs_event_start(handles[i], on_event, i == 3 ? "." : "file", 0), 0);
  }
  CHECK_EQ(unlink("file"), 0);
  CHECK_STR(news(), "h:file:change ");
  CHECK_EQ(closed, 4);
  end();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that ticks that a callback queues run right after it, before the next handle is called,
 * and before the next event of the same read. */
#include "fs_event_log.h"
#include "gyre.h"

static void on_tick(void *arg) {
  (void)arg;
  strcat(event_log, "tick ");
}

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  log_event(handle, name, events, status);
  CHECK_EQ(gyre_next_tick(&loop, on_tick, NULL), 0);
}

int main(void) {
  uv_fs_event_t a;
  uv_fs_event_t b;
  begin();
  put_text("1", "");
  init_handle(&a, "a");
  init_handle(&b, "b");
  CHECK_EQ(uv_fs_event_start(&a, on_event, ".", 0), 0);
  CHECK_EQ(uv_fs_event_start(&b, on_event, ".", 0), 0);
  CHECK_EQ(chmod("1", 0600), 0);
  CHECK_EQ(rename("1", "2"), 0);
  CHECK_STR(news(), "a:1:change tick b:1:change tick a:1:rename tick b:1:rename tick "
                    "a:2:rename tick b:2:rename tick ");
  end();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that an active handle keeps its loop alive and asleep until something happens, and that a
 * stopped or unreferenced one does not. */
#include "fs_event_log.h"

static int writer_wrote;

static void write_later(void *arg) {
  (void)arg;
  uv_sleep(20);
  put_text("file", "y");
  writer_wrote = 1;
}

static void on_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  (void)name;
  CHECK_EQ(events, UV_CHANGE);
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_fs_event_stop(handle), 0);
}

int main(void) {
  uv_fs_event_t handle;
  uv_thread_t writer;
  begin();
  put_text("file", "x");
  init_handle(&handle, "a");
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_fs_event_start(&handle, on_event, "file", 0), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  uv_unref((uv_handle_t *)&handle);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  uv_ref((uv_handle_t *)&handle);
  CHECK_EQ(uv_thread_create(&writer, write_later, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_is_active((uv_handle_t *)&handle), 0);
  CHECK_EQ(uv_thread_join(&writer), 0);
  CHECK_EQ(writer_wrote, 1);
  end();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of fs_event handles: a loop, and a log of the callbacks as text. The kernel
 * queues an event before the call that causes it returns, so one turn delivers all of them.
 *
 *   put_text("dir/new", "x");
 *   CHECK_STR(news(), "a:new:rename a:new:change ");
 */
#ifndef GY_TEST_FS_EVENT_LOG_H
#define GY_TEST_FS_EVENT_LOG_H

#include "fs_scratch.h"

static uv_loop_t loop;
static char event_log[65536];

/* `data` of a handle is its name in the log. */
static inline void log_event(uv_fs_event_t *handle, const char *name, int events, int status) {
  size_t used = strlen(event_log);
  CHECK(used < sizeof(event_log) - 512);
  snprintf(event_log + used, sizeof(event_log) - used, "%s:%s:%s%s%s%s ",
           (const char *)handle->data, name == NULL ? "(null)" : name,
           (events & UV_RENAME) != 0 ? "rename" : "", events == 3 ? "+" : "",
           (events & UV_CHANGE) != 0 ? "change" : "", status == 0 ? "" : uv_err_name(status));
  CHECK_EQ(events & ~(UV_RENAME | UV_CHANGE), 0);
}

static inline void begin(void) {
  scratch_begin();
  CHECK_EQ(uv_loop_init(&loop), 0);
}

static inline void init_handle(uv_fs_event_t *handle, const char *called) {
  memset(handle, 0xdb, sizeof(*handle));
  handle->data = (void *)called;
  CHECK_EQ(uv_fs_event_init(&loop, handle), 0);
}

static inline void watch(uv_fs_event_t *handle, const char *called, const char *path) {
  init_handle(handle, called);
  CHECK_EQ(uv_fs_event_start(handle, log_event, path, 0), 0);
}

/* Runs one more turn. Returns what has been logged since the last call. */
static inline const char *news(void) {
  static char taken[sizeof(event_log)];
  uv_run(&loop, UV_RUN_NOWAIT);
  strcpy(taken, event_log);
  event_log[0] = '\0';
  return taken;
}

static inline void close_one(uv_handle_t *handle, void *arg) {
  (void)arg;
  if (!uv_is_closing(handle)) {
    uv_close(handle, NULL);
  }
}

/* Closes all handles; nothing may be logged any more. */
static inline void end(void) {
  event_log[0] = '\0';
  uv_walk(&loop, close_one, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(event_log, "");
  CHECK_EQ(uv_loop_close(&loop), 0);
}

#endif

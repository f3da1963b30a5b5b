/* SPDX-License-Identifier: MIT */
/* Watching files, for fs.watch (events of the kernel) and fs.watchFile (looking again and again):
 * js/lib/internal/fs/watch.js. The JavaScript function and the object of a watcher are pinned until
 * it is closed. */
#include <stdlib.h>
#include <string.h>

#include "bind/fs.h"
#include "engine/memory.h"

typedef struct {
  union {
    uv_handle_t handle;
    uv_fs_event_t event;
    uv_fs_poll_t poll;
  };
  gy_runtime *runtime;
  gy_pin changed, self;
  bool raw, gone;
} watcher;

static void watcher_free(void *memory) {
  watcher *w = memory;
  free(w);
}

static watcher *watcher_of(gy_context js, gy_value value) {
  (void)js;
  watcher *w = gy_class_memory((gy_object)value);
  return w == NULL || w->gone ? NULL : w;
}

static void on_event(uv_fs_event_t *event, const char *filename, int events, int status) {
  watcher *w = (watcher *)event;
  gy_context js = w->runtime->js;
  gy_value name = gy_null(js);
  if (filename != NULL) {
    name = w->raw ? gy_bytes_copy(js, filename, strlen(filename)) : gy_string(js, filename);
  }
  gy_value args[] = {gy_number(js, status), gy_number(js, events), name};
  gy_enter(w->runtime, gy_pin_object(&w->changed), 3, args);
}

static void on_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *before, const uv_stat_t *now) {
  watcher *w = (watcher *)poll;
  gy_fscall_stats_set(now, 0, w->raw);
  gy_fscall_stats_set(before, 1, w->raw);
  gy_value value = gy_number(w->runtime->js, status);
  gy_enter(w->runtime, gy_pin_object(&w->changed), 1, &value);
}

static gy_object watcher_new(gy_context js, gy_value changed, const char *type, watcher **out) {
  static gy_class place;
  gy_class class = gy_class_made(&place, "Watcher", watcher_free);
  watcher *w = gy_memory_new(sizeof(*w), "a watcher");
  w->runtime = gy_runtime_self();
  w->changed = gy_pin_new(js, gy_async_often(js, changed, type));
  gy_object object = gy_class_object(js, class, w);
  w->self = gy_pin_new(js, object);
  *out = w;
  return object;
}

static void on_close(uv_handle_t *handle) {
  watcher *w = (watcher *)handle;
  gy_pin_free(&w->changed);
  gy_pin_free(&w->self); /* w goes with the object */
}

/* Nothing is watched yet: 0 and the object, or the error. */
static gy_value started(gy_context js, watcher *w, gy_object object, int err) {
  if (err == 0) {
    return object;
  }
  w->gone = true;
  uv_close(&w->handle, on_close);
  return gy_number(js, err);
}

/* watch(path, raw, changed): an object; changed(status, events, name). */
GY_FUNCTION(watch) {
  watcher *w;
  gy_object object = watcher_new(js, argv[2], "FSEVENTWRAP", &w);
  gy_text path;
  w->raw = gy_to_bool(js, argv[1]);
  gy_fscall_path(js, argv[0], &path);
  (void)uv_fs_event_init(w->runtime->loop, &w->event); /* always 0 */
  int err = uv_fs_event_start(&w->event, on_event, path.data, 0);
  gy_text_free(&path);
  return started(js, w, object, err);
}

/* watchStat(path, bigint, interval, changed): an object; changed(status), the stats in memory. */
GY_FUNCTION(watch_stat) {
  watcher *w;
  gy_object object = watcher_new(js, argv[3], "STATWATCHER", &w);
  gy_text path;
  w->raw = gy_to_bool(js, argv[1]);
  gy_fscall_path(js, argv[0], &path);
  (void)uv_fs_poll_init(w->runtime->loop, &w->poll); /* always 0 */
  int err = uv_fs_poll_start(&w->poll, on_poll, path.data, gy_to_uint32(js, argv[2]));
  gy_text_free(&path);
  return started(js, w, object, err);
}

/* watchClose(watcher) */
GY_FUNCTION(watch_close) {
  watcher *w = watcher_of(js, argv[0]);
  if (w != NULL) {
    w->gone = true;
    uv_close(&w->handle, on_close);
  }
  return gy_undefined(js);
}

/* watchHold(watcher, on): whether it keeps the loop alive. */
GY_FUNCTION(watch_hold) {
  watcher *w = watcher_of(js, argv[0]);
  if (w != NULL && gy_to_bool(js, argv[1])) {
    uv_ref(&w->handle);
  } else if (w != NULL) {
    uv_unref(&w->handle);
  }
  return gy_undefined(js);
}

const gy_export gy_fscall_watch_exports[] = {
    {"watch", watch},
    {"watchStat", watch_stat},
    {"watchClose", watch_close},
    {"watchHold", watch_hold},
    {NULL, NULL},
};

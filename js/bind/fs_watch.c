/* SPDX-License-Identifier: MIT */
/* Watching files, for fs.watch (events of the kernel) and fs.watchFile (looking again and again):
 * js/lib/internal/fs/watch.js. */
#include <string.h>

#include "bind/fs.h"
#include "bind/handle.h"

typedef struct {
  GY_BOUND_MEMBERS; /* the owner is the function */
  bool raw;
} watcher;

static watcher *watcher_of(gy_context js, gy_value value) {
  return gy_bound_of(js, value, GY_BOUND_KIND(UV_FS_EVENT) | GY_BOUND_KIND(UV_FS_POLL));
}

static void on_event(uv_fs_event_t *event, const char *filename, int events, int status) {
  watcher *w = (watcher *)event;
  gy_context js = w->runtime->js;
  gy_value name = gy_null(js);
  if (filename != NULL) {
    name = w->raw ? gy_bytes_copy(js, filename, strlen(filename)) : gy_string(js, filename);
  }
  gy_value args[] = {gy_number(js, status), gy_number(js, events), name};
  gy_enter(w->runtime, gy_pin_object(&w->owner), 3, args);
}

static void on_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *before, const uv_stat_t *now) {
  watcher *w = (watcher *)poll;
  gy_fscall_stats_set(now, 0, w->raw);
  gy_fscall_stats_set(before, 1, w->raw);
  gy_value value = gy_number(w->runtime->js, status);
  gy_enter(w->runtime, gy_pin_object(&w->owner), 1, &value);
}

static watcher *watcher_new(gy_context js, gy_value changed, const char *type, gy_value *native) {
  watcher *w = gy_bound_new(js, sizeof(*w), native);
  w->owner = gy_pin_new(js, gy_async_often(js, changed, type));
  return w;
}

/* The object, or the error: then nothing is watched. */
static gy_value started(gy_context js, watcher *w, gy_value native, int err) {
  if (err == 0) {
    return native;
  }
  gy_bound_close(w);
  return gy_number(js, err);
}

/* watch(path, raw, changed): an object; changed(status, events, name). */
GY_FUNCTION(watch) {
  gy_value native;
  watcher *w = watcher_new(js, argv[2], "FSEVENTWRAP", &native);
  gy_text path;
  w->raw = gy_to_bool(js, argv[1]);
  gy_fscall_path(js, argv[0], &path);
  (void)uv_fs_event_init(w->runtime->loop, &w->event); /* always 0 */
  int err = uv_fs_event_start(&w->event, on_event, path.data, 0);
  gy_text_free(&path);
  return started(js, w, native, err);
}

/* watchStat(path, bigint, interval, changed): an object; changed(status), the stats in memory. */
GY_FUNCTION(watch_stat) {
  gy_value native;
  watcher *w = watcher_new(js, argv[3], "STATWATCHER", &native);
  gy_text path;
  w->raw = gy_to_bool(js, argv[1]);
  gy_fscall_path(js, argv[0], &path);
  (void)uv_fs_poll_init(w->runtime->loop, &w->poll); /* always 0 */
  int err = uv_fs_poll_start(&w->poll, on_poll, path.data, gy_to_uint32(js, argv[2]));
  gy_text_free(&path);
  return started(js, w, native, err);
}

/* watchClose(watcher) */
GY_FUNCTION(watch_close) {
  watcher *w = watcher_of(js, argv[0]);
  if (w != NULL) {
    gy_bound_close(w);
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

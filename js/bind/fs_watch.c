/* SPDX-License-Identifier: MIT */
/* Watching files, for fs.watch (events of the kernel) and fs.watchFile (polling):
 * js/lib/internal/fs/watch.js. */
#include <string.h>

#include "bind/fs.h"
#include "bind/handle.h"

typedef struct {
  GJ_BOUND_MEMBERS; /* the owner is the function */
  bool raw;
} watcher;

static watcher *watcher_of(gj_context js, gj_value value) {
  return gj_handle_of(js, value, GJ_BOUND_KIND(UV_FS_EVENT) | GJ_BOUND_KIND(UV_FS_POLL));
}

static void on_event(uv_fs_event_t *event, const char *filename, int events, int status) {
  watcher *w = (watcher *)event;
  gj_context js = w->runtime->js;
  gj_value name = gj_null(js);
  if (filename != NULL) {
    name = w->raw ? gj_bytes_copy(js, filename, strlen(filename)) : gj_string(js, filename);
  }
  gj_value args[] = {gj_number(js, status), gj_number(js, events), name};
  gj_enter(w->runtime, gj_pin_object(&w->owner), 3, args);
}

static void on_poll(uv_fs_poll_t *poll, int status, const uv_stat_t *before, const uv_stat_t *now) {
  watcher *w = (watcher *)poll;
  gj_fscall_stats_set(now, 0, w->raw);
  gj_fscall_stats_set(before, 1, w->raw);
  gj_value value = gj_number(w->runtime->js, status);
  gj_enter(w->runtime, gj_pin_object(&w->owner), 1, &value);
}

static watcher *watcher_new(gj_context js, gj_value changed, const char *type, gj_value *native) {
  watcher *w = gj_handle_new(js, sizeof(*w), native);
  w->owner = gj_pin_new(js, gj_async_often(js, changed, type));
  return w;
}

/* The object, or the error; then nothing is watched. */
static gj_value started(gj_context js, watcher *w, gj_value native, int err) {
  if (err == 0) {
    return native;
  }
  gj_handle_close(w);
  return gj_number(js, err);
}

/* watch(path, raw, changed): an object; changed(status, events, name). */
GJ_FUNCTION(watch) {
  gj_value native;
  watcher *w = watcher_new(js, argv[2], "FSEVENTWRAP", &native);
  gj_text path;
  w->raw = gj_to_bool(js, argv[1]);
  gj_fscall_path(js, argv[0], &path);
  (void)uv_fs_event_init(w->runtime->loop, &w->event); /* always 0 */
  int err = uv_fs_event_start(&w->event, on_event, path.data, 0);
  gj_text_free(&path);
  return started(js, w, native, err);
}

/* watchStat(path, bigint, interval, changed): an object; changed(status), the stats in memory. */
GJ_FUNCTION(watch_stat) {
  gj_value native;
  watcher *w = watcher_new(js, argv[3], "STATWATCHER", &native);
  gj_text path;
  w->raw = gj_to_bool(js, argv[1]);
  gj_fscall_path(js, argv[0], &path);
  (void)uv_fs_poll_init(w->runtime->loop, &w->poll); /* always 0 */
  int err = uv_fs_poll_start(&w->poll, on_poll, path.data, gj_to_uint32(js, argv[2]));
  gj_text_free(&path);
  return started(js, w, native, err);
}

/* watchClose(watcher) */
GJ_FUNCTION(watch_close) {
  watcher *w = watcher_of(js, argv[0]);
  if (w != NULL) {
    gj_handle_close(w);
  }
  return gj_undefined(js);
}

/* watchHold(watcher, on): whether it keeps the loop alive. */
GJ_FUNCTION(watch_hold) {
  watcher *w = watcher_of(js, argv[0]);
  if (w != NULL && gj_to_bool(js, argv[1])) {
    uv_ref(&w->handle);
  } else if (w != NULL) {
    uv_unref(&w->handle);
  }
  return gj_undefined(js);
}

const gj_export gj_fscall_watch_exports[] = {
    {"watch", watch},
    {"watchStat", watch_stat},
    {"watchClose", watch_close},
    {"watchHold", watch_hold},
    {NULL, NULL},
};

/* SPDX-License-Identifier: MIT */
/* Jobs of promises in their asynchronous contexts, for js/lib/internal/async/promises.js. */
#include "runtime/runtime.h"

/* start(context, library): whether the engine can; engine.h says what they are. */
GJ_FUNCTION(start) {
  return gj_bool(js, gj_jobs_start(js, (gj_object)argv[0], (gj_object)argv[1]));
}

/* followRealm(global, library): the same for jobs of another realm. */
GJ_FUNCTION(follow_realm) {
  gj_context realm = gj_realm_context((gj_object)argv[0]);
  return gj_bool(js, realm != NULL && gj_jobs_follow_realm(realm, (gj_object)argv[1]));
}

GJ_FUNCTION(marker) { return gj_jobs_marker(js, argv[0]); }

/* beginMark(promise), endMark(promise, child): around then(marker, marker), which returns child. */
GJ_FUNCTION(begin_mark) { return gj_bool(js, gj_jobs_begin_mark(argv[0])); }
GJ_DIRECT(begin_mark)

GJ_FUNCTION(end_mark) {
  gj_jobs_end_mark(argv[0], argv[1]);
  return gj_undefined(js);
}
GJ_DIRECT(end_mark)

/* onCallback(bind): bind(function, type, often) attaches the context to functions that C will
 * call. */
GJ_FUNCTION(on_callback) {
  gj_async_start(gj_runtime_self(), argv[0]);
  return gj_undefined(js);
}

/* hook(on): jobs are described to async_hooks. */
GJ_FUNCTION(hook) {
  gj_jobs_hook(gj_to_bool(js, argv[0]));
  return gj_undefined(js);
}

gj_object gj_bind_async(gj_context js) {
  static const gj_export exports[] = {
      {"start", start},
      {"followRealm", follow_realm},
      {"marker", marker},
      {"beginMark", begin_mark, begin_mark_direct},
      {"endMark", end_mark, end_mark_direct},
      {"onCallback", on_callback},
      {"hook", hook},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}

/* SPDX-License-Identifier: MIT */
/* Jobs of promises in their asynchronous contexts, for js/lib/internal/async/promises.js. */
#include "runtime/runtime.h"

/* start(context, library): whether the engine can; engine.h says what they are. */
GY_FUNCTION(start) {
  return gy_bool(js, gy_jobs_start(js, (gy_object)argv[0], (gy_object)argv[1]));
}

/* followRealm(global, library): the same for jobs of another realm. */
GY_FUNCTION(follow_realm) {
  gy_context realm = gy_realm_context((gy_object)argv[0]);
  return gy_bool(js, realm != NULL && gy_jobs_follow_realm(realm, (gy_object)argv[1]));
}

GY_FUNCTION(marker) { return gy_jobs_marker(js, argv[0]); }

/* beginMark(promise), endMark(promise, child): around then(marker, marker), which returns child. */
GY_FUNCTION(begin_mark) { return gy_bool(js, gy_jobs_begin_mark(argv[0])); }
GY_DIRECT(begin_mark)

GY_FUNCTION(end_mark) {
  gy_jobs_end_mark(argv[0], argv[1]);
  return gy_undefined(js);
}
GY_DIRECT(end_mark)

/* onCallback(bind): bind(function, type, often) gives functions that C is to call their context. */
GY_FUNCTION(on_callback) {
  gy_async_start(gy_runtime_self(), argv[0]);
  return gy_undefined(js);
}

/* hook(on): jobs are described. */
GY_FUNCTION(hook) {
  gy_jobs_hook(gy_to_bool(js, argv[0]));
  return gy_undefined(js);
}

gy_object gy_bind_async(gy_context js) {
  static const gy_export exports[] = {
      {"start", start},      {"followRealm", follow_realm},
      {"marker", marker},    {"beginMark", begin_mark},
      {"endMark", end_mark}, {"onCallback", on_callback},
      {"hook", hook},        {NULL, NULL},
  };
  static const gy_direct_export direct[] = {
      {"beginMark", begin_mark_direct},
      {"endMark", end_mark_direct},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  return binding;
}

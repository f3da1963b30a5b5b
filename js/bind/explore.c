/* SPDX-License-Identifier: MIT */
/* binding('explore'): virtual time, for js/lib/internal/explore. */
#include <gyre.h>
#include <math.h>

#include "runtime/runtime.h"

#define NS_PER_MS 1e6

/* start(): time becomes virtual; 0 or a negative error. */
GJ_FUNCTION(start) { return gj_number(js, gyre_virtual_time(gj_runtime_self()->loop)); }

/* now(): the date, in milliseconds. */
GJ_FUNCTION(now) {
  uv_timespec64_t date;
  uv_clock_gettime(UV_CLOCK_REALTIME, &date);
  return gj_number(js, floor((double)date.tv_sec * 1e3 + (double)date.tv_nsec / NS_PER_MS));
}

/* until(ms): the time in this many milliseconds, for block(); Infinity is the latest time. */
GJ_FUNCTION(until) {
  double wait_ms = gj_to_number(js, argv[0]);
  return gj_number(js, (double)uv_hrtime() + ceil(wait_ms) * NS_PER_MS);
}

/* Outside of its loop the thread holds the clock; not while it is blocked. */
static void rest(gj_runtime *runtime, bool rests) {
  if (!runtime->in_loop && rests != runtime->rests) {
    runtime->rests = rests;
    gyre_virtual_hold(rests ? -1 : 1);
  }
}

/* block(until): the thread waits for another one, or for that time; true: it has come. 0: it waits
 * no longer. */
GJ_FUNCTION(block) {
  double until_ns = gj_to_number(js, argv[0]);
  uint64_t whole_ns = until_ns < 0x1p63 ? (uint64_t)until_ns : UINT64_MAX;
  gj_runtime *runtime = gj_runtime_self();
  rest(runtime, whole_ns != 0);
  return gj_bool(js, gyre_virtual_block(runtime->loop, whole_ns) == 1);
}

/* unblock(): another thread may have been woken. */
GJ_FUNCTION(unblock) {
  gyre_virtual_unblock();
  return gj_undefined(js);
}

/* isVirtual(): whether time is. */
GJ_FUNCTION(is_virtual) { return gj_bool(js, gyre_is_virtual(gj_runtime_self()->loop)); }

/* seed(): that of an exploration; undefined: there is none. */
GJ_FUNCTION(seed) {
  return gyre_is_explored() ? gj_number(js, (double)gyre_explore_seed()) : gj_undefined(js);
}

/* isTold(): whether there is a journal of the run; event(): what callbacks belong to now. */
GJ_FUNCTION(is_told) { return gj_bool(js, gyre_explore_is_told()); }

GJ_FUNCTION(event) { return gj_number(js, gyre_explore_event()); }

/* tell(what, label, cause, place): an event of the library's own. */
GJ_FUNCTION(tell) {
  gj_text what, label, place;
  gj_text_get(js, argv[0], &what);
  gj_text_get(js, argv[1], &label);
  gj_text_get(js, argv[3], &place);
  unsigned number = gyre_explore_tell(what.data, label.data, gj_to_uint32(js, argv[2]), place.data);
  gj_text_free(&what);
  gj_text_free(&label);
  gj_text_free(&place);
  return gj_number(js, number);
}

gj_object gj_bind_explore(gj_context js) {
  static const gj_export exports[] = {
      {"start", start}, {"now", now},         {"until", until},
      {"block", block}, {"unblock", unblock}, {"isVirtual", is_virtual},
      {"seed", seed},   {"isTold", is_told},  {"event", event},
      {"tell", tell},   {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}

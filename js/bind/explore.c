/* SPDX-License-Identifier: MIT */
/* binding('explore'): virtual time, for js/lib/internal/explore. */
#include <gyre.h>
#include <math.h>

#include "runtime/runtime.h"

#define NS_PER_MS 1e6

/* start(): time becomes virtual; 0 or a negative error. */
GY_FUNCTION(start) { return gy_number(js, gyre_virtual_time(gy_runtime_self()->loop)); }

/* now(): the date, in milliseconds. */
GY_FUNCTION(now) {
  uv_timespec64_t date;
  uv_clock_gettime(UV_CLOCK_REALTIME, &date);
  return gy_number(js, floor((double)date.tv_sec * 1e3 + (double)date.tv_nsec / NS_PER_MS));
}

/* until(ms): the time in so many milliseconds, for block(); those of ever are the longest. */
GY_FUNCTION(until) {
  double wait_ms = gy_to_number(js, argv[0]);
  return gy_number(js, (double)uv_hrtime() + ceil(wait_ms) * NS_PER_MS);
}

/* block(until): the thread waits for another one, or for that time; true: it has come. 0: it waits
 * no longer. */
GY_FUNCTION(block) {
  double until_ns = gy_to_number(js, argv[0]);
  uint64_t whole_ns = until_ns < 0x1p63 ? (uint64_t)until_ns : UINT64_MAX;
  return gy_bool(js, gyre_virtual_block(gy_runtime_self()->loop, whole_ns) == 1);
}

/* unblock(): another thread may have been woken. */
GY_FUNCTION(unblock) {
  gyre_virtual_unblock();
  return gy_undefined(js);
}

/* isVirtual(): whether time is. */
GY_FUNCTION(is_virtual) { return gy_bool(js, gyre_is_virtual(gy_runtime_self()->loop)); }

/* seed(): that of an exploration; undefined: there is none. */
GY_FUNCTION(seed) {
  return gyre_is_explored() ? gy_number(js, (double)gyre_explore_seed()) : gy_undefined(js);
}

/* isTold(): whether there is a journal of the run; event(): what callbacks belong to now. */
GY_FUNCTION(is_told) { return gy_bool(js, gyre_explore_is_told()); }

GY_FUNCTION(event) { return gy_number(js, gyre_explore_event()); }

/* tell(what, label, cause, place): an event of the library's own. */
GY_FUNCTION(tell) {
  gy_text what, label, place;
  gy_text_get(js, argv[0], &what);
  gy_text_get(js, argv[1], &label);
  gy_text_get(js, argv[3], &place);
  unsigned number = gyre_explore_tell(what.data, label.data, gy_to_uint32(js, argv[2]), place.data);
  gy_text_free(&what);
  gy_text_free(&label);
  gy_text_free(&place);
  return gy_number(js, number);
}

gy_object gy_bind_explore(gy_context js) {
  static const gy_export exports[] = {
      {"start", start}, {"now", now},         {"until", until},
      {"block", block}, {"unblock", unblock}, {"isVirtual", is_virtual},
      {"seed", seed},   {"isTold", is_told},  {"event", event},
      {"tell", tell},   {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}

/* SPDX-License-Identifier: MIT */
/* Signals as events, for js/lib/internal/signals.js: at most one handle for each signal name, which
 * does not keep the loop alive. */
#include <signal.h>

#include "bind/handle.h"

typedef struct {
  GJ_BOUND_MEMBERS; /* the owner is the function */
} gj_signal;

enum { NAMES = 64 };

static _Thread_local gj_signal *watched[NAMES]; /* by the places of names in signals.def */

static void on_signal(uv_signal_t *handle, int number) {
  gj_runtime *runtime = gj_runtime_self();
  gj_signal *signal = (gj_signal *)handle;
  gj_value argv[] = {gj_number(runtime->js, number)};
  gj_enter(runtime, gj_pin_object(&signal->owner), 1, argv);
}

/* start(place, number, callback): callback(number) whenever the signal comes. 0 or a negative
 * error.
 */
GJ_FUNCTION(start) {
  int number = gj_to_int32(js, argv[1]);
  gj_value native;
  gj_signal *signal = gj_handle_new(js, sizeof(*signal), &native);
  int err = uv_signal_init(gj_runtime_self()->loop, &signal->signal);
  if (err != 0) {
    gj_handle_discard(signal);
    return gj_number(js, err);
  }
  signal->owner = gj_pin_new(js, gj_async_often(js, argv[2], "SIGNALWRAP"));
  err = uv_signal_start(&signal->signal, on_signal, number);
  if (err != 0) {
    gj_handle_close(signal);
    return gj_number(js, err);
  }
  uv_unref(&signal->handle);
  watched[gj_to_uint32(js, argv[0])] = signal;
  return gj_number(js, 0);
}

/* stop(place) */
GJ_FUNCTION(stop) {
  unsigned place = gj_to_uint32(js, argv[0]);
  gj_signal *signal = watched[place];
  watched[place] = NULL;
  gj_handle_close(signal);
  return gj_undefined(js);
}

static const gj_constant numbers[] = {
#define SIGNAL(name) {#name, name},
#include "bind/signals.def"
#undef SIGNAL
    {NULL, 0},
};
_Static_assert(sizeof(numbers) / sizeof(*numbers) <= NAMES + 1, "a place for each name");

gj_object gj_bind_signals(gj_context js) {
  static const gj_export exports[] = {{"start", start}, {"stop", stop}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_object names = gj_object_new(js);
  gj_set_constants(js, names, numbers);
  gj_set(js, binding, "numbers", names);
  return binding;
}

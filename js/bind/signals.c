/* SPDX-License-Identifier: MIT */
/* Signals as events, for js/lib/internal/signals.js: at most one handle for each name of
 * one, which does not keep the loop alive. */
#include <signal.h>

#include "bind/handle.h"

typedef struct {
  GY_BOUND_MEMBERS; /* the owner is the function */
} gy_signal;

enum { NAMES = 64 };

static _Thread_local gy_signal *watched[NAMES]; /* by the places of names in signals.def */

static void on_signal(uv_signal_t *handle, int number) {
  gy_runtime *runtime = gy_runtime_self();
  gy_signal *signal = (gy_signal *)handle;
  gy_value argv[] = {gy_number(runtime->js, number)};
  gy_enter(runtime, gy_pin_object(&signal->owner), 1, argv);
}

/* start(place, number, callback): callback(number) whenever the signal comes. 0 or a negative
 * error.
 */
GY_FUNCTION(start) {
  int number = gy_to_int32(js, argv[1]);
  gy_value native;
  gy_signal *signal = gy_bound_new(js, sizeof(*signal), &native);
  int err = uv_signal_init(gy_runtime_self()->loop, &signal->signal);
  if (err != 0) {
    gy_bound_discard(signal);
    return gy_number(js, err);
  }
  signal->owner = gy_pin_new(js, gy_async_often(js, argv[2], "SIGNALWRAP"));
  err = uv_signal_start(&signal->signal, on_signal, number);
  if (err != 0) {
    gy_bound_close(signal);
    return gy_number(js, err);
  }
  uv_unref(&signal->handle);
  watched[gy_to_uint32(js, argv[0])] = signal;
  return gy_number(js, 0);
}

/* stop(place) */
GY_FUNCTION(stop) {
  unsigned place = gy_to_uint32(js, argv[0]);
  gy_signal *signal = watched[place];
  watched[place] = NULL;
  gy_bound_close(signal);
  return gy_undefined(js);
}

static const gy_constant numbers[] = {
#define SIGNAL(name) {#name, name},
#include "bind/signals.def"
#undef SIGNAL
    {NULL, 0},
};
_Static_assert(sizeof(numbers) / sizeof(*numbers) <= NAMES + 1, "a place for each name");

gy_object gy_bind_signals(gy_context js) {
  static const gy_export exports[] = {{"start", start}, {"stop", stop}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_object names = gy_object_new(js);
  gy_set_constants(js, names, numbers);
  gy_set(js, binding, "numbers", names);
  return binding;
}

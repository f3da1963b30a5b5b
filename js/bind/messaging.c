/* SPDX-License-Identifier: MIT */
/* binding('messaging'): messages between ports arrive as callbacks of the loop, in its poll phase.
 * js/lib/internal/messaging keeps the ports and their queues. */
#include "runtime/runtime.h"

static uv_async_t arrival;
static gy_pin
    deliver; /* deliver(): hands over one message; counts[GY_MESSAGES] says if more wait */

static void on_arrival(uv_async_t *async) {
  gy_runtime *runtime = async->data;
  do {
    gy_enter(runtime, gy_pin_object(&deliver), 0, NULL);
  } while (runtime->counts[GY_MESSAGES] != 0);
}

/* start(deliver): once. */
GY_FUNCTION(start) {
  gy_runtime *runtime = gy_runtime_self();
  int err = uv_async_init(runtime->loop, &arrival, on_arrival);
  if (err == 0) {
    arrival.data = runtime;
    deliver = gy_pin_new(js, argv[0]);
    uv_unref((uv_handle_t *)&arrival);
  }
  return gy_number(js, err);
}

/* wake(): deliver is called soon. */
GY_FUNCTION(wake) { return gy_number(js, uv_async_send(&arrival)); }

/* hold(on): whether waiting for messages keeps the loop alive. */
GY_FUNCTION(hold) {
  if (gy_to_bool(js, argv[0])) {
    uv_ref((uv_handle_t *)&arrival);
  } else {
    uv_unref((uv_handle_t *)&arrival);
  }
  return gy_undefined(js);
}

/* unlock(buffer, transfer): whether its memory is in use, or was, and must outlive the transfer. */
GY_FUNCTION(unlock) {
  return gy_bool(js, gy_bytes_unlock(js, gy_as_object(js, argv[0]), gy_as_object(js, argv[1])));
}

/* lock(buffer): its memory stays where it is. */
GY_FUNCTION(lock) {
  gy_bytes bytes;
  return gy_bool(js, gy_bytes_get(js, argv[0], &bytes));
}

gy_object gy_bind_messaging(gy_context js) {
  static const gy_export exports[] = {
      {"start", start},   {"wake", wake}, {"hold", hold},
      {"unlock", unlock}, {"lock", lock}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}

/* SPDX-License-Identifier: MIT */
/* Errors thrown from C. Errors with a code are made in JavaScript (js/lib/internal/errors.js);
 * those here are for what a program cannot cause. */

#include "engine/api.h"
#include "engine/engine.h"

void gj_throw(gj_context js, gj_value *exception, const char *message) {
  JSValueRef text = gj_string(js, message);
  *exception = JSObjectMakeError(js, 1, &text, NULL);
}

void gj_throw_type(gj_context js, gj_value *exception, const char *message) {
  JSValueRef text = gj_string(js, message);
  gj_object type = gj_as_object(js, gj_get(js, gj_global(js), "TypeError"));
  *exception = JSObjectCallAsConstructor(js, type, 1, &text, NULL);
}

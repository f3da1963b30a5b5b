/* SPDX-License-Identifier: MIT */
/* Errors thrown from C. Those that programs see with a code are made in JavaScript
 * (js/lib/internal/errors.js); these here are for what a program cannot bring about. */
#include <JavaScriptCore/JavaScript.h>

#include "engine/engine.h"

void gy_throw(gy_context js, gy_value *exception, const char *message) {
  JSValueRef text = gy_string(js, message);
  *exception = JSObjectMakeError(js, 1, &text, NULL);
}

void gy_throw_type(gy_context js, gy_value *exception, const char *message) {
  JSValueRef text = gy_string(js, message);
  gy_object type = gy_as_object(js, gy_get(js, gy_global(js), "TypeError"));
  *exception = JSObjectCallAsConstructor(js, type, 1, &text, NULL);
}

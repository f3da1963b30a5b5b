/* SPDX-License-Identifier: MIT */
/* What C keeps alive. */
#include <JavaScriptCore/JavaScript.h>

#include "engine/engine.h"

gy_pin gy_pin_new(gy_context js, gy_value value) {
  JSValueProtect(js, value);
  return (gy_pin){js, value};
}

void gy_pin_free(gy_pin *pin) {
  if (pin->value != NULL) {
    JSValueUnprotect(pin->js, pin->value);
    pin->value = NULL;
  }
}

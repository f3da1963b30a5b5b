/* SPDX-License-Identifier: MIT */
/* Many values that C keeps alive, and lets go together. */
#ifndef GJ_JS_ENGINE_PINS_H
#define GJ_JS_ENGINE_PINS_H

#include "engine/engine.h"

typedef struct {
  gj_pin *list;
  size_t count, room;
} gj_pins;

void gj_pins_add(gj_pins *pins, gj_context js, gj_value value);
void gj_pins_free(gj_pins *pins);

#endif

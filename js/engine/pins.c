/* SPDX-License-Identifier: MIT */
/* Lists of pinned values: see pins.h. */
#include "engine/pins.h"

#include <stdlib.h>

#include "engine/memory.h"

void gj_pins_add(gj_pins *pins, gj_context js, gj_value value) {
  if (pins->count == pins->room) {
    pins->room = pins->room == 0 ? 1024 : pins->room * 2;
    pins->list = gj_memory_bound(pins->list, pins->room * sizeof(*pins->list), "values");
  }
  pins->list[pins->count++] = gj_pin_new(js, value);
}

void gj_pins_free(gj_pins *pins) {
  while (pins->count > 0) {
    gj_pin_free(&pins->list[--pins->count]);
  }
  free(pins->list);
  *pins = (gj_pins){NULL, 0, 0};
}

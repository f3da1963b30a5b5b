/* SPDX-License-Identifier: MIT */
/* What the engine knows of an object and has no function for: its kind, and the values that some
 * kinds keep inside (a promise its state, a proxy its target). An object begins with eight bytes of
 * which the sixth is its kind, then a pointer to its properties, then those values. The numbers of
 * the kinds are the engine's own: js/lib/internal/util/types.js learns them from samples, and
 * checks with samples that the values are where it looks for them. */
#include <JavaScriptCore/JavaScript.h>
#include <string.h>

#include "engine/engine.h"

enum { KIND_OFFSET = 5, FIELDS_OFFSET = 16 };

unsigned gy_inside_kind(gy_context js, gy_value value) {
  return JSValueIsObject(js, value) ? ((const uint8_t *)value)[KIND_OFFSET] : 0;
}

static const uint8_t *field_at(gy_value object, unsigned index) {
  return (const uint8_t *)object + FIELDS_OFFSET + index * sizeof(gy_value);
}

gy_value gy_inside_field(gy_context js, gy_object object, unsigned index) {
  gy_value field;
  memcpy(&field, field_at(object, index), sizeof(field));
  return field == NULL ? JSValueMakeUndefined(js) : field; /* the engine's empty value */
}

/* An object's shape, the names of its properties and its prototype, is the number it begins with.
 */
bool gy_inside_same_shape(gy_object left, gy_object right) {
  return memcmp(left, right, sizeof(uint32_t)) == 0;
}

bool gy_inside_holds(gy_object object, unsigned index, gy_value value) {
  return memcmp(field_at(object, index), &value, sizeof(value)) == 0;
}

/* The collector need not hear of it: the one copied from keeps what the other gets. */
void gy_inside_copy(gy_object to, gy_object from, unsigned count) {
  memcpy((uint8_t *)to + FIELDS_OFFSET, field_at(from, 0), count * sizeof(gy_value));
}

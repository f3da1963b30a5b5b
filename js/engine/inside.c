/* SPDX-License-Identifier: MIT */
/* What the engine knows about an object and has no function for: its kind, and the values that some
 * kinds store inside (a promise its state, a proxy its target). An object begins with eight bytes,
 * of which the sixth is its kind, then a pointer to its properties, then those values. The numbers
 * of the kinds are the engine's own: js/lib/internal/util/types.js finds them with samples. */
#include <string.h>

#include "engine/private.h"

enum { SORTS = 7, ITERATOR_FIELDS = 4, STATE = 3, HANDLED = 4, FLAGS = 7 };

static unsigned
    state_shift; /* process: where a promise has its state in its first field; found by a sample */

bool gj_inside_has_kinds(void) { return gj_private_has(GJ_PART_kinds); }

bool gj_inside_has_fields(void) {
  return gj_private_has(GJ_PART_kinds) && gj_private_has(GJ_PART_fields);
}

static unsigned kind_of(gj_value object) { return ((const uint8_t *)object)[GJ_AT_KIND]; }

unsigned gj_inside_kind(gj_context js, gj_value value) {
  return JSValueIsObject(js, value) ? kind_of(value) : 0;
}

/* Each kind has its own number, and two of a kind have the same. Uses the C interface, because a
 * program may have replaced the constructors. */
bool gj_inside_sample_kinds(gj_context js) {
  unsigned kinds[2][SORTS];
  for (int i = 0; i < 2; i++) {
    JSStringRef name = JSStringCreateWithUTF8CString("a");
    JSValueRef pattern = JSValueMakeString(js, name);
    JSObjectRef resolve;
    JSObjectRef reject;
    const JSObjectRef samples[SORTS] = {
        JSObjectMake(js, NULL, NULL),
        JSObjectMakeArray(js, 0, NULL, NULL),
        JSObjectMakeDate(js, 0, NULL, NULL),
        JSObjectMakeError(js, 0, NULL, NULL),
        JSObjectMakeRegExp(js, 1, &pattern, NULL),
        JSObjectMakeDeferredPromise(js, &resolve, &reject, NULL),
        JSObjectMakeFunctionWithCallback(js, name, NULL),
    };
    JSStringRelease(name);
    for (int k = 0; k < SORTS; k++) {
      kinds[i][k] = kind_of(samples[k]);
      for (int other = 0; other < k; other++) {
        if (kinds[i][other] == kinds[i][k]) {
          return false;
        }
      }
    }
  }
  return memcmp(kinds[0], kinds[1], sizeof(kinds[0])) == 0;
}

static const uint8_t *field_at(gj_value object, unsigned index) {
  return (const uint8_t *)object + GJ_AT_FIELDS + index * sizeof(gj_value);
}

gj_value gj_inside_field(gj_context js, gj_object object, unsigned index) {
  gj_value field;
  memcpy(&field, field_at(object, index), sizeof(field));
  return field == NULL ? JSValueMakeUndefined(js) : field; /* the engine's empty value */
}

unsigned gj_inside_promise_flags(gj_object promise) {
  uint64_t field;
  memcpy(&field, field_at(promise, 0), sizeof(field));
  return field >> state_shift & FLAGS;
}

bool gj_inside_promise_handled(gj_object promise) {
  return (gj_inside_promise_flags(promise) & HANDLED) != 0;
}

void gj_inside_promise_unhandle(gj_object promise) {
  uint64_t field;
  memcpy(&field, field_at(promise, 0), sizeof(field));
  field &= ~((uint64_t)HANDLED << state_shift);
  memcpy((uint8_t *)promise + GJ_AT_FIELDS, &field, sizeof(field));
}

static unsigned state_by(gj_value promise, unsigned shift) {
  uint64_t field;
  memcpy(&field, field_at(promise, 0), sizeof(field));
  return field >> shift & STATE;
}

/* 0 pending, 1 fulfilled, 2 rejected: in a number of JavaScript, or (2.54) above a pointer. Samples
 * of other parts call this, too, while other threads may use earlier results. */
static bool learn_state(gj_value pending, gj_value fulfilled, gj_value rejected) {
  static const unsigned shifts[] = {0, 48};
  for (size_t i = 0; i < sizeof(shifts) / sizeof(*shifts); i++) {
    if (state_by(pending, shifts[i]) == 0 && state_by(fulfilled, shifts[i]) == 1 &&
        state_by(rejected, shifts[i]) == 2) {
      if (state_shift != shifts[i]) {
        state_shift = shifts[i];
      }
      return true;
    }
  }
  return false;
}

static bool holds(gj_value object, unsigned index, gj_value value) {
  gj_value field;
  return gj_private_fetch(field_at(object, index), &field, sizeof(field)) && field == value;
}

/* The collector need not be told: the source keeps the values alive. */
void gj_inside_copy(gj_object to, gj_object from, unsigned count) {
  memcpy((uint8_t *)to + GJ_AT_FIELDS, field_at(from, 0), count * sizeof(gj_value));
}

/* The values of a promise, a proxy and iterators are where we look for them; and an iterator that
 * gets the fields of another continues like that one. In a separate realm: a program may have
 * replaced the constructors. */
static bool take_sample_fields(gj_context js) {
  static const char expression[] =
      "(() => { const mark = {}, map = new Map([[mark, 1], [2, 3]]), set = new Set([mark]);"
      "const used = map.keys(); used.next();"
      "return [mark, map, set, new Proxy(mark, map), Promise.resolve(mark), Promise.reject(mark),"
      "  new Promise(() => {}), used, set.values(), map.keys(), (i) => i.next().value,"
      "  map.entries(), set.entries()]; })()";
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(JSContextGetGroup(js), NULL);
  JSObjectRef list = gj_private_evaluate(realm, expression);
  JSGlobalContextRelease(realm);
  JSValueRef v[13];
  for (unsigned i = 0; i < 13; i++) {
    v[i] = list == NULL ? NULL : JSObjectGetPropertyAtIndex(js, list, i, NULL);
    if (v[i] == NULL || !JSValueIsObject(js, v[i])) {
      return false;
    }
  }
  gj_value sorts[] = {gj_inside_field(js, (JSObjectRef)v[9], 3),
                      gj_inside_field(js, (JSObjectRef)v[11], 3)};
  if (!learn_state(v[6], v[4], v[5]) || !holds(v[3], 0, v[0]) || !holds(v[3], 1, v[1]) ||
      !holds(v[4], 1, v[0]) || !holds(v[5], 1, v[0]) || !holds(v[7], 1, v[1]) ||
      !holds(v[8], 1, v[2]) || sorts[0] == sorts[1] || !holds(v[12], 3, sorts[1])) {
    return false;
  }
  gj_inside_copy((JSObjectRef)v[9], (JSObjectRef)v[7], ITERATOR_FIELDS);
  JSValueRef next = JSObjectCallAsFunction(js, (JSObjectRef)v[10], NULL, 1, &v[9], NULL);
  return next != NULL && gj_to_number(js, next) == 2;
}

bool gj_inside_sample_fields(gj_context js) {
  const gj_learned *learned = gj_bytecode_learned();
  if (learned != NULL && learned->has_fields) {
    if (state_shift != learned->state_shift) {
      state_shift = learned->state_shift;
    }
    return true;
  }
  return take_sample_fields(js);
}

void gj_inside_learned(gj_learned *learned) {
  learned->has_fields = gj_private_has(GJ_PART_fields);
  learned->state_shift = state_shift;
}

bool gj_inside_has_shapes(void) { return gj_private_has(GJ_PART_shapes); }

bool gj_inside_same_shape(gj_object left, gj_object right) {
  return ((const gj_cell *)left)->structure == ((const gj_cell *)right)->structure;
}

static gj_cell plain; /* process: what a plain object begins with; found by a sample */

double gj_inside_sort(gj_object object) {
  const gj_cell *cell = (const gj_cell *)object;
  return cell->type == plain.type && cell->indexing == plain.indexing ? (double)cell->structure
                                                                      : -(double)cell->type;
}

/* Whether an object has elements is stored beside its kind. */
static bool learn_plain(gj_context js) {
  gj_object with = gj_object_new(js);
  gj_set_index(js, with, 0, JSValueMakeNull(js));
  const gj_cell *bare = (const gj_cell *)gj_object_new(js);
  if (plain.type != bare->type || plain.indexing != bare->indexing) {
    plain = *bare;
  }
  return ((const gj_cell *)with)->type == plain.type &&
         ((const gj_cell *)with)->indexing != plain.indexing;
}

bool gj_inside_sample_shapes(gj_context js) {
  static const char *const names[] = {"one", "one", "other"};
  gj_object objects[3];
  for (int i = 0; i < 3; i++) {
    objects[i] = gj_object_new(js);
    gj_set(js, objects[i], names[i], JSValueMakeNull(js));
  }
  return gj_look_sample_values(js) && learn_plain(js) &&
         gj_inside_same_shape(objects[0], objects[1]) &&
         !gj_inside_same_shape(objects[0], objects[2]);
}

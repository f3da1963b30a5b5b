/* SPDX-License-Identifier: MIT */
/* Values and properties. */
#include <math.h>

#include "engine/api.h"
#include "engine/engine.h"

gj_value gj_undefined(gj_context js) { return JSValueMakeUndefined(js); }

gj_value gj_null(gj_context js) { return JSValueMakeNull(js); }

gj_value gj_bool(gj_context js, bool value) { return JSValueMakeBoolean(js, value); }

gj_value gj_number(gj_context js, double value) { return JSValueMakeNumber(js, value); }

gj_value gj_bigint(gj_context js, int64_t value) {
  return JSBigIntCreateWithInt64(js, value, NULL);
}

gj_value gj_bigint_u(gj_context js, uint64_t value) {
  return JSBigIntCreateWithUInt64(js, value, NULL);
}

bool gj_is_undefined(gj_context js, gj_value value) { return JSValueIsUndefined(js, value); }

bool gj_is_nullish(gj_context js, gj_value value) {
  return JSValueIsUndefined(js, value) || JSValueIsNull(js, value);
}

bool gj_is_number(gj_context js, gj_value value) { return JSValueIsNumber(js, value); }

bool gj_is_function(gj_context js, gj_value value) {
  return JSValueIsObject(js, value) && JSObjectIsFunction(js, (JSObjectRef)value);
}

bool gj_to_bool(gj_context js, gj_value value) { return JSValueToBoolean(js, value); }

double gj_to_number(gj_context js, gj_value value) {
  JSValueRef exception = NULL;
  double number;
  if (gj_look_number(value, &number)) {
    return number;
  }
  number = JSValueToNumber(js, value, &exception);
  return exception == NULL ? number : NAN;
}

int32_t gj_to_int32(gj_context js, gj_value value) {
  JSValueRef exception = NULL;
  double number;
  if (gj_look_number(value, &number) && number >= INT32_MIN && number <= INT32_MAX) {
    return (int32_t)number;
  }
  return JSValueToInt32(js, value, &exception);
}

uint32_t gj_to_uint32(gj_context js, gj_value value) {
  JSValueRef exception = NULL;
  double number;
  if (gj_look_number(value, &number) && number >= 0 && number <= UINT32_MAX) {
    return (uint32_t)number;
  }
  return JSValueToUInt32(js, value, &exception);
}

int64_t gj_to_int64(gj_context js, gj_value value) {
  JSValueRef exception = NULL;
  return JSValueToInt64(js, value, &exception);
}

uint64_t gj_to_uint64(gj_context js, gj_value value) {
  JSValueRef exception = NULL;
  return JSValueToUInt64(js, value, &exception);
}

gj_object gj_object_new(gj_context js) { return JSObjectMake(js, NULL, NULL); }

gj_object gj_array(gj_context js, size_t count, const gj_value values[]) {
  return JSObjectMakeArray(js, count, values, NULL);
}

gj_object gj_as_object(gj_context js, gj_value value) {
  return JSValueIsObject(js, value) ? (JSObjectRef)value : NULL;
}

gj_value gj_get(gj_context js, gj_object object, const char *name) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSValueRef value = JSObjectGetProperty(js, object, key, NULL);
  JSStringRelease(key);
  return value;
}

gj_value gj_get_index(gj_context js, gj_object object, unsigned index) {
  return JSObjectGetPropertyAtIndex(js, object, index, NULL);
}

unsigned gj_length(gj_context js, gj_object array) {
  return gj_to_uint32(js, gj_get(js, array, "length"));
}

void gj_set(gj_context js, gj_object object, const char *name, gj_value value) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSObjectSetProperty(js, object, key, value, kJSPropertyAttributeNone, NULL);
  JSStringRelease(key);
}

void gj_set_number(gj_context js, gj_object object, const char *name, double value) {
  gj_set(js, object, name, JSValueMakeNumber(js, value));
}

void gj_set_string(gj_context js, gj_object object, const char *name, const char *text) {
  gj_set(js, object, name, gj_string(js, text));
}

void gj_set_index(gj_context js, gj_object object, unsigned index, gj_value value) {
  JSObjectSetPropertyAtIndex(js, object, index, value, NULL);
}

void gj_set_function(gj_context js, gj_object object, const char *name, gj_function function) {
  gj_set(js, object, name, gj_function_new(js, name, function));
}

void gj_set_exports(gj_context js, gj_object object, const gj_export exports[]) {
  for (const gj_export *e = exports; e->name != NULL; e++) {
    gj_value direct = e->direct == NULL ? NULL : gj_direct_function(js, e->direct);
    if (direct != NULL) {
      gj_set(js, object, e->name, direct);
    } else {
      gj_set_function(js, object, e->name, e->function);
    }
  }
}

void gj_set_constants(gj_context js, gj_object object, const gj_constant constants[]) {
  for (const gj_constant *c = constants; c->name != NULL; c++) {
    gj_set_number(js, object, c->name, c->value);
  }
}

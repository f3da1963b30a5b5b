/* SPDX-License-Identifier: MIT */
/* Values and properties. */
#include <JavaScriptCore/JavaScript.h>
#include <math.h>

#include "engine/engine.h"

gy_value gy_undefined(gy_context js) { return JSValueMakeUndefined(js); }

gy_value gy_null(gy_context js) { return JSValueMakeNull(js); }

gy_value gy_bool(gy_context js, bool value) { return JSValueMakeBoolean(js, value); }

gy_value gy_number(gy_context js, double value) { return JSValueMakeNumber(js, value); }

gy_value gy_bigint(gy_context js, int64_t value) {
  return JSBigIntCreateWithInt64(js, value, NULL);
}

gy_value gy_bigint_u(gy_context js, uint64_t value) {
  return JSBigIntCreateWithUInt64(js, value, NULL);
}

bool gy_is_undefined(gy_context js, gy_value value) { return JSValueIsUndefined(js, value); }

bool gy_is_nullish(gy_context js, gy_value value) {
  return JSValueIsUndefined(js, value) || JSValueIsNull(js, value);
}

bool gy_is_number(gy_context js, gy_value value) { return JSValueIsNumber(js, value); }

bool gy_is_function(gy_context js, gy_value value) {
  return JSValueIsObject(js, value) && JSObjectIsFunction(js, (JSObjectRef)value);
}

bool gy_to_bool(gy_context js, gy_value value) { return JSValueToBoolean(js, value); }

double gy_to_number(gy_context js, gy_value value) {
  JSValueRef exception = NULL;
  double number;
  if (gy_look_number(value, &number)) {
    return number;
  }
  number = JSValueToNumber(js, value, &exception);
  return exception == NULL ? number : NAN;
}

int32_t gy_to_int32(gy_context js, gy_value value) {
  JSValueRef exception = NULL;
  double number;
  if (gy_look_number(value, &number) && number >= INT32_MIN && number <= INT32_MAX) {
    return (int32_t)number;
  }
  return JSValueToInt32(js, value, &exception);
}

uint32_t gy_to_uint32(gy_context js, gy_value value) {
  JSValueRef exception = NULL;
  return JSValueToUInt32(js, value, &exception);
}

int64_t gy_to_int64(gy_context js, gy_value value) {
  JSValueRef exception = NULL;
  return JSValueToInt64(js, value, &exception);
}

uint64_t gy_to_uint64(gy_context js, gy_value value) {
  JSValueRef exception = NULL;
  return JSValueToUInt64(js, value, &exception);
}

gy_object gy_object_new(gy_context js) { return JSObjectMake(js, NULL, NULL); }

gy_object gy_array(gy_context js, size_t count, const gy_value values[]) {
  return JSObjectMakeArray(js, count, values, NULL);
}

gy_object gy_as_object(gy_context js, gy_value value) {
  return JSValueIsObject(js, value) ? (JSObjectRef)value : NULL;
}

gy_value gy_get(gy_context js, gy_object object, const char *name) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSValueRef value = JSObjectGetProperty(js, object, key, NULL);
  JSStringRelease(key);
  return value;
}

gy_value gy_get_index(gy_context js, gy_object object, unsigned index) {
  return JSObjectGetPropertyAtIndex(js, object, index, NULL);
}

unsigned gy_length(gy_context js, gy_object array) {
  return gy_to_uint32(js, gy_get(js, array, "length"));
}

void gy_set(gy_context js, gy_object object, const char *name, gy_value value) {
  JSStringRef key = JSStringCreateWithUTF8CString(name);
  JSObjectSetProperty(js, object, key, value, kJSPropertyAttributeNone, NULL);
  JSStringRelease(key);
}

void gy_set_number(gy_context js, gy_object object, const char *name, double value) {
  gy_set(js, object, name, JSValueMakeNumber(js, value));
}

void gy_set_string(gy_context js, gy_object object, const char *name, const char *text) {
  gy_set(js, object, name, gy_string(js, text));
}

void gy_set_index(gy_context js, gy_object object, unsigned index, gy_value value) {
  JSObjectSetPropertyAtIndex(js, object, index, value, NULL);
}

void gy_set_function(gy_context js, gy_object object, const char *name, gy_function function) {
  gy_set(js, object, name, gy_function_new(js, name, function));
}

void gy_set_exports(gy_context js, gy_object object, const gy_export exports[]) {
  for (const gy_export *e = exports; e->name != NULL; e++) {
    gy_set_function(js, object, e->name, e->function);
  }
}

void gy_set_constants(gy_context js, gy_object object, const gy_constant constants[]) {
  for (const gy_constant *c = constants; c->name != NULL; c++) {
    gy_set_number(js, object, c->name, c->value);
  }
}

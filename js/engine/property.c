/* SPDX-License-Identifier: MIT */
/* Properties and conversions as the language has them, with their exceptions; for addons. */
#include <JavaScriptCore/JavaScript.h>

#include "engine/engine.h"

gy_type gy_type_of(gy_context js, gy_value value) {
  static const gy_type types[] = {
      [kJSTypeUndefined] = GY_UNDEFINED, [kJSTypeNull] = GY_NULL,     [kJSTypeBoolean] = GY_BOOLEAN,
      [kJSTypeNumber] = GY_NUMBER,       [kJSTypeString] = GY_STRING, [kJSTypeObject] = GY_OBJECT,
      [kJSTypeSymbol] = GY_SYMBOL_VALUE, [kJSTypeBigInt] = GY_BIGINT,
  };
  double number;
  return gy_look_number(value, &number) ? GY_NUMBER : types[JSValueGetType(js, value)];
}

/* Getters, setters and proxies are the program's: what may end it, may end them. */
gy_value gy_property_get(gy_context js, gy_object object, gy_value key, gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  gy_value value = JSObjectGetPropertyForKey(js, object, key, exception);
  gy_stop_hold_all(held);
  return *exception == NULL ? value : NULL;
}

void gy_property_set(gy_context js, gy_object object, gy_value key, gy_value value,
                     gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  JSObjectSetPropertyForKey(js, object, key, value, kJSPropertyAttributeNone, exception);
  gy_stop_hold_all(held);
}

bool gy_property_has(gy_context js, gy_object object, gy_value key, gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  bool has = JSObjectHasPropertyForKey(js, object, key, exception);
  gy_stop_hold_all(held);
  return *exception == NULL && has;
}

bool gy_property_delete(gy_context js, gy_object object, gy_value key, gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  bool deleted = JSObjectDeletePropertyForKey(js, object, key, exception);
  gy_stop_hold_all(held);
  return *exception == NULL && deleted;
}

gy_value gy_property_at(gy_context js, gy_object object, unsigned index, gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  gy_value value = JSObjectGetPropertyAtIndex(js, object, index, exception);
  gy_stop_hold_all(held);
  return *exception == NULL ? value : NULL;
}

void gy_property_put(gy_context js, gy_object object, unsigned index, gy_value value,
                     gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  JSObjectSetPropertyAtIndex(js, object, index, value, exception);
  gy_stop_hold_all(held);
}

gy_value gy_prototype(gy_context js, gy_object object) { return JSObjectGetPrototype(js, object); }

gy_value gy_as_string(gy_context js, gy_value value, gy_value *exception) {
  if (gy_is_string(js, value)) {
    return value;
  }
  uint32_t held = gy_stop_let_all();
  JSStringRef text = JSValueToStringCopy(js, value, exception);
  gy_stop_hold_all(held);
  if (text == NULL) {
    return NULL;
  }
  gy_value string = JSValueMakeString(js, text);
  JSStringRelease(text);
  return string;
}

gy_value gy_as_number(gy_context js, gy_value value, gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  double number = JSValueToNumber(js, value, exception);
  gy_stop_hold_all(held);
  return *exception == NULL ? JSValueMakeNumber(js, number) : NULL;
}

gy_object gy_to_object(gy_context js, gy_value value, gy_value *exception) {
  return JSValueIsObject(js, value) ? (gy_object)value : JSValueToObject(js, value, exception);
}

bool gy_same(gy_context js, gy_value left, gy_value right) {
  return JSValueIsStrictEqual(js, left, right);
}

bool gy_instance(gy_context js, gy_value value, gy_object of, gy_value *exception) {
  return JSValueIsInstanceOfConstructor(js, value, of, exception);
}

gy_value gy_construct(gy_context js, gy_object function, size_t argc, const gy_value argv[],
                      gy_value *exception) {
  uint32_t held = gy_stop_let_all();
  gy_value made = JSObjectCallAsConstructor(js, function, argc, argv, exception);
  gy_stop_hold_all(held);
  return made;
}

bool gy_is_array(gy_context js, gy_value value) { return JSValueIsArray(js, value); }

bool gy_is_date(gy_context js, gy_value value) { return JSValueIsDate(js, value); }

gy_object gy_date(gy_context js, double time_ms, gy_value *exception) {
  gy_value argument = JSValueMakeNumber(js, time_ms);
  return JSObjectMakeDate(js, 1, &argument, exception);
}

gy_object gy_promise(gy_context js, gy_object *resolve, gy_object *reject) {
  return JSObjectMakeDeferredPromise(js, resolve, reject, NULL);
}

gy_value gy_symbol(gy_context js, gy_value description) {
  JSStringRef text = description == NULL ? NULL : JSValueToStringCopy(js, description, NULL);
  gy_value symbol = JSValueMakeSymbol(js, text);
  if (text != NULL) {
    JSStringRelease(text);
  }
  return symbol;
}

bool gy_bigint_is_int64(gy_context js, gy_value bigint, int64_t number) {
  return JSValueCompareInt64(js, bigint, number, NULL) == kJSRelationConditionEqual;
}

bool gy_bigint_is_uint64(gy_context js, gy_value bigint, uint64_t number) {
  return JSValueCompareUInt64(js, bigint, number, NULL) == kJSRelationConditionEqual;
}

double gy_date_value(gy_context js, gy_value date) { return JSValueToNumber(js, date, NULL); }

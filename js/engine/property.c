/* SPDX-License-Identifier: MIT */
/* Properties and conversions as in the language, with their exceptions; for addons. */

#include "engine/api.h"
#include "engine/engine.h"

gj_type gj_type_of(gj_context js, gj_value value) {
  static const gj_type types[] = {
      [kJSTypeUndefined] = GJ_UNDEFINED, [kJSTypeNull] = GJ_NULL,     [kJSTypeBoolean] = GJ_BOOLEAN,
      [kJSTypeNumber] = GJ_NUMBER,       [kJSTypeString] = GJ_STRING, [kJSTypeObject] = GJ_OBJECT,
      [kJSTypeSymbol] = GJ_SYMBOL_VALUE, [kJSTypeBigInt] = GJ_BIGINT,
  };
  double number;
  return gj_look_number(value, &number) ? GJ_NUMBER : types[JSValueGetType(js, value)];
}

/* Getters, setters and proxies are code of the program: they can be terminated like the program. */
gj_value gj_property_get(gj_context js, gj_object object, gj_value key, gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  gj_value value = JSObjectGetPropertyForKey(js, object, key, exception);
  gj_stop_hold_all(held);
  return *exception == NULL ? value : NULL;
}

void gj_property_set(gj_context js, gj_object object, gj_value key, gj_value value,
                     gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  JSObjectSetPropertyForKey(js, object, key, value, kJSPropertyAttributeNone, exception);
  gj_stop_hold_all(held);
}

bool gj_property_has(gj_context js, gj_object object, gj_value key, gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  bool has = JSObjectHasPropertyForKey(js, object, key, exception);
  gj_stop_hold_all(held);
  return *exception == NULL && has;
}

bool gj_property_delete(gj_context js, gj_object object, gj_value key, gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  bool deleted = JSObjectDeletePropertyForKey(js, object, key, exception);
  gj_stop_hold_all(held);
  return *exception == NULL && deleted;
}

gj_value gj_property_at(gj_context js, gj_object object, unsigned index, gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  gj_value value = JSObjectGetPropertyAtIndex(js, object, index, exception);
  gj_stop_hold_all(held);
  return *exception == NULL ? value : NULL;
}

void gj_property_put(gj_context js, gj_object object, unsigned index, gj_value value,
                     gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  JSObjectSetPropertyAtIndex(js, object, index, value, exception);
  gj_stop_hold_all(held);
}

gj_value gj_prototype(gj_context js, gj_object object) { return JSObjectGetPrototype(js, object); }

gj_value gj_as_string(gj_context js, gj_value value, gj_value *exception) {
  if (gj_is_string(js, value)) {
    return value;
  }
  uint32_t held = gj_stop_let_all();
  JSStringRef text = JSValueToStringCopy(js, value, exception);
  gj_stop_hold_all(held);
  if (text == NULL) {
    return NULL;
  }
  gj_value string = JSValueMakeString(js, text);
  JSStringRelease(text);
  return string;
}

gj_value gj_as_number(gj_context js, gj_value value, gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  double number = JSValueToNumber(js, value, exception);
  gj_stop_hold_all(held);
  return *exception == NULL ? JSValueMakeNumber(js, number) : NULL;
}

gj_object gj_to_object(gj_context js, gj_value value, gj_value *exception) {
  return JSValueIsObject(js, value) ? (gj_object)value : JSValueToObject(js, value, exception);
}

bool gj_same(gj_context js, gj_value left, gj_value right) {
  return JSValueIsStrictEqual(js, left, right);
}

bool gj_instance(gj_context js, gj_value value, gj_object of, gj_value *exception) {
  return JSValueIsInstanceOfConstructor(js, value, of, exception);
}

gj_value gj_construct(gj_context js, gj_object function, size_t argc, const gj_value argv[],
                      gj_value *exception) {
  uint32_t held = gj_stop_let_all();
  gj_value made = JSObjectCallAsConstructor(js, function, argc, argv, exception);
  gj_stop_hold_all(held);
  return made;
}

bool gj_is_array(gj_context js, gj_value value) { return JSValueIsArray(js, value); }

bool gj_is_date(gj_context js, gj_value value) { return JSValueIsDate(js, value); }

gj_object gj_date(gj_context js, double time_ms, gj_value *exception) {
  gj_value argument = JSValueMakeNumber(js, time_ms);
  return JSObjectMakeDate(js, 1, &argument, exception);
}

gj_object gj_promise(gj_context js, gj_object *resolve, gj_object *reject) {
  return JSObjectMakeDeferredPromise(js, resolve, reject, NULL);
}

gj_value gj_symbol(gj_context js, gj_value description) {
  JSStringRef text = description == NULL ? NULL : JSValueToStringCopy(js, description, NULL);
  gj_value symbol = JSValueMakeSymbol(js, text);
  if (text != NULL) {
    JSStringRelease(text);
  }
  return symbol;
}

bool gj_bigint_is_int64(gj_context js, gj_value bigint, int64_t number) {
  return JSValueCompareInt64(js, bigint, number, NULL) == kJSRelationConditionEqual;
}

bool gj_bigint_is_uint64(gj_context js, gj_value bigint, uint64_t number) {
  return JSValueCompareUInt64(js, bigint, number, NULL) == kJSRelationConditionEqual;
}

double gj_date_value(gj_context js, gj_value date) { return JSValueToNumber(js, date, NULL); }

/* SPDX-License-Identifier: MIT */
/* What js/lib/internal/realm_promises.js needs of the engine to put promises in order: the engine's
 * version, and a finally() that looks native to a program, like the engine's own. */
#include "engine/api_glib.h"
#include "engine/private.h"

/* That of the thread's first realm. Others store theirs in their globals: they exist only if the
 * part `realms` is on. */
static _Thread_local struct {
  JSObjectRef global;
  gj_pin function;
} first;

bool gj_engine_since(unsigned major, unsigned minor) {
  guint runs = jsc_get_major_version();
  return runs > major || (runs == major && jsc_get_minor_version() >= minor);
}

static JSStringRef private_name(void) {
  static _Thread_local JSStringRef name;
  if (name == NULL) {
    name = JSStringCreateWithUTF8CString("finally");
  }
  return name;
}

static gj_object function_of(gj_context js) {
  JSObjectRef global = JSContextGetGlobalObject(js);
  if (global == first.global) {
    return gj_pin_object(&first.function);
  }
  return (gj_object)gj_jsc.get_private(js, global, private_name());
}

static JSValueRef call_finally(JSContextRef js, JSObjectRef function, JSObjectRef self, size_t argc,
                               const JSValueRef argv[], JSValueRef *exception) {
  (void)function;
  return JSObjectCallAsFunction(js, function_of(js), self, argc, argv, exception);
}

gj_object gj_promises_finally(gj_context js, gj_object function) {
  JSObjectRef global = JSContextGetGlobalObject(js);
  if (first.global == NULL) {
    first.global = global;
    first.function = gj_pin_new(js, function);
  } else {
    gj_jsc.set_private(js, global, private_name(), function);
  }
  return gj_function_new(js, "finally", call_finally);
}

void gj_promises_stop(void) {
  if (first.global != NULL) {
    gj_pin_free(&first.function);
    first.global = NULL;
  }
}

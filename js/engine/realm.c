/* SPDX-License-Identifier: MIT */
/* Realms: more globals in the group of a context, for js/lib/vm.js. The names that a script in a
 * realm uses are looked for in an object of the program first (the sandbox), then among the
 * realm's own built-ins; assignments go to the sandbox. `var` and functions at the top of a script
 * are also in tables of the engine's own, which scripts read; vm.js keeps both alike.
 *
 * A realm lives as long as something refers to its global, which is a value like any other. */
#include "engine/private.h"

/* While vm.js looks at a realm's own names no sandbox is asked. */
static _Thread_local bool bare;

static JSObjectRef sandbox_of(JSObjectRef global) {
  return bare ? NULL : JSObjectGetPrivate(global);
}

static JSValueRef get(JSContextRef js, JSObjectRef global, JSStringRef name,
                      JSValueRef *exception) {
  JSObjectRef sandbox = sandbox_of(global);
  if (sandbox == NULL || !JSObjectHasProperty(js, sandbox, name)) {
    return NULL;
  }
  return JSObjectGetProperty(js, sandbox, name, exception);
}

/* The realm has the name by itself: a variable of one of its scripts, or a built-in. */
static bool has_own(JSContextRef js, JSObjectRef global, JSStringRef name) {
  bare = true;
  bool has = JSObjectHasProperty(js, global, name);
  bare = false;
  return has;
}

static bool set(JSContextRef js, JSObjectRef global, JSStringRef name, JSValueRef value,
                JSValueRef *exception) {
  JSObjectRef sandbox = sandbox_of(global);
  if (sandbox == NULL) {
    return false;
  }
  JSObjectSetProperty(js, sandbox, name, value, kJSPropertyAttributeNone, exception);
  return !has_own(js, global, name); /* the engine's variable is set too */
}

static bool delete_property(JSContextRef js, JSObjectRef global, JSStringRef name,
                            JSValueRef *exception) {
  JSObjectRef sandbox = sandbox_of(global);
  return sandbox != NULL && JSObjectHasProperty(js, sandbox, name) &&
         JSObjectDeleteProperty(js, sandbox, name, exception);
}

static void list(JSContextRef js, JSObjectRef global, JSPropertyNameAccumulatorRef names) {
  JSObjectRef sandbox = sandbox_of(global);
  if (sandbox == NULL) {
    return;
  }
  JSPropertyNameArrayRef own = JSObjectCopyPropertyNames(js, sandbox);
  for (size_t i = 0; i < JSPropertyNameArrayGetCount(own); i++) {
    JSPropertyNameAccumulatorAddName(names, JSPropertyNameArrayGetNameAtIndex(own, i));
  }
  JSPropertyNameArrayRelease(own);
}

static JSClassRef global_class(void) {
  static JSClassRef class;
  if (class == NULL) {
    JSClassDefinition definition = kJSClassDefinitionEmpty;
    definition.className = "Object";
    definition.getProperty = get;
    definition.setProperty = set;
    definition.deleteProperty = delete_property;
    definition.getPropertyNames = list;
    class = JSClassCreate(&definition);
  }
  return class;
}

bool gy_realm_can(void) { return gy_private_has(GY_PART_realms); }

bool gy_realm_can_limit(void) { return gy_private_has(GY_PART_time_limit); }

gy_object gy_realm_new(gy_context js, gy_object sandbox) {
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(JSContextGetGroup(js), global_class());
  JSObjectRef global = JSContextGetGlobalObject(realm);
  JSObjectSetPrivate(global, sandbox);
  JSStringRef name = JSStringCreateWithUTF8CString("sandbox");
  gy_jsc.set_private(realm, global, name, sandbox); /* keeps it alive */
  JSStringRelease(name);
  gy_host_install(realm);
  JSGlobalContextRelease(realm); /* the global itself is referred to from now on */
  return global;
}

gy_context gy_realm_context(gy_object global) { return gy_jsc.context_of(global); }

void gy_realm_bare(bool on) { bare = on; }

gy_value gy_realm_check(gy_context js, gy_value source, const char *url, int first_line) {
  JSValueRef exception = NULL;
  JSStringRef text = JSValueToStringCopy(js, source, &exception);
  if (text == NULL) {
    return exception;
  }
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  JSCheckScriptSyntax(js, text, name, first_line, &exception);
  JSStringRelease(name);
  JSStringRelease(text);
  return exception;
}

static bool terminate(JSContextRef js, void *arg) {
  (void)js;
  *(bool *)arg = true;
  return true;
}

gy_value gy_realm_eval_limited(gy_context js, gy_value source, const char *url, int first_line,
                               double limit_s, bool *ended, gy_value *exception) {
  JSContextGroupRef group = JSContextGetGroup(js);
  *ended = false;
  gy_interrupt_hold(true);
  gy_jsc.set_time_limit(group, limit_s, terminate, ended);
  gy_value value = gy_eval(js, source, url, first_line, exception);
  gy_jsc.clear_time_limit(group);
  gy_interrupt_hold(false);
  return value;
}

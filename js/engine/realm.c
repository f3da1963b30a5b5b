/* SPDX-License-Identifier: MIT */
/* Realms: more globals in the group of a context, for js/lib/vm.js. The names that a script in a
 * realm uses are looked for in an object of the program first (the sandbox), then among the
 * realm's own built-ins; assignments go to the sandbox. `var` and functions at the top of a script
 * are also in tables of the engine's own, which scripts read; vm.js keeps both alike.
 *
 * A realm lives as long as something refers to its global, which is a value like any other. */
#include <pthread.h>

#include "engine/private.h"

/* While vm.js looks at a realm's own names no sandbox is asked. */
static _Thread_local bool bare;

JSObjectRef gy_realm_sandbox(JSObjectRef global) {
  return bare ? NULL : JSObjectGetPrivate(global);
}

static JSValueRef get(JSContextRef js, JSObjectRef global, JSStringRef name,
                      JSValueRef *exception) {
  JSObjectRef sandbox = gy_realm_sandbox(global);
  if (sandbox == NULL || !JSObjectHasProperty(js, sandbox, name)) {
    return NULL;
  }
  return JSObjectGetProperty(js, sandbox, name, exception);
}

/* The realm has the name by itself: a variable of one of its scripts, or a built-in. */
bool gy_realm_has_own(JSContextRef js, JSObjectRef global, JSStringRef name) {
  bare = true;
  bool has = JSObjectHasProperty(js, global, name);
  bare = false;
  return has;
}

/* A property of a global that nobody sees. */
static JSValueRef hidden(JSObjectRef global, const char *name) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  JSValueRef found = gy_jsc.get_private(gy_jsc.context_of(global), global, text);
  JSStringRelease(text);
  return found;
}

static void hide(JSObjectRef global, const char *name, JSValueRef value) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  gy_jsc.set_private(gy_jsc.context_of(global), global, text, value);
  JSStringRelease(text);
}

/* What the realm has set in the sandbox of variables that are also the engine's. */
static const char WRITTEN[] = "written";

void gy_realm_note_writes(gy_object global, gy_value written) { hide(global, WRITTEN, written); }

static bool set(JSContextRef js, JSObjectRef global, JSStringRef name, JSValueRef value,
                JSValueRef *exception) {
  JSObjectRef sandbox = gy_realm_sandbox(global);
  if (sandbox == NULL) {
    return false;
  }
  JSObjectSetProperty(js, sandbox, name, value, kJSPropertyAttributeNone, exception);
  if (!gy_realm_has_own(js, global, name)) {
    return true;
  }
  JSValueRef written = hidden(global, WRITTEN);
  if (written != NULL && JSValueIsObject(js, written)) {
    JSObjectSetProperty(js, (JSObjectRef)written, name, value, kJSPropertyAttributeNone, NULL);
  }
  return false; /* the engine's variable is set too */
}

static bool delete_property(JSContextRef js, JSObjectRef global, JSStringRef name,
                            JSValueRef *exception) {
  JSObjectRef sandbox = gy_realm_sandbox(global);
  return sandbox != NULL && JSObjectHasProperty(js, sandbox, name) &&
         JSObjectDeleteProperty(js, sandbox, name, exception);
}

static void list(JSContextRef js, JSObjectRef global, JSPropertyNameAccumulatorRef names) {
  JSObjectRef sandbox = gy_realm_sandbox(global);
  if (sandbox == NULL) {
    return;
  }
  JSPropertyNameArrayRef own = JSObjectCopyPropertyNames(js, sandbox);
  for (size_t i = 0; i < JSPropertyNameArrayGetCount(own); i++) {
    JSPropertyNameAccumulatorAddName(names, JSPropertyNameArrayGetNameAtIndex(own, i));
  }
  JSPropertyNameArrayRelease(own);
}

static JSClassRef class_made; /* process: by pthread_once */

static void make_class(void) {
  JSClassDefinition definition = kJSClassDefinitionEmpty;
  definition.className = "Object";
  definition.getProperty = get;
  definition.setProperty = set;
  definition.deleteProperty = delete_property;
  definition.getPropertyNames = list;
  class_made = JSClassCreate(&definition);
}

static JSClassRef global_class(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_class);
  return class_made;
}

bool gy_realm_can(void) { return gy_private_has(GY_PART_realms); }

bool gy_realm_can_limit(void) { return gy_private_has(GY_PART_time_limit); }

gy_object gy_realm_new(gy_context js, gy_object sandbox) {
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(JSContextGetGroup(js), global_class());
  JSObjectRef global = JSContextGetGlobalObject(realm);
  JSObjectSetPrivate(global, sandbox);
  hide(global, "sandbox", sandbox); /* keeps it alive */
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
  gy_interrupt_hold(js, true);
  gy_jsc.set_time_limit(group, limit_s, terminate, ended);
  gy_value value = gy_eval(js, source, url, first_line, exception);
  gy_jsc.clear_time_limit(group);
  gy_interrupt_hold(js, false);
  return value;
}

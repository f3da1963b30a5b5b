/* SPDX-License-Identifier: MIT */
/* Realms: more globals in the group of a context, for js/lib/vm.js. The names that a script in a
 * realm uses are first looked up in an object of the program (the sandbox), then among the realm's
 * own built-ins; assignments go to the sandbox. `var` and functions at the top level of a script
 * are also in tables of the engine, which scripts read; vm.js keeps both in sync.
 *
 * A realm lives as long as something refers to its global, which is a value like any other. */
#include <pthread.h>

#include "engine/private.h"

/* While vm.js reads a realm's own names, no sandbox is asked. */
static _Thread_local bool bare;

JSObjectRef gj_realm_sandbox(JSObjectRef global) {
  return bare ? NULL : JSObjectGetPrivate(global);
}

static JSValueRef get(JSContextRef js, JSObjectRef global, JSStringRef name,
                      JSValueRef *exception) {
  JSObjectRef sandbox = gj_realm_sandbox(global);
  if (sandbox == NULL || !JSObjectHasProperty(js, sandbox, name)) {
    return NULL;
  }
  return JSObjectGetProperty(js, sandbox, name, exception);
}

/* The realm itself has the name: a variable of one of its scripts, or a built-in. */
bool gj_realm_has_own(JSContextRef js, JSObjectRef global, JSStringRef name) {
  bare = true;
  bool has = JSObjectHasProperty(js, global, name);
  bare = false;
  return has;
}

/* A hidden property of a global. */
static JSValueRef hidden(JSObjectRef global, const char *name) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  JSValueRef found = gj_jsc.get_private(gj_jsc.context_of(global), global, text);
  JSStringRelease(text);
  return found;
}

static void hide(JSObjectRef global, const char *name, JSValueRef value) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  gj_jsc.set_private(gj_jsc.context_of(global), global, text, value);
  JSStringRelease(text);
}

/* What the realm has set in the sandbox, of variables that the engine has as well. */
static const char WRITTEN[] = "written";

void gj_realm_note_writes(gj_object global, gj_value written) { hide(global, WRITTEN, written); }

static bool set(JSContextRef js, JSObjectRef global, JSStringRef name, JSValueRef value,
                JSValueRef *exception) {
  JSObjectRef sandbox = gj_realm_sandbox(global);
  if (sandbox == NULL) {
    return false;
  }
  JSObjectSetProperty(js, sandbox, name, value, kJSPropertyAttributeNone, exception);
  if (!gj_realm_has_own(js, global, name)) {
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
  JSObjectRef sandbox = gj_realm_sandbox(global);
  return sandbox != NULL && JSObjectHasProperty(js, sandbox, name) &&
         JSObjectDeleteProperty(js, sandbox, name, exception);
}

static void list(JSContextRef js, JSObjectRef global, JSPropertyNameAccumulatorRef names) {
  JSObjectRef sandbox = gj_realm_sandbox(global);
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
  JSClassDefinition definition = {0};
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

bool gj_realm_can(void) { return gj_private_has(GJ_PART_realms); }

bool gj_realm_can_limit(void) { return gj_private_has(GJ_PART_time_limit); }

gj_object gj_realm_new(gj_context js, gj_object sandbox) {
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(JSContextGetGroup(js), global_class());
  JSObjectRef global = JSContextGetGlobalObject(realm);
  JSObjectSetPrivate(global, sandbox);
  hide(global, "sandbox", sandbox); /* keeps it alive */
  gj_host_install(realm);
  JSGlobalContextRelease(realm); /* the global itself is referenced from now on */
  return global;
}

gj_context gj_realm_context(gj_object global) { return gj_jsc.context_of(global); }

void gj_realm_bare(bool on) { bare = on; }

gj_value gj_realm_check(gj_context js, gj_value source, const char *url, int first_line) {
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

gj_value gj_realm_eval_limited(gj_context js, gj_value source, const char *url, int first_line,
                               double limit_s, bool *ended, gj_value *exception) {
  JSContextGroupRef group = JSContextGetGroup(js);
  *ended = false;
  gj_interrupt_hold(js, true);
  gj_jsc.set_time_limit(group, limit_s, terminate, ended);
  gj_value value = gj_eval(js, source, url, first_line, exception);
  gj_jsc.clear_time_limit(group);
  gj_interrupt_hold(js, false);
  return value;
}

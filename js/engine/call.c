/* SPDX-License-Identifier: MIT */
/* Functions and scripts. */
#include <stdlib.h>
#include <string.h>

#include "engine/api.h"
#include "engine/memory.h"

gj_value gj_call(gj_context js, gj_object function, gj_object self, size_t argc,
                 const gj_value argv[], gj_value *exception) {
  if (__builtin_expect(gj_stop_asked(), 0)) {
    *exception = JSValueMakeUndefined(js);
    return NULL;
  }
  uint32_t held = gj_stop_let_all();
  gj_value value = JSObjectCallAsFunction(js, function, self, argc, argv, exception);
  gj_stop_hold_all(held);
  if (__builtin_expect(value == NULL, 0) && gj_stop_asked()) {
    gj_stop_ask(gj_stop_own); /* our caller ends, too */
  }
  return value;
}

gj_value gj_call_whole(gj_context js, gj_object function, size_t argc, const gj_value argv[],
                       gj_value *exception) {
  gj_stop_hold();
  gj_value value = JSObjectCallAsFunction(js, function, NULL, argc, argv, exception);
  gj_stop_let();
  return value;
}

gj_value gj_eval(gj_context js, gj_value source, const char *url, int first_line,
                 gj_value *exception) {
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  JSStringRef text = JSValueToStringCopy(js, source, exception);
  JSValueRef value = NULL;
  if (text != NULL) {
    uint32_t held = gj_stop_let_all();
    value = JSEvaluateScript(js, text, NULL, name, first_line, exception);
    gj_stop_hold_all(held);
    JSStringRelease(text);
  }
  JSStringRelease(name);
  return value;
}

gj_value gj_eval_text(gj_context js, const char *source, const char *url, gj_object self,
                      gj_value *exception) {
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  /* The engine stores the text as it is; the C interface would widen it first. */
  JSStringRef text = JSValueToStringCopy(js, gj_string_utf8(js, source, strlen(source)), NULL);
  JSValueRef value = JSEvaluateScript(js, text, self, name, 1, exception);
  JSStringRelease(text);
  JSStringRelease(name);
  return value;
}

gj_object gj_function_new(gj_context js, const char *name, gj_function function) {
  JSStringRef string = JSStringCreateWithUTF8CString(name);
  JSObjectRef object = JSObjectMakeFunctionWithCallback(js, string, function);
  JSStringRelease(string);
  return object;
}

#ifdef GJ_DEBUG
gj_value gj_checked(gj_function body, gj_context js, gj_object function, gj_object self,
                    size_t argc, const gj_value argv[], gj_value *exception) {
  gj_value *exact = gj_memory_new(argc * sizeof(*argv), "arguments");
  if (argc > 0) {
    memcpy(exact, argv, argc * sizeof(*argv));
  }
  gj_value value = body(js, function, self, argc, exact, exception);
  free(exact);
  return value;
}
#endif

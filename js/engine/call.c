/* SPDX-License-Identifier: MIT */
/* Functions and scripts. */
#include <JavaScriptCore/JavaScript.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"

gy_value gy_call(gy_context js, gy_object function, gy_object self, size_t argc,
                 const gy_value argv[], gy_value *exception) {
  if (__builtin_expect(gy_stop_asked(), 0)) {
    *exception = JSValueMakeUndefined(js);
    return NULL;
  }
  uint32_t held = gy_stop_let_all();
  gy_value value = JSObjectCallAsFunction(js, function, self, argc, argv, exception);
  gy_stop_hold_all(held);
  if (__builtin_expect(value == NULL, 0) && gy_stop_asked()) {
    gy_stop_ask(gy_stop_own); /* what called us ends, too */
  }
  return value;
}

gy_value gy_call_whole(gy_context js, gy_object function, size_t argc, const gy_value argv[],
                       gy_value *exception) {
  gy_stop_hold();
  gy_value value = JSObjectCallAsFunction(js, function, NULL, argc, argv, exception);
  gy_stop_let();
  return value;
}

gy_value gy_eval(gy_context js, gy_value source, const char *url, int first_line,
                 gy_value *exception) {
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  JSStringRef text = JSValueToStringCopy(js, source, exception);
  JSValueRef value = NULL;
  if (text != NULL) {
    uint32_t held = gy_stop_let_all();
    value = JSEvaluateScript(js, text, NULL, name, first_line, exception);
    gy_stop_hold_all(held);
    JSStringRelease(text);
  }
  JSStringRelease(name);
  return value;
}

gy_value gy_eval_text(gy_context js, const char *source, const char *url, gy_object self,
                      gy_value *exception) {
  JSStringRef name = JSStringCreateWithUTF8CString(url);
  /* A string of the engine's takes the text as it is; the C interface widens it first. */
  JSStringRef text = JSValueToStringCopy(js, gy_string_utf8(js, source, strlen(source)), NULL);
  JSValueRef value = JSEvaluateScript(js, text, self, name, 1, exception);
  JSStringRelease(text);
  JSStringRelease(name);
  return value;
}

gy_object gy_function_new(gy_context js, const char *name, gy_function function) {
  JSStringRef string = JSStringCreateWithUTF8CString(name);
  JSObjectRef object = JSObjectMakeFunctionWithCallback(js, string, function);
  JSStringRelease(string);
  return object;
}

#ifdef GY_DEBUG
gy_value gy_checked(gy_function body, gy_context js, gy_object function, gy_object self,
                    size_t argc, const gy_value argv[], gy_value *exception) {
  gy_value *exact = gy_memory_new(argc * sizeof(*argv), "arguments");
  if (argc > 0) {
    memcpy(exact, argv, argc * sizeof(*argv));
  }
  gy_value value = body(js, function, self, argc, exact, exception);
  free(exact);
  return value;
}
#endif

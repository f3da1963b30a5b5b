/* SPDX-License-Identifier: MIT */
/* What native addons need of the engine, and its C interface has not: functions that carry memory
 * of C's and throw, weak references, values that the collector is told of. All of it is the part
 * `addons`; where it is off, no addon is loaded. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

/* The engine's WTF::Function is a pointer to such an object; its first two functions destroy it, in
 * place and altogether. */
typedef struct {
  const void *const *table;
  gy_addons_fn fn;
  gy_addons_words words;
} gy_closure;

enum { CLOSURE_SEARCH = 64 };

static size_t closure_at; /* process: in a function's object, found by the sample */
static _Thread_local gy_pin create;

bool gy_addons_can(void) { return gy_private_has(GY_PART_addons); }

static JSContextGroupRef vm_of(gy_context js) { return JSContextGetGroup(js); }

static void destroy(gy_closure *closure) { (void)closure; }

static void destroy_all(gy_closure *closure) { free(closure); }

static int64_t finish(gy_context js, gy_value value, gy_value exception) {
  gy_stop_let();
  if (__builtin_expect(exception != NULL, 0)) {
    gy_jsc.raise(vm_of(js), js, exception);
    return 0;
  }
  return (int64_t)(intptr_t)value;
}

gy_value gy_addons_self(gy_context js, const gy_addons_call *call) {
  gy_value self = call->self;
  if (self != NULL && gy_is_object(js, self)) {
    return self;
  }
  bool is_none = self == NULL || JSValueIsUndefined(js, self) || JSValueIsNull(js, self);
  return is_none ? JSContextGetGlobalObject(js) : JSValueToObject(js, self, NULL);
}

static int64_t call_closure(gy_closure *closure, gy_context js, const gy_value frame[]) {
  gy_value exception = NULL;
  gy_stop_hold();
  gy_addons_call call = {
      .self = frame[GY_FRAME_SELF],
      .argc = gy_frame_count(frame) - 1,
      .argv = frame + GY_FRAME_ARGUMENTS,
  };
  gy_value value = closure->fn(js, &closure->words, &call, &exception);
  return finish(js, value, exception);
}

static const void *const closure_table[] = {
    (const void *)(uintptr_t)destroy,
    (const void *)(uintptr_t)destroy_all,
    (const void *)(uintptr_t)call_closure,
};

static gy_value new_self(gy_context js, gy_value target, gy_value *exception) {
  if (create.value == NULL) {
    return JSObjectMake(js, NULL, NULL);
  }
  return JSObjectCallAsFunction(js, gy_pin_object(&create), NULL, 1, &target, exception);
}

/* By `new`: where `this` is for others, the frame has new.target. */
static int64_t construct_closure(gy_context js, const gy_value frame[]) {
  gy_value exception = NULL;
  gy_closure *closure;
  memcpy(&closure, (const char *)frame[GY_AT_CALLEE] + closure_at, sizeof(closure));
  gy_stop_hold();
  gy_value target = frame[GY_FRAME_SELF];
  gy_value self = new_self(js, target, &exception);
  if (exception != NULL) {
    return finish(js, NULL, exception);
  }
  gy_addons_call call = {
      .self = self,
      .target = target,
      .argc = gy_frame_count(frame) - 1,
      .argv = frame + GY_FRAME_ARGUMENTS,
  };
  gy_value value = closure->fn(js, &closure->words, &call, &exception);
  if (exception == NULL && (value == NULL || !JSValueIsObject(js, value))) {
    value = self;
  }
  return finish(js, value, exception);
}

/* A text of the engine's is a pointer to its body: where a value has it. */
static gy_object make(gy_context js, gy_value name, gy_closure *closure) {
  void *function = closure;
  gy_jsc.lock(js);
  gy_object made = gy_jsc.closure_create(vm_of(js), js, 0, &((const gy_cell_string *)name)->body,
                                         &function, 0, construct_closure);
  gy_jsc.unlock(js);
  return made;
}

gy_object gy_addons_function(gy_context js, gy_value name, gy_addons_fn fn,
                             const gy_addons_words *words) {
  gy_closure *closure = gy_memory_new(sizeof(*closure), "a function");
  *closure = (gy_closure){closure_table, fn, *words};
  return make(js, name, closure);
}

void gy_addons_start(gy_context js, gy_object function) { create = gy_pin_new(js, function); }

void gy_addons_stop(void) { gy_pin_free(&create); }

/* The engine's function takes an object; any value has the same bits there. */
gy_value gy_addons_call_on(gy_context js, gy_object function, gy_value self, size_t argc,
                           const gy_value argv[], gy_value *exception) {
  return gy_call(js, function, (gy_object)self, argc, argv, exception);
}

gy_weak gy_weak_new(gy_context js, gy_object object) {
  return gy_jsc.weak_create(vm_of(js), object);
}

gy_object gy_weak_get(gy_weak weak) { return gy_jsc.weak_get(weak); }

void gy_weak_free(gy_context js, gy_weak weak) { gy_jsc.weak_release(vm_of(js), weak); }

static void mark(gy_marker *marker, void *arg) {
  const gy_values *values = arg;
  for (size_t i = 0; i < values->count; i++) {
    gy_value value = values->values[i];
    if (value != NULL && gy_private_cell(value) != NULL) {
      marker->mark(marker, (JSObjectRef)value);
    }
  }
}

void gy_addons_keep(gy_context js, const gy_values *values) {
  gy_jsc.add_marking(vm_of(js), mark, (void *)values);
}

typedef struct {
  void (*fn)(void *arg);
  void *arg;
} gy_listener;

static void on_collected(JSContextGroupRef group, void *arg) {
  (void)group;
  gy_listener *listener = arg;
  listener->fn(listener->arg);
}

void gy_addons_on_collected(gy_context js, void (*fn)(void *arg), void *arg) {
  /* As long as the context, at whose end there are collections, too. */
  static _Thread_local gy_listener listener;
  listener = (gy_listener){fn, arg};
  gy_jsc.add_collected(vm_of(js), on_collected, &listener);
}

void gy_addons_report(gy_context js, size_t size) {
  if (gy_private_has(GY_PART_memory_cost)) {
    gy_jsc.report_memory(js, size);
  }
}

/* --- the sample */

static gy_value call_sample(gy_context js, const gy_addons_words *words, const gy_addons_call *call,
                            gy_value *exception) {
  if (words->data == NULL) {
    *exception = JSValueMakeNumber(js, 4);
  }
  bool fits = call->argc == 2 && call->argv[1] == JSValueMakeBoolean(js, true) &&
              (call->target == NULL) == (words->owner == NULL);
  return call->target != NULL ? call->self : JSValueMakeNumber(js, fits ? 3 : 0);
}

static bool find_closure(gy_object function, const gy_closure *closure) {
  for (size_t at = sizeof(gy_cell); at < CLOSURE_SEARCH; at += sizeof(void *)) {
    const void *word;
    if (gy_private_fetch((const char *)function + at, &word, sizeof(word)) && word == closure) {
      closure_at = at;
      return true;
    }
  }
  return false;
}

/* A function gets its arguments and its memory, also as a constructor; what it throws is caught;
 * undefined is `this` for who is called so; a weak reference finds its object. */
bool gy_addons_sample(gy_context js) {
  static const char reach[] =
      "(f, g, h) => { let n = 0; try { h(0, true); } catch (e) { n = e; }"
      "return f(1, true) === 3 && new g(1, true) instanceof Object && n === 4 && f.name === 'f'; }";
  gy_object functions[3];
  if (!gy_look_sample_strings(js) || !gy_private_has(GY_PART_lock)) {
    return false;
  }
  for (int i = 0; i < 3; i++) {
    gy_closure *closure = gy_memory_new(sizeof(*closure), "a sample");
    *closure = (gy_closure){
        closure_table, call_sample, {i == 1 ? closure : NULL, i == 2 ? NULL : closure, NULL}};
    functions[i] = make(js, gy_string(js, "f"), closure);
    if (functions[i] == NULL || !find_closure(functions[i], closure)) {
      return false;
    }
  }
  gy_value argv[] = {functions[0], functions[1], functions[2]};
  gy_object ask = gy_private_evaluate(js, reach);
  gy_object self = gy_private_evaluate(js, "(function () { 'use strict'; return this; })");
  gy_value undefined = JSValueMakeUndefined(js);
  gy_weak weak = gy_weak_new(js, self);
  bool fits = gy_weak_get(weak) == self &&
              JSObjectCallAsFunction(js, self, (gy_object)undefined, 0, NULL, NULL) == undefined;
  gy_weak_free(js, weak);
  gy_value symbol = gy_symbol(js, NULL);
  weak = gy_weak_new(js, (gy_object)symbol);
  fits = fits && gy_weak_get(weak) == symbol;
  gy_weak_free(js, weak);
  gy_value answer = JSObjectCallAsFunction(js, ask, NULL, 3, argv, NULL);
  return fits && answer != NULL && JSValueToBoolean(js, answer);
}

/* SPDX-License-Identifier: MIT */
/* What native addons need of the engine and its C interface lacks: functions that carry C data and
 * throw, weak references, values that the collector has to mark. All of it is the part `addons`; if
 * that is off, no addon is loaded. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

/* The engine's WTF::Function is a pointer to such an object; its first two functions destroy it, in
 * place and completely. */
typedef struct {
  const void *const *table;
  gj_addons_fn fn;
  gj_addons_words words;
} gj_closure;

enum { CLOSURE_SEARCH = 64 };

static size_t closure_at; /* process: in a function's object, found by the sample */
static _Thread_local gj_pin create;

bool gj_addons_can(void) { return gj_private_has(GJ_PART_addons); }

static JSContextGroupRef vm_of(gj_context js) { return JSContextGetGroup(js); }

static void destroy(gj_closure *closure) { (void)closure; }

static void destroy_all(gj_closure *closure) { free(closure); }

static int64_t finish(gj_context js, gj_value value, gj_value exception) {
  gj_stop_let();
  if (__builtin_expect(exception != NULL, 0)) {
    gj_jsc.raise(vm_of(js), js, exception);
    return 0;
  }
  return (int64_t)(intptr_t)value;
}

gj_value gj_addons_self(gj_context js, const gj_addons_call *call) {
  gj_value self = call->self;
  if (self != NULL && gj_is_object(js, self)) {
    return self;
  }
  bool is_none = self == NULL || JSValueIsUndefined(js, self) || JSValueIsNull(js, self);
  return is_none ? JSContextGetGlobalObject(js) : JSValueToObject(js, self, NULL);
}

static int64_t call_closure(gj_closure *closure, gj_context js, const gj_value frame[]) {
  gj_value exception = NULL;
  gj_stop_hold();
  gj_addons_call call = {
      .self = frame[GJ_FRAME_SELF],
      .argc = gj_frame_count(frame) - 1,
      .argv = frame + GJ_FRAME_ARGUMENTS,
  };
  gj_value value = closure->fn(js, &closure->words, &call, &exception);
  return finish(js, value, exception);
}

static const void *const closure_table[] = {
    (const void *)(uintptr_t)destroy,
    (const void *)(uintptr_t)destroy_all,
    (const void *)(uintptr_t)call_closure,
};

static gj_value new_self(gj_context js, gj_value target, gj_value *exception) {
  if (create.value == NULL) {
    return JSObjectMake(js, NULL, NULL);
  }
  return JSObjectCallAsFunction(js, gj_pin_object(&create), NULL, 1, &target, exception);
}

/* With `new`: the frame has new.target in the place of `this`. */
static int64_t construct_closure(gj_context js, const gj_value frame[]) {
  gj_value exception = NULL;
  gj_closure *closure;
  memcpy(&closure, (const char *)frame[GJ_AT_CALLEE] + closure_at, sizeof(closure));
  gj_stop_hold();
  gj_value target = frame[GJ_FRAME_SELF];
  gj_value self = new_self(js, target, &exception);
  if (exception != NULL) {
    return finish(js, NULL, exception);
  }
  gj_addons_call call = {
      .self = self,
      .target = target,
      .argc = gj_frame_count(frame) - 1,
      .argv = frame + GJ_FRAME_ARGUMENTS,
  };
  gj_value value = closure->fn(js, &closure->words, &call, &exception);
  if (exception == NULL && (value == NULL || !JSValueIsObject(js, value))) {
    value = self;
  }
  return finish(js, value, exception);
}

/* The engine's text is a pointer to its body; this finds the body in a value. */
static gj_object make(gj_context js, gj_value name, gj_closure *closure) {
  void *function = closure;
  gj_jsc.lock(js);
  gj_object made = gj_jsc.closure_create(vm_of(js), js, 0, &((const gj_cell_string *)name)->body,
                                         &function, 0, construct_closure);
  gj_jsc.unlock(js);
  return made;
}

gj_object gj_addons_function(gj_context js, gj_value name, gj_addons_fn fn,
                             const gj_addons_words *words) {
  gj_closure *closure = gj_memory_new(sizeof(*closure), "a function");
  *closure = (gj_closure){closure_table, fn, *words};
  return make(js, name, closure);
}

void gj_addons_start(gj_context js, gj_object function) { create = gj_pin_new(js, function); }

void gj_addons_stop(void) { gj_pin_free(&create); }

/* The engine's function takes an object; any value has the same representation there. */
gj_value gj_addons_call_on(gj_context js, gj_object function, gj_value self, size_t argc,
                           const gj_value argv[], gj_value *exception) {
  return gj_call(js, function, (gj_object)self, argc, argv, exception);
}

gj_weak gj_weak_new(gj_context js, gj_object object) {
  return gj_jsc.weak_create(vm_of(js), object);
}

gj_object gj_weak_get(gj_weak weak) { return gj_jsc.weak_get(weak); }

void gj_weak_free(gj_context js, gj_weak weak) { gj_jsc.weak_release(vm_of(js), weak); }

static void mark(gj_marker *marker, void *arg) {
  const gj_values *values = arg;
  for (size_t i = 0; i < values->count; i++) {
    gj_value value = values->values[i];
    if (value != NULL && gj_private_cell(value) != NULL) {
      marker->mark(marker, (JSObjectRef)value);
    }
  }
}

void gj_addons_keep(gj_context js, const gj_values *values) {
  gj_jsc.add_marking(vm_of(js), mark, (void *)values);
}

typedef struct {
  void (*fn)(void *arg);
  void *arg;
} gj_listener;

static void on_collected(JSContextGroupRef group, void *arg) {
  (void)group;
  gj_listener *listener = arg;
  listener->fn(listener->arg);
}

void gj_addons_on_collected(gj_context js, void (*fn)(void *arg), void *arg) {
  /* Lives as long as the context, whose end involves collections, too. */
  static _Thread_local gj_listener listener;
  listener = (gj_listener){fn, arg};
  gj_jsc.add_collected(vm_of(js), on_collected, &listener);
}

void gj_addons_report(gj_context js, size_t size) {
  if (gj_private_has(GJ_PART_memory_cost)) {
    gj_jsc.report_memory(js, size);
  }
}

/* --- the sample */

static gj_value call_sample(gj_context js, const gj_addons_words *words, const gj_addons_call *call,
                            gj_value *exception) {
  if (words->data == NULL) {
    *exception = JSValueMakeNumber(js, 4);
  }
  bool fits = call->argc == 2 && call->argv[1] == JSValueMakeBoolean(js, true) &&
              (call->target == NULL) == (words->owner == NULL);
  return call->target != NULL ? call->self : JSValueMakeNumber(js, fits ? 3 : 0);
}

static bool find_closure(gj_object function, const gj_closure *closure) {
  for (size_t at = sizeof(gj_cell); at < CLOSURE_SEARCH; at += sizeof(void *)) {
    const void *word;
    if (gj_private_fetch((const char *)function + at, &word, sizeof(word)) && word == closure) {
      closure_at = at;
      return true;
    }
  }
  return false;
}

/* A function gets its arguments and its data, also as a constructor; what it throws is caught; a
 * function called without `this` gets undefined; a weak reference finds its object. */
bool gj_addons_sample(gj_context js) {
  static const char reach[] =
      "(f, g, h) => { let n = 0; try { h(0, true); } catch (e) { n = e; }"
      "return f(1, true) === 3 && new g(1, true) instanceof Object && n === 4 && f.name === 'f'; }";
  gj_object functions[3];
  if (!gj_look_sample_strings(js) || !gj_private_has(GJ_PART_lock)) {
    return false;
  }
  for (int i = 0; i < 3; i++) {
    gj_closure *closure = gj_memory_new(sizeof(*closure), "a sample");
    *closure = (gj_closure){
        closure_table, call_sample, {i == 1 ? closure : NULL, i == 2 ? NULL : closure, NULL}};
    functions[i] = make(js, gj_string(js, "f"), closure);
    if (functions[i] == NULL || !find_closure(functions[i], closure)) {
      return false;
    }
  }
  gj_value argv[] = {functions[0], functions[1], functions[2]};
  gj_object ask = gj_private_evaluate(js, reach);
  gj_object self = gj_private_evaluate(js, "(function () { 'use strict'; return this; })");
  gj_value undefined = JSValueMakeUndefined(js);
  gj_weak weak = gj_weak_new(js, self);
  bool fits = gj_weak_get(weak) == self &&
              JSObjectCallAsFunction(js, self, (gj_object)undefined, 0, NULL, NULL) == undefined;
  gj_weak_free(js, weak);
  gj_value symbol = gj_symbol(js, NULL);
  weak = gj_weak_new(js, (gj_object)symbol);
  fits = fits && gj_weak_get(weak) == symbol;
  gj_weak_free(js, weak);
  gj_value answer = JSObjectCallAsFunction(js, ask, NULL, 3, argv, NULL);
  return fits && answer != NULL && JSValueToBoolean(js, answer);
}

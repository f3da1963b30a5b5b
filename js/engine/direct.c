/* SPDX-License-Identifier: MIT */
/* Faster ways into the engine than its C interface: functions that JavaScript calls without
 * releasing and taking the engine's lock for each call, and microtasks run on demand, also within a
 * call. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "engine/private.h"

/* A context group is the engine's VM. */
static void *vm_of(gj_context js) { return (void *)JSContextGetGroup(js); }

/* Other C functions are called without the lock. */
bool gj_direct_has_microtasks(void) {
  return gj_private_has(GJ_PART_microtasks) && gj_private_has(GJ_PART_functions);
}

_Thread_local volatile int32_t gj_direct_beats;

static _Thread_local void (*around)(void (*run)(gj_context js), gj_context js);

static void drain(gj_context js) { gj_jsc.drain_microtasks(vm_of(js)); }

/* The engine runs them when its lock is released, outside of any call. */
static void drain_slowly(gj_context js) {
  gj_context_unlock(js);
  gj_context_lock(js);
}

static void run_microtasks(gj_context js, void (*run)(gj_context js)) {
  gj_awaits_jobs++;
  if (__builtin_expect(around != NULL, 0)) {
    around(run, js);
  } else {
    run(js);
  }
  gj_awaits_jobs--;
  gj_jobs_leave();
  gj_direct_beats++;
}

void gj_direct_around_microtasks(void (*fn)(void (*run)(gj_context js), gj_context js)) {
  around = fn;
}

/* The caller has checked the part. */
static gj_object make(gj_context js, gj_direct function) {
  static const void *const no_name = NULL; /* an empty string */
  gj_jsc.lock(js);                         /* a binding is called without it */
  gj_object made =
      gj_jsc.function_create(vm_of(js), js, 0, &no_name, function, 0, 0, function, NULL);
  gj_jsc.unlock(js);
  return made;
}

static int64_t call_microtasks(JSContextRef js, const JSValueRef frame[]) {
  (void)frame;
  run_microtasks(js, drain);
  return (int64_t)(intptr_t)JSValueMakeUndefined(js);
}

static int64_t call_drain(JSContextRef js, const JSValueRef frame[]) {
  (void)frame;
  drain(js);
  return (int64_t)(intptr_t)JSValueMakeUndefined(js);
}

static _Thread_local gj_pin within; /* a function that does it */

/* Within a call: otherwise the engine would do for each job what it does when the outermost call
 * begins. */
static void drain_within(gj_context js) {
  if (gj_queue_empty()) {
    drain(js);
    return;
  }
  if (within.value == NULL) {
    within = gj_pin_new(js, make(js, call_drain));
  }
  JSObjectCallAsFunction(js, gj_pin_object(&within), NULL, 0, NULL, NULL);
}

void gj_direct_microtasks(gj_context js, bool inside) {
  uint32_t held = gj_stop_let_all();
  if (gj_direct_has_microtasks()) {
    run_microtasks(js, inside ? drain : drain_within);
  } else {
    run_microtasks(js, gj_private_has(GJ_PART_microtasks) ? drain : drain_slowly);
  }
  gj_stop_hold_all(held);
}

static _Thread_local bool ended_one;

static int64_t call_drop(JSContextRef js, const JSValueRef frame[]) {
  (void)frame;
  gj_stop_script(js);
  drain(js);
  ended_one = gj_stop_seen(js);
  gj_stop_over(js);
  return (int64_t)(intptr_t)JSValueMakeUndefined(js);
}

/* Within a call: at the end of the outermost one the engine withdraws the trap, and a job that is
 * not a script ignores it. */
void gj_direct_drop_microtasks(gj_context js) {
  if (!gj_direct_has_microtasks()) {
    gj_stop_script(js); /* for the first one at least */
    return;
  }
  JSObjectRef drop = make(js, call_drop);
  do {
    ended_one = false;
    JSObjectCallAsFunction(js, drop, NULL, 0, NULL, NULL);
  } while (ended_one);
}

gj_object gj_direct_microtasks_function(gj_context js) {
  return gj_direct_has_microtasks() ? make(js, call_microtasks) : NULL;
}

static _Thread_local double (*clock_ms)(void);

static int64_t call_clock(JSContextRef js, const JSValueRef frame[]) {
  (void)frame;
  return (int64_t)(intptr_t)JSValueMakeNumber(js, clock_ms());
}

static JSValueRef call_clock_slowly(JSContextRef js, JSObjectRef function, JSObjectRef self,
                                    size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  return JSValueMakeNumber(js, clock_ms());
}

gj_object gj_direct_clock_function(gj_context js, double (*clock)(void)) {
  clock_ms = clock;
  return gj_private_has(GJ_PART_functions) ? make(js, call_clock)
                                           : gj_function_new(js, "now", call_clock_slowly);
}

static _Thread_local bool fits;

static int64_t call_sample(JSContextRef js, const JSValueRef frame[]) {
  fits = gj_frame_count(frame) == 3 && frame[GJ_FRAME_SELF] == JSContextGetGlobalObject(js) &&
         frame[GJ_FRAME_ARGUMENTS] == JSValueMakeNumber(js, 12345) &&
         frame[GJ_FRAME_ARGUMENTS + 1] == JSValueMakeBoolean(js, true);
  return (int64_t)(intptr_t)JSValueMakeNumber(js, 54321);
}

/* The engine does not promise the layout of a frame either: a sample call checks it. */
bool gj_direct_sample_functions(gj_context js) {
  if (sizeof(void *) != sizeof(int64_t) || !gj_private_has(GJ_PART_lock)) {
    return false;
  }
  JSValueRef arguments[] = {JSValueMakeNumber(js, 12345), JSValueMakeBoolean(js, true)};
  fits = false;
  JSValueRef value = JSObjectCallAsFunction(js, make(js, call_sample), JSContextGetGlobalObject(js),
                                            2, arguments, NULL);
  return fits && value == JSValueMakeNumber(js, 54321);
}

static JSValueRef on_settled(JSContextRef js, JSObjectRef function, JSObjectRef self, size_t argc,
                             const JSValueRef argv[], JSValueRef *exception) {
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  fits = true;
  return JSValueMakeUndefined(js);
}

/* The function's name says what it does; that a context group is the VM is shown by the sample of
 * the functions. If that failed, a reaction must be called by it, and not before: promises, which a
 * start does not need, would take a twentieth of it. */
bool gj_direct_sample_microtasks(gj_context js) {
  JSObjectRef resolve;
  JSObjectRef reject;
  if (!gj_private_has(GJ_PART_lock)) {
    return false;
  }
  if (gj_private_has(GJ_PART_functions)) {
    return true;
  }
  fits = false;
  JSObjectRef promise = JSObjectMakeDeferredPromise(js, &resolve, &reject, NULL);
  JSValueRef reaction = gj_function_new(js, "", on_settled);
  JSObjectCallAsFunction(js, (JSObjectRef)gj_get(js, promise, "then"), promise, 1, &reaction, NULL);
  JSObjectCallAsFunction(js, resolve, NULL, 0, NULL, NULL);
  if (fits) {
    return false;
  }
  gj_jsc.lock(js);
  drain(js);
  gj_jsc.unlock(js);
  return fits;
}

gj_value gj_direct_function(gj_context js, gj_direct function) {
  return gj_private_has(GJ_PART_functions) ? make(js, function) : NULL;
}

gj_value gj_direct_threw(gj_context js, gj_value exception) {
  gj_text text;
  if (gj_stop_go_on(js)) {
    return JSValueMakeUndefined(js);
  }
  gj_text_get(js, exception, &text);
  gj_memory_fatal(text.data);
}

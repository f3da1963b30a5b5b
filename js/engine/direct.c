/* SPDX-License-Identifier: MIT */
/* Shorter ways into the engine than its C interface: functions that JavaScript calls without the
 * engine's lock being dropped and taken for each call, and microtasks run on demand, also within a
 * call. Both are symbols of the engine's C++ side, whose names carry the types of their parameters:
 * with an engine that has them not, or otherwise, they are absent, and callers do without. */
#include <JavaScriptCore/JavaScript.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/engine.h"

/* JSC::VM::drainMicrotasks() */
__attribute__((weak)) void gy_jsc_drain_microtasks(void *vm) __asm__(
    "_ZN3JSC2VM15drainMicrotasksEv");

typedef gy_direct native;

/* JSC::JSFunction::create(VM &, JSGlobalObject *, unsigned, const WTF::String &, FunctionPtr,
 * ImplementationVisibility, Intrinsic, FunctionPtr, const DOMJIT::Signature *) */
__attribute__((weak)) JSObjectRef gy_jsc_function_create(
    void *vm, JSContextRef js, unsigned length, const void *const *name, native function,
    uint8_t visibility, uint8_t intrinsic, native constructor,
    const void *signature) __asm__("_ZN3JSC10JSFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3"
                                   "WTF6StringENS5_11FunctionPtrILNS5_6PtrTagE1EFlS4_PNS_9CallFram"
                                   "eEELNS5_18FunctionAttributesE2EEENS_24ImplementationVisibilityE"
                                   "NS_9IntrinsicESF_PKNS_6DOMJIT9SignatureE");

/* Exported by the engine, in none of its public headers. */
void JSLock(JSContextRef js);
void JSUnlock(JSContextRef js);

/* A context group is the engine's VM. */
static void *vm_of(gy_context js) { return (void *)JSContextGetGroup(js); }

bool gy_direct_has_microtasks(void) { return gy_jsc_drain_microtasks != NULL; }

volatile int32_t gy_direct_beats;

static void (*around)(void (*run)(gy_context js), gy_context js);

static void drain(gy_context js) { gy_jsc_drain_microtasks(vm_of(js)); }

static void run_microtasks(gy_context js) {
  if (__builtin_expect(around != NULL, 0)) {
    around(drain, js);
  } else {
    drain(js);
  }
  gy_direct_beats++;
}

void gy_direct_around_microtasks(void (*fn)(void (*run)(gy_context js), gy_context js)) {
  around = fn;
}

bool gy_direct_microtasks(gy_context js) {
  if (gy_jsc_drain_microtasks == NULL) {
    return false;
  }
  run_microtasks(js);
  return true;
}

static gy_object make(gy_context js, native function) {
  static const void *const no_name = NULL; /* an empty string */
  if (gy_jsc_function_create == NULL || sizeof(void *) != sizeof(int64_t)) {
    return NULL;
  }
  JSLock(js); /* a binding is called without it */
  gy_object made =
      gy_jsc_function_create(vm_of(js), js, 0, &no_name, function, 0, 0, function, NULL);
  JSUnlock(js);
  return made;
}

static int64_t call_microtasks(JSContextRef js, const JSValueRef frame[]) {
  (void)frame;
  run_microtasks(js);
  return (int64_t)(intptr_t)JSValueMakeUndefined(js);
}

gy_object gy_direct_microtasks_function(gy_context js) {
  return gy_jsc_drain_microtasks == NULL ? NULL : make(js, call_microtasks);
}

static double (*clock_ms)(void);

static int64_t call_clock(JSContextRef js, const JSValueRef frame[]) {
  (void)frame;
  return (int64_t)(intptr_t)JSValueMakeNumber(js, clock_ms());
}

static JSValueRef call_clock_slowly(JSContextRef js, JSObjectRef function, JSObjectRef self,
                                    size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  return JSValueMakeNumber(js, clock_ms());
}

gy_object gy_direct_clock_function(gy_context js, double (*clock)(void)) {
  clock_ms = clock;
  gy_object function = make(js, call_clock);
  return function != NULL ? function : gy_function_new(js, "now", call_clock_slowly);
}

static bool frame_fits;

static int64_t call_sample(JSContextRef js, const JSValueRef frame[]) {
  frame_fits = gy_frame_count(frame) == 3 && frame[GY_FRAME_SELF] == JSContextGetGlobalObject(js) &&
               frame[GY_FRAME_ARGUMENTS] == JSValueMakeNumber(js, 12345) &&
               frame[GY_FRAME_ARGUMENTS + 1] == JSValueMakeBoolean(js, true);
  return (int64_t)(intptr_t)JSValueMakeUndefined(js);
}

/* The engine promises no frame either: a sample of a call tells whether it is as expected. */
static bool can_set(gy_context js) {
  static _Thread_local bool asked;
  gy_object sample = asked ? NULL : make(js, call_sample);
  if (sample != NULL) {
    JSValueRef arguments[] = {JSValueMakeNumber(js, 12345), JSValueMakeBoolean(js, true)};
    JSObjectCallAsFunction(js, sample, JSContextGetGlobalObject(js), 2, arguments, NULL);
  }
  asked = true;
  return frame_fits;
}

void gy_direct_set(gy_context js, gy_object object, const gy_direct_export exports[]) {
  for (const gy_direct_export *e = exports; e->name != NULL && can_set(js); e++) {
    gy_set(js, object, e->name, make(js, e->function));
  }
}

void gy_direct_threw(gy_context js, gy_value exception) {
  gy_text text;
  gy_text_get(js, exception, &text);
  fprintf(stderr, "gyre: %s\n", text.data);
  abort();
}

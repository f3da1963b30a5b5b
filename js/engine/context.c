/* SPDX-License-Identifier: MIT */
/* The life of a context. */
#include <JavaScriptCore/JavaScript.h>
#include <glib.h>
#include <jsc/jsc.h>
#include <stdlib.h>

#include "engine/engine.h"

/* Exported by the engine, in none of its public headers. */
void JSGlobalContextSetUnhandledRejectionCallback(JSGlobalContextRef js, JSObjectRef function,
                                                  JSValueRef *exception);
void JSContextGroupSetExecutionTimeLimit(JSContextGroupRef group, double limit_s,
                                         bool (*callback)(JSContextRef js, void *arg), void *arg);
void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);
void JSLock(JSContextRef js);
void JSUnlock(JSContextRef js);
JSObjectRef JSGetMemoryUsageStatistics(JSContextRef js);
void JSSynchronousGarbageCollectForDebugging(JSContextRef js);

/* These are C++, of some releases, and so may be absent. */
void engine_initialize(void) __asm__("_ZN3WTF10initializeEv") __attribute__((weak));
void engine_main_thread(void) __asm__("_ZN3WTF20initializeMainThreadEv") __attribute__((weak));
bool promise_is_handled(JSObjectRef promise,
                        JSContextGroupRef group) __asm__("_ZNK3JSC9JSPromise9isHandledERNS_2VME")
    __attribute__((weak));

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)
#define HEAP_BYTES 8388608
#define LAST_COMPILER_AFTER 300000 /* of the engine's own unit: a call is some 15 */
#define FULL_TIMER_SHARE 0.0025    /* of a processor, for each MB that may be garbage */
#define SIGNAL_FOR_GC 63 /* a real-time signal; the first of them are the C library's own */

/* The engine would take SIGUSR1, which programs use, to stop its threads. It looks for another in
 * the environment, once; neither its own options nor child processes should see that. */
static void choose_signal(void) {
  if (engine_initialize != NULL && getenv("JSC_SIGNAL_FOR_GC") == NULL) {
    setenv("JSC_SIGNAL_FOR_GC", TEXT(SIGNAL_FOR_GC), 1);
    engine_initialize();
    unsetenv("JSC_SIGNAL_FOR_GC");
  }
}

/* The first option that is set makes the engine read the others from the environment. It would
 * collect garbage whenever 1 MB more is in use, as is right for the many small pages of a browser.
 * (Its function for options of that kind does not work.) */
static void choose_options(void) {
  bool ours = getenv("JSC_smallHeapSize") == NULL;
  if (ours) {
    setenv("JSC_smallHeapSize", TEXT(HEAP_BYTES), 1);
  }
  jsc_options_set_boolean("useSharedArrayBuffer", TRUE);
  /* As in Node, a call in tail position has a frame: stacks show it, and recursion without end is
   * an error. */
  jsc_options_set_boolean("useTailCalls", FALSE);
  /* The last of the engine's compilers takes milliseconds for each function. Three times its own
   * measure leaves out what is called a few thousand times, as for each piece of a large file. */
  if (getenv("JSC_thresholdForFTLOptimizeAfterWarmUp") == NULL) {
    jsc_options_set_int("thresholdForFTLOptimizeAfterWarmUp", LAST_COMPILER_AFTER);
  }
  /* A loop that has become idle is to be rid of its garbage in seconds; the engine's own measure,
   * an eighth of ours, is for what idles while others work. */
  if (getenv("JSC_percentCPUPerMBForFullTimer") == NULL) {
    jsc_options_set_double("percentCPUPerMBForFullTimer", FULL_TIMER_SHARE);
  }
  if (ours) {
    unsetenv("JSC_smallHeapSize");
  }
}

gy_context gy_context_new(void) {
  static gsize options;
  if (g_once_init_enter(&options)) {
    choose_signal();
    choose_options();
    g_once_init_leave(&options, 1);
  }
  gy_engine_work_open();
  /* Collections that a timer of the engine begins look for the main thread's run loop, which the
   * engine's interface for C does not make. */
  static gsize main_thread;
  if (g_once_init_enter(&main_thread)) {
    if (engine_main_thread != NULL) {
      engine_main_thread();
    }
    g_once_init_leave(&main_thread, 1);
  }
  JSContextGroupRef group = JSContextGroupCreate();
  JSGlobalContextRef js = JSGlobalContextCreateInGroup(group, NULL);
  /* Makes the engine's watchdog, which counts only entries that begin after that: a time limit for
   * a script (realm.c) is asked for inside of one. */
  JSContextGroupSetExecutionTimeLimit(group, 3600, NULL, NULL);
  JSContextGroupClearExecutionTimeLimit(group);
  JSContextGroupRelease(group);
  static gsize looked;
  if (g_once_init_enter(&looked)) {
    gy_look_start(js);
    g_once_init_leave(&looked, 1);
  }
  return js;
}

void gy_context_free(gy_context js) {
  JSGlobalContextRelease((JSGlobalContextRef)js);
  gy_engine_work_close();
}

gy_object gy_global(gy_context js) { return JSContextGetGlobalObject(js); }

void gy_context_lock(gy_context js) { JSLock(js); }

void gy_context_unlock(gy_context js) { JSUnlock(js); }

void gy_context_run_microtasks(gy_context js) {
  if (!gy_direct_microtasks(js)) {
    JSUnlock(js); /* the engine runs them when its lock is free */
    JSLock(js);
  }
}

void gy_collect(gy_context js) { JSSynchronousGarbageCollectForDebugging(js); }

void gy_context_on_rejection(gy_context js, gy_object callback) {
  JSGlobalContextSetUnhandledRejectionCallback((JSGlobalContextRef)js, callback, NULL);
}

int gy_promise_handled(gy_context js, gy_object promise) {
  return promise_is_handled == NULL ? -1 : promise_is_handled(promise, JSContextGetGroup(js));
}

const char *gy_engine_version(void) {
  return TEXT(JSC_MAJOR_VERSION) "." TEXT(JSC_MINOR_VERSION) "." TEXT(JSC_MICRO_VERSION);
}

gy_heap gy_context_heap(gy_context js) {
  JSObjectRef figures = JSGetMemoryUsageStatistics(js);
  return (gy_heap){
      .heap_size = (size_t)gy_to_number(js, gy_get(js, figures, "heapSize")),
      .heap_capacity = (size_t)gy_to_number(js, gy_get(js, figures, "heapCapacity")),
      .extra_memory = (size_t)gy_to_number(js, gy_get(js, figures, "extraMemorySize")),
      .object_count = (size_t)gy_to_number(js, gy_get(js, figures, "objectCount")),
  };
}

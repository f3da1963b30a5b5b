/* SPDX-License-Identifier: MIT */
/* Ends what JavaScript runs, from any thread. The engine has a trap for that, which scripts look at
 * in loops and calls, and throws an exception that no script can catch. It is meant for the
 * engine's own watchdog: a flag in the VM says that the end is asked for, which the engine takes
 * back when the outermost script has ended. Where a script ends that another one waits for (vm), it
 * is taken back here.
 *
 * Within C the exception is one like others, and would be thrown on as one that can be caught. So
 * the trap is set again whenever a call has thrown. And what C asks of the engine must not be
 * ended: the engine counts who wants the trap to wait, and C counts there, too (gy_stop_hold).
 *
 * Where the flag and the trap are differs from release to release; stop_find.c finds them. */
#include "engine/private.h"

_Thread_local gy_stop *gy_stop_own;
_Thread_local uint32_t *gy_stop_held;
_Thread_local uint32_t gy_stop_held_own;
static _Thread_local void *held_vm;

static gy_stop_places at; /* process: found by a sample */

/* A context group is the engine's VM. */
static void *vm_of(gy_context js) { return (void *)JSContextGetGroup(js); }

/* process: the engine does not expect that one thread sets a trap while another takes it back. */
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;

static void fire(void *vm) {
  pthread_mutex_lock(&changes);
  for (size_t i = 0; i < at.flag_count; i++) {
    __atomic_or_fetch((uint8_t *)vm + at.flags[i], 1, __ATOMIC_SEQ_CST);
  }
  gy_jsc.undo_defer((char *)vm + at.traps, 0);
  pthread_mutex_unlock(&changes);
}

static void take_back(void *vm) {
  for (size_t i = 0; i < at.flag_count; i++) {
    __atomic_and_fetch((uint8_t *)vm + at.flags[i], (uint8_t)~1u, __ATOMIC_SEQ_CST);
  }
  __atomic_and_fetch((uint32_t *)((char *)vm + at.bits), ~at.trap, __ATOMIC_SEQ_CST);
}

/* The engine has threads stopped, so that they see a trap, until it is handled: without that it
 * would take the next one for the same, and stop nobody. */
static void take_back_wholly(void *vm) {
  pthread_mutex_lock(&changes);
  take_back(vm);
  if (gy_jsc.cancel_stop != NULL) {
    gy_jsc.cancel_stop((char *)vm + at.traps);
  }
  pthread_mutex_unlock(&changes);
}

static bool is_asked_by_engine(void *vm) {
  return __atomic_load_n((uint8_t *)vm + at.flags[0], __ATOMIC_SEQ_CST) == 1;
}

/* Behind the bits. */
static uint32_t *count_of(void *vm) { return (uint32_t *)((char *)vm + at.bits) + 1; }

/* The trap may have been passed by meanwhile. */
void gy_stop_resume(void) {
  if (is_asked_by_engine(held_vm)) {
    fire(held_vm);
  }
}

void gy_stop_prepare(gy_context js) {
  if (gy_stop_held != NULL || !gy_private_has(GY_PART_holds)) {
    return;
  }
  held_vm = vm_of(js);
  *count_of(held_vm) += gy_stop_held_own;
  gy_stop_held = count_of(held_vm);
}

bool gy_stop_sample_endings(gy_context js) {
  enum { WORDS = 64 };
  void *words[WORDS];
  int found = 0;
  if (!gy_private_has(GY_PART_lock)) {
    return false;
  }
  gy_jsc.lock(js);
  void *made = gy_jsc.ensure_termination(vm_of(js));
  if (made != NULL && made == gy_jsc.ensure_termination(vm_of(js)) &&
      gy_private_fetch(vm_of(js), words, sizeof(words))) {
    for (int i = 0; i < WORDS; i++) {
      found += words[i] == made;
    }
  }
  gy_jsc.unlock(js);
  return found == 1;
}

static _Thread_local bool fits;

/* Both ways to end a script, and to take that back: before anything has noticed, too. */
static JSValueRef sample_inside(JSContextRef js, JSObjectRef function, JSObjectRef self,
                                size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  static const char CALLS[] = "(function f(n) { return n > 0 ? f(n - 1) + f(n - 2) : 1 })(9)";
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  void *vm = vm_of(js);
  gy_jsc.lock(js);
  gy_jsc.ensure_termination(vm);
  fits = gy_stop_find_runs(js, CALLS);
  for (int i = 0; i < 2 && fits; i++) {
    fire(vm);
    take_back(vm);
    fits = gy_stop_find_runs(js, CALLS);
    fire(vm);
    fits = fits && !gy_stop_find_runs(js, GY_STOP_LOOP) && is_asked_by_engine(vm);
    take_back(vm);
    fits = fits && gy_stop_find_runs(js, CALLS);
  }
  fire(vm);
  fits = fits && !gy_stop_find_runs(js, GY_STOP_LOOP);
  gy_jsc.unlock(js);
  return JSValueMakeUndefined(js);
}

/* The trap waits while there is a count, and comes then. */
static JSValueRef sample_held(JSContextRef js, JSObjectRef function, JSObjectRef self, size_t argc,
                              const JSValueRef argv[], JSValueRef *exception) {
  static const char LOOP[] = "for (let i = 0; i < 1e4; i++);";
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  void *vm = vm_of(js);
  uint32_t count = 1;
  gy_jsc.lock(js);
  gy_jsc.ensure_termination(vm);
  fits = gy_private_fetch(count_of(vm), &count, sizeof(count)) && count == 0;
  if (fits) {
    *count_of(vm) = 1;
    fire(vm);
    fits = gy_stop_find_runs(js, LOOP) && is_asked_by_engine(vm);
    *count_of(vm) = 0;
    fire(vm);
    fits = !gy_stop_find_runs(js, LOOP) && fits;
    take_back_wholly(vm);
    fits = gy_stop_find_runs(js, LOOP) && fits;
  }
  gy_jsc.unlock(js);
  return JSValueMakeUndefined(js);
}

bool gy_stop_sample_holds(gy_context js) {
  (void)js;
  if (!gy_private_has(GY_PART_stops)) {
    return false;
  }
  JSGlobalContextRef own = gy_stop_find_engine();
  fits = false;
  JSObjectCallAsFunction(own, gy_function_new(own, "", sample_held), NULL, 0, NULL, NULL);
  JSGlobalContextRelease(own);
  return fits;
}

/* In engines of its own, so that the program's has no part in it. What is asked for at the end is
 * over with the outermost script. */
bool gy_stop_sample_stops(gy_context js) {
  (void)js;
  if (!gy_private_has(GY_PART_time_limit) || !gy_private_has(GY_PART_endings) ||
      !gy_stop_find(&at)) {
    return false;
  }
  JSGlobalContextRef own = gy_stop_find_engine();
  fits = false;
  JSObjectCallAsFunction(own, gy_function_new(own, "", sample_inside), NULL, 0, NULL, NULL);
  fits = fits && !is_asked_by_engine(vm_of(own)) && gy_stop_find_runs(own, "1");
  JSGlobalContextRelease(own);
  return fits;
}

static void *find_out(void *arg) {
  JSGlobalContextRef js = gy_stop_find_engine(); /* for what these are built on */
  gy_private_context(js);
  gy_private_has(GY_PART_holds);
  gy_private_context(NULL);
  JSGlobalContextRelease(js);
  return arg;
}

bool gy_stop_find_out(pthread_t *thread) {
  return atomic_load(&gy_private_states[GY_PART_holds]) == GY_PRIVATE_UNASKED &&
         gy_private_has(GY_PART_time_limit) && pthread_create(thread, NULL, find_out, NULL) == 0;
}

void gy_stop_open(gy_stop *stop, gy_context js) {
  if (gy_private_has(GY_PART_endings)) {
    gy_jsc.lock(js);
    gy_jsc.ensure_termination(vm_of(js));
    gy_jsc.unlock(js);
    stop->vm = vm_of(js);
  }
  gy_stop_own = stop;
}

void gy_stop_close(gy_stop *stop) {
  stop->vm = NULL;
  if (gy_stop_held != NULL) {
    gy_stop_held_own = *gy_stop_held;
    gy_stop_held = NULL;
  }
}

bool gy_stop_works(void) { return gy_private_has(GY_PART_stops); }

void gy_stop_ask(gy_stop *stop) {
  bool works = gy_stop_works(); /* its sample is a script, which the end of this one would end */
  atomic_store_explicit(&stop->asked, true, memory_order_release);
  if (stop->vm != NULL && works) {
    fire((void *)stop->vm);
  }
}

void gy_stop_script(gy_context js) { fire(vm_of(js)); }

void gy_stop_over(gy_context js) { take_back_wholly(vm_of(js)); }

bool gy_stop_go_on(gy_context js) {
  if (gy_stop_asked()) {
    gy_stop_ask(gy_stop_own);
    return true;
  }
  bool asked = at.flag_count > 0 && is_asked_by_engine(vm_of(js));
  if (asked) {
    fire(vm_of(js));
  }
  return asked;
}

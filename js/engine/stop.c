/* SPDX-License-Identifier: MIT */
/* Terminates JavaScript on a thread, from any thread. The engine has a trap for that, which scripts
 * check in loops and calls; it throws an exception that no script can catch. It is meant for the
 * engine's own watchdog: a flag in the VM says that termination was requested, and the engine
 * clears it when the outermost script has ended. If an inner script is terminated (vm), it is
 * cleared here.
 *
 * Within C the exception is one like others, and would be rethrown as one that can be caught. So
 * the trap is set again whenever a call has thrown. And calls from C to the engine must not be
 * terminated: the engine counts who wants to delay the trap, and C uses the same count
 * (gj_stop_hold).
 *
 * Where the flag and the trap are differs from release to release; stop_find.c finds them. */
#include <string.h>
#include <time.h>

#include "engine/private.h"

/* A script sees the trap within the first time, and has handled it within the second, even if its
 * thread has to wait for a CPU. */
#define SEEN_NS 1000000000
#define HANDLED_NS 100000000

_Thread_local gj_stop *gj_stop_own;
_Thread_local uint32_t *gj_stop_held;
_Thread_local uint32_t gj_stop_held_own;
static _Thread_local void *held_vm;

static gj_stop_places at; /* process: found by a sample */

/* A context group is the engine's VM. */
static void *vm_of(gj_context js) { return (void *)JSContextGetGroup(js); }

/* process: the engine does not expect that one thread sets a trap while another withdraws it. */
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;

static struct { /* process: under that lock */
  const void *vm;
  uint64_t ns;
} fired;

static bool is_asked_by_engine(void *vm) {
  return __atomic_load_n((uint8_t *)vm + at.flags[0], __ATOMIC_SEQ_CST) == 1;
}

/* Another thread has set the trap, and the script has not seen it yet, or is handling it: the
 * engine aborts if the trap is set once more just then. A request from another thread is repeated
 * later. */
static bool is_on_its_way(void *vm, uint64_t now) {
  uint32_t bits = __atomic_load_n((uint32_t *)((char *)vm + at.bits), __ATOMIC_SEQ_CST);
  uint64_t limit = (bits & at.trap) != 0 ? SEEN_NS : HANDLED_NS;
  return held_vm != vm && fired.vm == vm && now - fired.ns < limit && is_asked_by_engine(vm);
}

static void fire(void *vm) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  uint64_t now = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  pthread_mutex_lock(&changes);
  if (!is_on_its_way(vm, now)) {
    for (size_t i = 0; i < at.flag_count; i++) {
      __atomic_or_fetch((uint8_t *)vm + at.flags[i], 1, __ATOMIC_SEQ_CST);
    }
    gj_jsc.undo_defer((char *)vm + at.traps, 0);
    fired.vm = vm;
    fired.ns = now;
  }
  pthread_mutex_unlock(&changes);
}

static void take_back(void *vm) {
  for (size_t i = 0; i < at.flag_count; i++) {
    __atomic_and_fetch((uint8_t *)vm + at.flags[i], (uint8_t)~1u, __ATOMIC_SEQ_CST);
  }
  __atomic_and_fetch((uint32_t *)((char *)vm + at.bits), ~at.trap, __ATOMIC_SEQ_CST);
}

/* To make threads see a trap, the engine keeps them stopped until it is handled: without this it
 * would take the next trap for the same one, and stop nobody. */
static void take_back_wholly(void *vm) {
  pthread_mutex_lock(&changes);
  take_back(vm);
  if (gj_jsc.cancel_stop != NULL) {
    gj_jsc.cancel_stop((char *)vm + at.traps);
  }
  pthread_mutex_unlock(&changes);
}

/* After the bits. */
static uint32_t *count_of(void *vm) { return (uint32_t *)((char *)vm + at.bits) + 1; }

/* The script may have passed the trap meanwhile. */
void gj_stop_resume(void) {
  if (is_asked_by_engine(held_vm)) {
    fire(held_vm);
  }
}

void gj_stop_prepare(gj_context js) {
  if (gj_stop_held != NULL || !gj_private_has(GJ_PART_holds)) {
    return;
  }
  held_vm = vm_of(js);
  *count_of(held_vm) += gj_stop_held_own;
  gj_stop_held = count_of(held_vm);
}

bool gj_stop_sample_endings(gj_context js) {
  enum { WORDS = 64 };
  void *words[WORDS];
  int found = 0;
  if (!gj_private_has(GJ_PART_lock)) {
    return false;
  }
  gj_jsc.lock(js);
  void *made = gj_jsc.ensure_termination(vm_of(js));
  if (made != NULL && made == gj_jsc.ensure_termination(vm_of(js)) &&
      gj_private_fetch(vm_of(js), words, sizeof(words))) {
    for (int i = 0; i < WORDS; i++) {
      found += words[i] == made;
    }
  }
  gj_jsc.unlock(js);
  return found == 1;
}

static _Thread_local bool fits;

/* Both ways to terminate a script, and to withdraw that, also before anything has noticed. */
static JSValueRef sample_inside(JSContextRef js, JSObjectRef function, JSObjectRef self,
                                size_t argc, const JSValueRef argv[], JSValueRef *exception) {
  static const char CALLS[] = "(function f(n) { return n > 0 ? f(n - 1) + f(n - 2) : 1 })(9)";
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  void *vm = vm_of(js);
  void *before = held_vm;
  held_vm = vm; /* it belongs to this thread */
  gj_jsc.lock(js);
  gj_jsc.ensure_termination(vm);
  fits = gj_stop_find_runs(js, CALLS);
  for (int i = 0; i < 2 && fits; i++) {
    fire(vm);
    take_back(vm);
    fits = gj_stop_find_runs(js, CALLS);
    fire(vm);
    fits = fits && !gj_stop_find_runs(js, GJ_STOP_LOOP) && is_asked_by_engine(vm);
    take_back(vm);
    fits = fits && gj_stop_find_runs(js, CALLS);
  }
  fire(vm);
  fits = fits && !gj_stop_find_runs(js, GJ_STOP_LOOP);
  gj_jsc.unlock(js);
  held_vm = before;
  return JSValueMakeUndefined(js);
}

/* The trap waits while there is a count, and comes after that. */
static JSValueRef sample_held(JSContextRef js, JSObjectRef function, JSObjectRef self, size_t argc,
                              const JSValueRef argv[], JSValueRef *exception) {
  static const char LOOP[] = "for (let i = 0; i < 1e4; i++);";
  (void)function, (void)self, (void)argc, (void)argv, (void)exception;
  void *vm = vm_of(js);
  void *before = held_vm;
  uint32_t count = 1;
  held_vm = vm;
  gj_jsc.lock(js);
  gj_jsc.ensure_termination(vm);
  fits = gj_private_fetch(count_of(vm), &count, sizeof(count)) && count == 0;
  if (fits) {
    *count_of(vm) = 1;
    fire(vm);
    fits = gj_stop_find_runs(js, LOOP) && is_asked_by_engine(vm);
    *count_of(vm) = 0;
    fire(vm);
    fits = !gj_stop_find_runs(js, LOOP) && fits;
    take_back_wholly(vm);
    fits = gj_stop_find_runs(js, LOOP) && fits;
  }
  gj_jsc.unlock(js);
  held_vm = before;
  return JSValueMakeUndefined(js);
}

bool gj_stop_sample_holds(gj_context js) {
  (void)js;
  if (!gj_private_has(GJ_PART_stops)) {
    return false;
  }
  JSGlobalContextRef own = gj_stop_find_engine();
  fits = false;
  JSObjectCallAsFunction(own, gj_function_new(own, "", sample_held), NULL, 0, NULL, NULL);
  JSGlobalContextRelease(own);
  return fits;
}

/* In separate engines, so that the program's is not affected. A request at the end is over with the
 * outermost script. */
bool gj_stop_sample_stops(gj_context js) {
  (void)js;
  if (!gj_private_has(GJ_PART_time_limit) || !gj_private_has(GJ_PART_endings) ||
      !gj_stop_find(&at)) {
    return false;
  }
  JSGlobalContextRef own = gj_stop_find_engine();
  fits = false;
  JSObjectCallAsFunction(own, gj_function_new(own, "", sample_inside), NULL, 0, NULL, NULL);
  fits = fits && !is_asked_by_engine(vm_of(own)) && gj_stop_find_runs(own, "1");
  JSGlobalContextRelease(own);
  return fits;
}

static void *find_out(void *arg) {
  JSGlobalContextRef js = gj_stop_find_engine(); /* for what these are built on */
  gj_private_context(js);
  gj_private_has(GJ_PART_holds);
  gj_private_context(NULL);
  JSGlobalContextRelease(js);
  return arg;
}

bool gj_stop_find_out(pthread_t *thread) {
  return atomic_load(&gj_private_states[GJ_PART_holds]) == GJ_PRIVATE_UNASKED &&
         gj_private_has(GJ_PART_time_limit) && pthread_create(thread, NULL, find_out, NULL) == 0;
}

void gj_stop_open(gj_stop *stop, gj_context js) {
  if (gj_private_has(GJ_PART_endings)) {
    gj_jsc.lock(js);
    gj_jsc.ensure_termination(vm_of(js));
    gj_jsc.unlock(js);
    stop->vm = vm_of(js);
  }
  gj_stop_own = stop;
}

void gj_stop_close(gj_stop *stop) {
  stop->vm = NULL;
  if (gj_stop_held != NULL) {
    gj_stop_held_own = *gj_stop_held;
    gj_stop_held = NULL;
  }
}

bool gj_stop_works(void) { return gj_private_has(GJ_PART_stops); }

void gj_stop_ask(gj_stop *stop) {
  bool works = gj_stop_works(); /* its sample is a script, which this request would terminate */
  atomic_store_explicit(&stop->asked, true, memory_order_release);
  if (stop->vm != NULL && works) {
    fire((void *)stop->vm);
  }
}

void gj_stop_script(gj_context js) { fire(vm_of(js)); }

bool gj_stop_seen(gj_context js) {
  uint32_t bits;
  memcpy(&bits, (char *)vm_of(js) + at.bits, sizeof(bits));
  return (bits & at.trap) == 0;
}

void gj_stop_over(gj_context js) { take_back_wholly(vm_of(js)); }

bool gj_stop_go_on(gj_context js) {
  if (gj_stop_asked()) {
    gj_stop_ask(gj_stop_own);
    return true;
  }
  bool asked = at.flag_count > 0 && is_asked_by_engine(vm_of(js));
  if (asked) {
    fire(vm_of(js));
  }
  return asked;
}

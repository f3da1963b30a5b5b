/* SPDX-License-Identifier: MIT */
/* Reads the stack of a running script from outside. The engine's interface has one way: when the
 * time limit of a script is over, it calls back on the script's thread, at a place where JavaScript
 * may be called. So a limit of zero is set when the stack is wanted, and the callback lets the
 * script continue. A permanent limit was rejected: each time it expires, the engine discards its
 * compiled code, which takes milliseconds.
 *
 * Setting it needs the engine's lock, which the thread has while it runs scripts, and allocates
 * memory. So it is done on the thread itself, in a signal handler, if that has interrupted compiled
 * code: then nothing of the engine or of the C library is half done.
 *
 * While the script is in a C function, the engine has released its lock, and another thread can
 * take it and read the stack. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "engine/private.h"

enum { FRAMES_MAX = 50, STACK_ROOM = 8000 };

/* process: the main program is the one that is looked at */
static struct {
  JSContextGroupRef group;
  gj_context js;
  bool has_limit, has_backtrace;
  gj_interrupt_fn fn;
  gj_interrupt_text_fn text_fn;
  atomic_bool held;
  atomic_bool looking; /* fn runs: what it calls is not the program's */
  atomic_bool asked;   /* a thread waits for the lock */
} interrupt;

void gj_interrupt_start(gj_context js, gj_interrupt_fn fn, gj_interrupt_text_fn text_fn) {
  interrupt.js = js;
  interrupt.group = JSContextGetGroup(js);
  interrupt.has_limit = gj_private_has(GJ_PART_time_limit);
  interrupt.has_backtrace = gj_private_has(GJ_PART_backtrace) && gj_private_has(GJ_PART_lock);
  interrupt.fn = fn;
  interrupt.text_fn = text_fn;
}

void gj_interrupt_hold(gj_context js, bool held) {
  if (JSContextGetGroup(js) == interrupt.group) {
    atomic_store(&interrupt.held, held);
  }
}

static bool on_time(JSContextRef js, void *arg) {
  (void)arg;
  if (!atomic_load(&interrupt.held)) {
    gj_jsc.clear_time_limit(interrupt.group);
    atomic_store(&interrupt.looking, true);
    interrupt.fn(js);
    atomic_store(&interrupt.looking, false);
  }
  return false;
}

static void set_limit(void) {
  if (!atomic_load(&interrupt.held)) {
    gj_jsc.set_time_limit(interrupt.group, 0, on_time, NULL);
  }
}

/* Code that belongs to no object was compiled by the engine. */
static bool is_compiled(const void *address) {
#ifdef DLFO_STRUCT_HAS_EH_DBASE
  struct dl_find_object object;
  return address != NULL && _dl_find_object((void *)address, &object) != 0;
#else
  (void)address;
  return false;
#endif
}

bool gj_interrupt_here(const void *address) {
  if (!interrupt.has_limit || !is_compiled(address)) {
    return false;
  }
  set_limit();
  return true;
}

static void *wait_for_lock(void *unused) {
  char text[STACK_ROOM];
  (void)unused;
  gj_jsc.lock(interrupt.js);
  JSStringRef stack =
      atomic_load(&interrupt.looking) ? NULL : gj_jsc.backtrace(interrupt.js, FRAMES_MAX);
  size_t size = stack == NULL ? 0 : JSStringGetUTF8CString(stack, text, sizeof(text));
  if (stack != NULL) {
    JSStringRelease(stack);
  }
  gj_jsc.unlock(interrupt.js);
  if (size > 1) { /* the final NUL counts */
    interrupt.text_fn(text);
  }
  atomic_store(&interrupt.asked, false);
  return NULL;
}

void gj_interrupt_later(void) {
  pthread_t thread;
  if (!interrupt.has_backtrace || atomic_exchange(&interrupt.asked, true)) {
    return;
  }
  if (pthread_create(&thread, NULL, wait_for_lock, NULL) == 0) {
    pthread_detach(thread);
  } else {
    atomic_store(&interrupt.asked, false);
  }
}

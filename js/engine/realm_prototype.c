/* SPDX-License-Identifier: MIT */
/* Makes the prototype of a realm's global settable, as in Node; the engine's globals do not allow
 * it. The prototype of our global is an extra object of its class: what a program sets becomes the
 * prototype of that one. If the sandbox has the same prototype, it need not be set: the sandbox is
 * asked first for every property. But if it cannot be asked for symbols (realm_symbols.c), it comes
 * next.
 *
 * The engine uses the table of global proxies, JSC::JSGlobalProxy::s_info, for both. The entries
 * are found by their functions, which are exported; the table is in memory that is read-only once
 * the library is loaded. */
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/private.h"

enum { WORDS = 48 }; /* the table has some thirty */

/* Hidden properties of a global of ours: the object behind it, and its prototype as the program
 * sees it. */
static const char BEHIND[] = "behind";
static const char GIVEN[] = "given";

static struct { const void *set, *get; } original; /* process: like their table */

static JSValueRef hidden(JSContextRef realm, JSObjectRef global, const char *name) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  JSValueRef found = gj_jsc.get_private(realm, global, text);
  JSStringRelease(text);
  return found;
}

static void hide(JSContextRef realm, JSObjectRef global, const char *name, JSValueRef value) {
  JSStringRef text = JSStringCreateWithUTF8CString(name);
  gj_jsc.set_private(realm, global, text, value);
  JSStringRelease(text);
}

/* NULL: the global is not one of ours. */
static JSObjectRef behind(JSObjectRef global) {
  JSContextRef realm = gj_jsc.context_of(global);
  JSValueRef found = hidden(realm, global, BEHIND);
  return found != NULL && JSValueIsObject(realm, found) ? (JSObjectRef)found : NULL;
}

static bool inherits(JSContextRef js, JSObjectRef object, JSValueRef prototype) {
  JSValueRef at = JSObjectGetPrototype(js, object);
  while (at != prototype && at != NULL && JSValueIsObject(js, at)) {
    at = JSObjectGetPrototype(js, (JSObjectRef)at);
  }
  return at == prototype;
}

static bool set_prototype(JSObjectRef global, JSContextRef js, JSValueRef value, bool throws) {
  JSObjectRef object = behind(global);
  if (object == NULL) {
    bool (*set)(JSObjectRef, JSContextRef, JSValueRef, bool) = original.set;
    return set(global, js, value, throws);
  }
  JSObjectRef sandbox = JSObjectGetPrivate(global);
  bool same = JSValueIsObject(js, value) && sandbox != NULL && inherits(js, sandbox, value);
  if (!same) {
    JSObjectSetPrototype(js, object, value);
  } else if (!gj_private_has(GJ_PART_sandboxes)) {
    JSObjectSetPrototype(js, object, sandbox);
  } /* otherwise the sandbox is asked for everything anyway */
  hide(gj_jsc.context_of(global), global, GIVEN, value);
  return true;
}

static JSValueRef get_prototype(JSObjectRef global, JSContextRef js) {
  JSObjectRef object = behind(global);
  if (object == NULL) {
    JSValueRef (*get)(JSObjectRef, JSContextRef) = original.get;
    return get(global, js);
  }
  JSValueRef given = hidden(gj_jsc.context_of(global), global, GIVEN);
  return given != NULL && !JSValueIsUndefined(js, given) ? given : JSObjectGetPrototype(js, object);
}

static const void **entry_of(const void **table, const void *function) {
  const void **found = NULL;
  int count = 0;
  for (int i = 0; i < WORDS; i++) {
    if (table[i] == function) {
      found = &table[i];
      count++;
    }
  }
  return count == 1 ? found : NULL;
}

static bool protect(const void **table, int protection) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = (uintptr_t)table & ~(page - 1);
  uintptr_t end = ((uintptr_t)(table + WORDS) + page - 1) & ~(page - 1);
  return mprotect((void *)begin, end - begin, protection) == 0;
}

static bool install(void) {
  const void **table = dlsym(RTLD_DEFAULT, "_ZN3JSC13JSGlobalProxy6s_infoE");
  original.set = (const void *)gj_jsc.proxy_set_prototype;
  original.get = (const void *)gj_jsc.proxy_get_prototype;
  const void *words[WORDS];
  if (table == NULL || !gj_private_fetch(table, words, sizeof(words))) {
    return false;
  }
  const void **set = entry_of(table, original.set);
  const void **get = entry_of(table, original.get);
  if (set == NULL || get == NULL || !protect(table, PROT_READ | PROT_WRITE)) {
    return false;
  }
  *set = (const void *)set_prototype;
  *get = (const void *)get_prototype;
  return protect(table, PROT_READ);
}

bool gj_realm_sample_prototype(gj_context js) {
  static atomic_bool installed; /* process: like the table */
  (void)js;
  if (!gj_realm_can() || (!atomic_load(&installed) && !install())) {
    return false;
  }
  atomic_store(&installed, true);
  return true;
}

void gj_realm_free_prototype(gj_context realm, gj_object global) {
  if (gj_private_has(GJ_PART_prototypes)) {
    JSValueRef object = JSObjectGetPrototype(realm, global);
    if (object != NULL && JSValueIsObject(realm, object)) {
      hide(realm, global, BEHIND, object);
    }
  }
}

/* SPDX-License-Identifier: MIT */
/* Symbols, and properties that are defined, on a realm's global go to the sandbox, like names that
 * are read and set (realm.c): the class of a global is not asked for either.
 *
 * A global proxy is asked for properties through a table of the engine, JSC::JSGlobalProxy::s_info.
 * Our functions in it pass what is not the realm's own to a proxy of the sandbox without traps,
 * through the same entries of JSC::ProxyObject::s_info. A proxy does what an object would, and
 * compiled code never caches its answers. */
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/private.h"

enum { WORDS = 48, GET = 0, SET, DEFINE, DELETE, ENTRIES };

static const char VIEW[] = "view"; /* a hidden property of a global: the proxy */

/* All four: object, realm, name, and one or two arguments. */
typedef bool (*gj_entry)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

typedef struct {
  gj_entry global[ENTRIES], view[ENTRIES];
  uint32_t symbol; /* the bit that tells symbols from texts, among their flags */
} gj_realm_places;

static gj_realm_places found; /* process: written once, before `is_found` */
static atomic_bool is_found;  /* process: set before the engine's table names our functions */

/* Another thread may have found it: then its writes come first. */
static const gj_realm_places *at(void) {
  (void)atomic_load_explicit(&is_found, memory_order_acquire);
  return &found;
}

static JSObjectRef view_of(uintptr_t global) {
  if (gj_realm_sandbox((JSObjectRef)global) == NULL) {
    return NULL;
  }
  JSContextRef realm = gj_jsc.context_of((JSObjectRef)global);
  JSStringRef text = JSStringCreateWithUTF8CString(VIEW);
  JSValueRef view = gj_jsc.get_private(realm, (JSObjectRef)global, text);
  JSStringRelease(text);
  return view != NULL && JSValueIsObject(realm, view) ? (JSObjectRef)view : NULL;
}

static bool is_symbol(uintptr_t name) {
  return (((const gj_text_body *)name)->flags & at()->symbol) != 0;
}

static JSValueRef symbol_of(uintptr_t js, uintptr_t name) {
  return gj_jsc.symbol_create(JSContextGetGroup((JSContextRef)js), (void *)name);
}

static bool sandbox_has(uintptr_t global, uintptr_t js, uintptr_t name) {
  JSContextRef context = (JSContextRef)js;
  JSObjectRef sandbox = gj_realm_sandbox((JSObjectRef)global);
  return JSObjectHasPropertyForKey(context, sandbox, symbol_of(js, name), NULL);
}

/* The class of a global would take a symbol for the text of its description. */
static bool pass(int entry, uintptr_t global, uintptr_t js, uintptr_t name, uintptr_t d,
                 uintptr_t e) {
  gj_realm_bare(true);
  bool done = at()->global[entry](global, js, name, d, e);
  gj_realm_bare(false);
  return done;
}

static bool get(uintptr_t global, uintptr_t js, uintptr_t name, uintptr_t slot, uintptr_t e) {
  JSObjectRef view = is_symbol(name) ? view_of(global) : NULL;
  if (view == NULL) {
    return at()->global[GET](global, js, name, slot, e);
  }
  return sandbox_has(global, js, name) ? at()->view[GET]((uintptr_t)view, js, name, slot, e)
                                       : pass(GET, global, js, name, slot, e);
}

/* A proxy would set the value on the global proxy, and so on the global itself. */
static bool set(uintptr_t global, uintptr_t js, uintptr_t name, uintptr_t value, uintptr_t slot) {
  JSContextRef context = (JSContextRef)js;
  if (!is_symbol(name) || view_of(global) == NULL) {
    return at()->global[SET](global, js, name, value, slot);
  }
  if (!sandbox_has(global, js, name)) {
    return pass(SET, global, js, name, value, slot);
  }
  JSValueRef exception = NULL;
  JSObjectSetPropertyForKey(context, gj_realm_sandbox((JSObjectRef)global), symbol_of(js, name),
                            (JSValueRef)value, kJSPropertyAttributeNone, &exception);
  if (exception != NULL) {
    gj_jsc.throw_exception(JSContextGetGroup(context), context, exception);
  }
  return exception == NULL;
}

/* A variable of one of its scripts, or a built-in. */
static bool realm_has(uintptr_t global, uintptr_t js, uintptr_t name) {
  gj_chars chars;
  gj_look_text((const gj_text_body *)name, &chars);
  gj_value value = chars.narrow != NULL
                       ? gj_string_latin1((gj_context)js, chars.narrow, chars.length)
                       : gj_string_utf16((gj_context)js, chars.wide, chars.length);
  JSStringRef text = JSValueToStringCopy((gj_context)js, value, NULL);
  bool has = gj_realm_has_own((JSContextRef)js, (JSObjectRef)global, text);
  JSStringRelease(text);
  return has;
}

static bool define(uintptr_t global, uintptr_t js, uintptr_t name, uintptr_t descriptor,
                   uintptr_t throws) {
  JSObjectRef view = view_of(global);
  bool is_realms = view == NULL || (!is_symbol(name) && realm_has(global, js, name));
  if (is_realms && !at()->global[DEFINE](global, js, name, descriptor, throws)) {
    return false;
  }
  return view == NULL || at()->view[DEFINE]((uintptr_t)view, js, name, descriptor, throws);
}

static bool delete_property(uintptr_t global, uintptr_t js, uintptr_t name, uintptr_t slot,
                            uintptr_t e) {
  JSObjectRef view = is_symbol(name) ? view_of(global) : NULL;
  if (view == NULL) {
    return at()->global[DELETE](global, js, name, slot, e);
  }
  return sandbox_has(global, js, name) ? at()->view[DELETE]((uintptr_t)view, js, name, slot, e)
                                       : pass(DELETE, global, js, name, slot, e);
}

static bool protect(const void **table, int protection) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = (uintptr_t)table & ~(page - 1);
  uintptr_t end = ((uintptr_t)(table + WORDS) + page - 1) & ~(page - 1);
  return mprotect((void *)begin, end - begin, protection) == 0;
}

/* The index of the function in the table; -1 if it is not there exactly once. */
static int index_of(const void **table, const void *function) {
  int index = -1, count = 0;
  for (int i = 0; i < WORDS; i++) {
    if (table[i] == function) {
      index = i;
      count++;
    }
  }
  return count == 1 ? index : -1;
}

static bool install(void) {
  const void **table = dlsym(RTLD_DEFAULT, "_ZN3JSC13JSGlobalProxy6s_infoE");
  const void **proxies = dlsym(RTLD_DEFAULT, "_ZN3JSC11ProxyObject6s_infoE");
  const void *words[WORDS];
  const void *theirs[ENTRIES] = {(const void *)gj_jsc.proxy_get, (const void *)gj_jsc.proxy_put,
                                 (const void *)gj_jsc.proxy_define,
                                 (const void *)gj_jsc.proxy_delete};
  static const gj_entry ours[ENTRIES] = {get, set, define, delete_property};
  int index[ENTRIES];
  if (table == NULL || proxies == NULL || !gj_private_fetch(table, words, sizeof(words)) ||
      !gj_private_fetch(proxies, words, sizeof(words))) {
    return false;
  }
  for (int i = 0; i < ENTRIES; i++) {
    index[i] = index_of(table, theirs[i]);
    if (index[i] < 0 || !gj_host_is_code((uintptr_t)proxies[index[i]])) {
      return false;
    }
    found.global[i] = (gj_entry)theirs[i];
    found.view[i] = (gj_entry)proxies[index[i]];
  }
  if (!protect(table, PROT_READ | PROT_WRITE)) {
    return false;
  }
  atomic_store_explicit(&is_found, true, memory_order_release);
  for (int i = 0; i < ENTRIES; i++) {
    __atomic_store_n(&table[index[i]], (const void *)ours[i], __ATOMIC_RELEASE);
  }
  return protect(table, PROT_READ);
}

/* The flags of two symbols have one bit that those of a name and of a text do not have. */
static bool find_symbol_bit(gj_context js) {
  enum { FLAGS = 0xff };
  static const char *const texts[] = {"Symbol('a')", "Symbol.iterator", "Object.keys({abc: 1})[0]",
                                      "String(0.5) + '-'"};
  uint32_t bits = FLAGS;
  for (int i = 0; i < 4; i++) {
    JSStringRef text = JSStringCreateWithUTF8CString(texts[i]);
    JSValueRef value = JSEvaluateScript(js, text, NULL, NULL, 1, NULL);
    JSStringRelease(text);
    gj_cell_string cell;
    gj_text_body body;
    gj_chars chars = {0};
    if (i >= 2) { /* in one piece */
      gj_chars_look(js, value, &chars);
      gj_chars_free(&chars);
    }
    if (value == NULL || !gj_private_fetch(value, &cell, sizeof(cell)) || (cell.body & 7) != 0 ||
        !gj_private_fetch((const void *)cell.body, &body, sizeof(body))) {
      return false;
    }
    bits &= i < 2 ? body.flags : ~body.flags;
  }
  found.symbol = bits;
  return bits != 0 && (bits & (bits - 1)) == 0;
}

static const char sample_text[] =
    "(function (global, sandbox, a, b) {"
    "  const has = Object.prototype.hasOwnProperty;"
    "  if (!has.call(global, a) || global[a] !== 1 || has.call(global, b)) return false;"
    "  global[b] = 2; global[a] = 3;"
    "  if (global[b] !== 2 || b in sandbox || sandbox[a] !== 3) return false;"
    "  if (!delete global[a] || a in sandbox) return false;"
    "  Object.defineProperty(global, 'x', { value: 4, configurable: true });"
    "  return sandbox.x === 4 && global.x === 4 && !has.call(globalThis, a);"
    "})";

static bool try_sample(gj_context js) {
  JSObjectRef test = gj_private_evaluate(js, sample_text);
  JSObjectRef make =
      gj_private_evaluate(js, "(function () { const a = Symbol('a'), sandbox = { [a]: 1 };"
                              "  return [sandbox, new Proxy(sandbox, {}), a, Symbol('b')]; })");
  JSValueRef exception = NULL;
  JSValueRef list = test == NULL || make == NULL
                        ? NULL
                        : JSObjectCallAsFunction(js, make, NULL, 0, NULL, &exception);
  if (list == NULL) {
    return false;
  }
  JSValueRef made[4];
  for (unsigned i = 0; i < 4; i++) {
    made[i] = JSObjectGetPropertyAtIndex(js, (JSObjectRef)list, i, NULL);
  }
  gj_object global = gj_realm_new(js, (JSObjectRef)made[0]);
  gj_realm_set_view(global, made[1]);
  JSValueRef argv[] = {global, made[0], made[2], made[3]};
  JSValueRef passed = JSObjectCallAsFunction(js, test, NULL, 4, argv, &exception);
  return passed != NULL && JSValueToBoolean(js, passed);
}

bool gj_realm_sample_symbols(gj_context js) {
  if (!gj_realm_can() || !gj_look_sample_strings(js)) {
    return false;
  }
  bool installed = atomic_load(&is_found) || (find_symbol_bit(js) && install());
  return installed && try_sample(js);
}

void gj_realm_set_view(gj_object global, gj_value view) {
  JSStringRef text = JSStringCreateWithUTF8CString(VIEW);
  gj_jsc.set_private(gj_jsc.context_of(global), global, text, view);
  JSStringRelease(text);
}

void gj_realm_watch(gj_context js, gj_object global, gj_value view) {
  (void)js;
  if (gj_private_has(GJ_PART_sandboxes)) {
    gj_realm_set_view(global, view);
  }
}

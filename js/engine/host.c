/* SPDX-License-Identifier: MIT */
/* The engine calls its host through a table of functions, to which every global object points.
 * Under the C interface some entries are empty, among them import(). A copy of the table with a
 * function of ours is the engine's own way to be embedded: import() anywhere, also in eval and `new
 * Function`, calls the program's loader.
 *
 * Neither the offset of the pointer nor the index of the entry is the same in all releases. We look
 * for a pointer into the data of the engine's library, to entries that are functions of the library
 * or empty: the first three are functions, then there is a run of at least five empty ones, the
 * module loader with import() first, and a run of four after it (2.50 fff0f000000ffff0000fff, 2.52
 * fffff00000fffff0000fff, 2.54 ffff00000fffff0000fff). Exactly one must match. That is done at the
 * start; the sample, an import() that has to arrive, is taken when something is imported. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

enum { ENTRIES = 21, ROOM = 32, LOADER = 5, STREAMING = 4 };
enum { META = 3 };            /* import.meta, counted from import() */
enum { GLOBAL_WORDS = 1024 }; /* the size of the object is not known */

/* A table of the engine, and its replacement. */
typedef struct {
  const void *table;
  const void *copy[ROOM];
} gj_host_copy;

/* process: found before the first worker; `with_class` under a lock */
static struct {
  gj_image image;
  size_t offset;                  /* of the pointer, in a global object; 0: not found */
  int entry;                      /* of import() */
  atomic_bool parsed;             /* import() comes with parsed options (2.54) */
  gj_host_copy plain, with_class; /* global objects with a C class have another table */
} host;

static _Thread_local struct {
  gj_context js;
  gj_pin on_import;
  gj_object sample;      /* the global object of a sample that runs */
  bool reached, arrived; /* we were called; with the expected arguments */
  gj_pin on_meta;
  bool asks_loader;
  JSObjectRef loader; /* what came with an import() that was made for this */
} self;

bool gj_host_is_code(uintptr_t address) {
  return (host.image.code.begin != 0 || gj_image_find(&host.image)) &&
         gj_image_within(&host.image.code, address, 1);
}

static bool in_data(uintptr_t word, size_t size) {
  bool in = false;
  for (int i = 0; i < GJ_IMAGE_DATA && !in; i++) {
    in = gj_image_within(&host.image.data[i], word, size);
  }
  return in;
}

/* All entries are functions of the engine or empty, and the first ones are not empty. */
static bool may_be_table(uintptr_t word) {
  const uintptr_t *table = (const uintptr_t *)word;
  bool may = word % sizeof(void *) == 0 && in_data(word, sizeof(void *) * ROOM);
  for (int i = 0; i < ENTRIES && may; i++) {
    may = table[i] == 0 ? i > 2 : gj_image_within(&host.image.code, table[i], 1);
  }
  return may;
}

static int run_of_empty(const uintptr_t *table, int from) {
  int length = 0;
  while (from + length < ENTRIES && table[from + length] == 0) {
    length++;
  }
  return length;
}

/* The index of import() in the table that this word may point to, or 0. */
static int entry_behind(uintptr_t word) {
  const uintptr_t *table = (const uintptr_t *)word;
  int loader = 0;
  int streaming = 0;
  if (!may_be_table(word)) {
    return 0;
  }
  for (int i = 0; i < ENTRIES; i++) {
    int length = run_of_empty(table, i);
    if (length >= LOADER) {
      if (loader != 0) {
        return 0;
      }
      loader = i;
    } else if (length == STREAMING && loader != 0) {
      streaming++;
    }
    i += length;
  }
  return streaming == 1 ? loader : 0;
}

static JSObjectRef on_import(JSContextRef js, const void *loader, JSValueRef specifier,
                             JSValueRef options, const gj_text_body *const *origin);

static JSObjectRef on_meta(JSContextRef js, const void *loader, JSValueRef key, JSValueRef record,
                           JSValueRef fetcher);

static void copy_table(gj_host_copy *to, uintptr_t word) {
  memcpy(to->copy, (const void *)word, sizeof(to->copy));
  to->copy[host.entry] = (const void *)on_import;
  to->copy[host.entry + META] = (const void *)on_meta;
  to->table = (const void *)word;
}

static bool find_table(gj_context js) {
  uintptr_t words[GLOBAL_WORDS];
  size_t size = gj_image_find(&host.image) ? gj_private_read(js, words, sizeof(words)) : 0;
  size_t count = size / sizeof(*words);
  size_t found = 0;
  for (size_t i = 2; i < count; i++) {
    if (entry_behind(words[i]) != 0) {
      if (found != 0) {
        return false; /* there are two */
      }
      found = i;
    }
  }
  if (found == 0) {
    return false;
  }
  host.entry = entry_behind(words[found]);
  copy_table(&host.plain, words[found]);
  host.offset = found * sizeof(*words);
  return true;
}

static const void **place_in(gj_context js) { return (const void **)((char *)js + host.offset); }

static bool is_text(gj_value value, const char *expected) {
  gj_text text;
  gj_text_get(self.js, value, &text);
  bool same = strcmp(text.data, expected) == 0;
  gj_text_free(&text);
  return same;
}

/* The URL of a script, as it was given. */
static gj_value origin_value(const gj_text_body *const *origin) {
  gj_chars chars;
  if (*origin == NULL) {
    return JSValueMakeUndefined(self.js);
  }
  gj_look_text(*origin, &chars);
  return chars.narrow != NULL ? gj_string_latin1(self.js, chars.narrow, chars.length)
                              : gj_string_utf16(self.js, chars.wide, chars.length);
}

static const char SAMPLE_URL[] = "/a sample/of import";

/* If the engine parses the options itself, they come as the address of a pointer, which is empty if
 * there are no attributes. */
static bool is_nothing_parsed(gj_value options) {
  const void *parsed;
  return gj_private_fetch(options, &parsed, sizeof(parsed)) && parsed == NULL;
}

/* For the sample the engine only gets a promise that is never settled. */
static JSObjectRef sample_arrives(gj_value specifier, gj_value options,
                                  const gj_text_body *const *origin) {
  const gj_text_body *body;
  gj_text_body text;
  JSObjectRef resolve;
  JSObjectRef reject;
  char units[sizeof(SAMPLE_URL) - 1];
  self.reached = true;
  self.arrived = gj_private_fetch(origin, &body, sizeof(body)) &&
                 gj_private_fetch(body, &text, sizeof(text)) && text.length == sizeof(units) &&
                 (text.flags & GJ_AT_NARROW) != 0 &&
                 gj_private_fetch(text.data, units, sizeof(units)) &&
                 memcmp(units, SAMPLE_URL, sizeof(units)) == 0 && is_text(specifier, "sample") &&
                 (options == self.sample || is_nothing_parsed(options));
  atomic_store(&host.parsed, options != self.sample);
  return JSObjectMakeDeferredPromise(self.js, &resolve, &reject, NULL);
}

/* With the copy in place of the table, until the end of the call. */
static bool arrives_in(gj_context js, const gj_host_copy *copy) {
  JSStringRef text = JSStringCreateWithUTF8CString("import('sample', this)");
  JSStringRef url = JSStringCreateWithUTF8CString(SAMPLE_URL);
  self.sample = JSContextGetGlobalObject(js);
  self.reached = self.arrived = false;
  const void *before = *place_in(js);
  *place_in(js) = copy->copy;
  JSEvaluateScript(js, text, NULL, url, 1, NULL);
  JSStringRelease(text);
  JSStringRelease(url);
  self.sample = NULL;
  *place_in(js) = before;
  return self.arrived;
}

bool gj_host_sample_imports(gj_context js) {
  if (!gj_look_sample_strings(js) || (host.offset == 0 && !find_table(js))) {
    return false;
  }
  self.js = js;
  return arrives_in(js, &host.plain);
}

/* The table of global objects with a C class: it has other entries after the loader. */
static bool find_with_class(gj_context js) {
  uintptr_t word = (uintptr_t)*place_in(js);
  const uintptr_t *table = (const uintptr_t *)word;
  if (!may_be_table(word) || run_of_empty(table, host.entry) < LOADER) {
    return false;
  }
  copy_table(&host.with_class, word);
  return arrives_in(js, &host.with_class);
}

void gj_host_install(gj_context js) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static bool asked, works; /* process: under the lock */
  if (!gj_private_has(GJ_PART_imports)) {
    return;
  }
  const void **place = place_in(js);
  if (*place == host.plain.table) {
    *place = host.plain.copy;
    return;
  }
  pthread_mutex_lock(&lock);
  if (!asked) {
    asked = true;
    works = find_with_class(js);
  }
  bool ours = works && *place == host.with_class.table;
  pthread_mutex_unlock(&lock);
  if (ours) {
    *place = host.with_class.copy;
  }
}

/* The only kind of attributes that such an engine accepts. */
static gj_value json_options(void) {
  gj_object options = gj_object_new(self.js);
  gj_object attributes = gj_object_new(self.js);
  gj_set_string(self.js, attributes, "type", "json");
  gj_set(self.js, options, "with", attributes);
  return options;
}

static JSObjectRef rejected(gj_value reason) {
  JSObjectRef resolve;
  JSObjectRef reject;
  JSObjectRef promise = JSObjectMakeDeferredPromise(self.js, &resolve, &reject, NULL);
  JSObjectCallAsFunction(self.js, reject, NULL, 1, &reason, NULL);
  return promise;
}

/* The sample, taken by the first import(), has failed. If we were not even called, it is unknown
 * what the engine has just called. */
static JSObjectRef give_up(gj_context js) {
  *place_in(js) = host.plain.table;
  if (!self.reached) {
    gj_memory_fatal("unknown engine; GYRE_ENGINE=without:imports may help");
  }
  JSStringRef text = JSStringCreateWithUTF8CString("gyre does not know how this engine imports");
  JSValueRef message = JSValueMakeString(js, text);
  JSStringRelease(text);
  return rejected(JSObjectMakeError(js, 1, &message, NULL));
}

/* If the engine returns our promise to the program, it must be like that of other engines: a
 * promise of the importing realm, which takes as many steps as one that follows another. */
static JSObjectRef handed_out(JSContextRef js, JSObjectRef promise) {
  JSObjectRef resolve;
  JSObjectRef reject;
  if (!atomic_load(&host.parsed)) {
    return promise;
  }
  JSObjectRef outer = JSObjectMakeDeferredPromise(js, &resolve, &reject, NULL);
  JSValueRef inner = promise;
  JSObjectCallAsFunction(js, resolve, NULL, 1, &inner, NULL);
  return outer;
}

static JSObjectRef on_meta(JSContextRef js, const void *loader, JSValueRef key, JSValueRef record,
                           JSValueRef fetcher) {
  (void)loader;
  (void)fetcher;
  gj_value argv[] = {key, record};
  gj_value meta = self.on_meta.js == NULL
                      ? NULL
                      : gj_call_whole(self.js, gj_pin_object(&self.on_meta), 2, argv, NULL);
  return meta == NULL || !JSValueIsObject(js, meta) ? gj_object_new(js) : (JSObjectRef)meta;
}

void gj_host_on_meta(gj_context js, gj_object fn) { self.on_meta = gj_pin_new(js, fn); }

JSObjectRef gj_host_loader(gj_context js) {
  self.loader = NULL;
  self.asks_loader = true;
  gj_private_evaluate(js, "import('')");
  self.asks_loader = false;
  return self.loader;
}

static JSObjectRef import_now(JSContextRef js, const void *loader, JSValueRef specifier,
                              JSValueRef options, const gj_text_body *const *origin) {
  JSObjectRef resolve;
  JSObjectRef reject;
  if (self.asks_loader) {
    self.loader = (JSObjectRef)loader;
    return JSObjectMakeDeferredPromise(js, &resolve, &reject, NULL);
  }
  if (self.sample != NULL) {
    return sample_arrives(specifier, options, origin);
  }
  if (!gj_private_has(GJ_PART_imports)) {
    return give_up(js);
  }
  if (atomic_load(&host.parsed)) {
    options = is_nothing_parsed(options) ? JSValueMakeUndefined(self.js) : json_options();
  }
  gj_value argv[] = {specifier, options, origin_value(origin)};
  gj_value error = JSValueMakeUndefined(self.js);
  gj_value promise = gj_call(self.js, gj_pin_object(&self.on_import), NULL, 3, argv, &error);
  bool failed = promise == NULL || !JSValueIsObject(self.js, promise);
  return handed_out(js, failed ? rejected(error) : (JSObjectRef)promise);
}

static JSObjectRef on_import(JSContextRef js, const void *loader, JSValueRef specifier,
                             JSValueRef options, const gj_text_body *const *origin) {
  gj_stop_hold();
  JSObjectRef promise = import_now(js, loader, specifier, options, origin);
  gj_stop_let();
  return promise;
}

/* The engine also asks its host to queue a job. Engines from 2.52 on have their own function there;
 * before that, the entry is the only empty one before the module loader. */
static int entry_of_jobs(const uintptr_t *table) {
  uintptr_t own = (uintptr_t)dlsym(
      RTLD_DEFAULT, "_ZN3JSC14JSGlobalObject25queueMicrotaskToEventLoopERS0_ONS_10QueuedTaskE");
  int found = 0;
  for (int i = 0; i < host.entry; i++) {
    if (table[i] == own) {
      if (found != 0) {
        return 0;
      }
      found = i;
    }
  }
  return found;
}

/* process: under its lock. Tables with a function for jobs, of those that global objects have. */
static struct {
  pthread_mutex_t lock;
  struct {
    const void *from;
    const void *copy[ROOM];
  } tables[4];
} followed = {.lock = PTHREAD_MUTEX_INITIALIZER};

static const void *followed_table(const void *now, const void *fn, const void **own) {
  const void *found = NULL;
  const uintptr_t *table = now;
  int entry = entry_of_jobs(table);
  if (entry == 0) {
    return NULL;
  }
  pthread_mutex_lock(&followed.lock);
  for (size_t i = 0; i < sizeof(followed.tables) / sizeof(*followed.tables) && !found; i++) {
    if (followed.tables[i].from == NULL) {
      followed.tables[i].from = now;
      memcpy(followed.tables[i].copy, now, sizeof(followed.tables[i].copy));
      followed.tables[i].copy[entry] = fn;
    }
    if (followed.tables[i].from == now) {
      found = followed.tables[i].copy;
    }
  }
  pthread_mutex_unlock(&followed.lock);
  *own = (const void *)table[entry];
  return found;
}

const void *gj_host_on_jobs(gj_context js, const void *fn, const void **own) {
  if (!gj_host_find(js)) {
    return NULL;
  }
  const void *now = *place_in(js);
  if (now != host.plain.copy && now != host.with_class.copy && !may_be_table((uintptr_t)now)) {
    return NULL;
  }
  const void *table = followed_table(now, fn, own);
  if (table == NULL) {
    return NULL;
  }
  *place_in(js) = table;
  return now;
}

void gj_host_restore(gj_context js, const void *table) { *place_in(js) = table; }

bool gj_host_can_import(void) { return gj_private_has(GJ_PART_imports); }

bool gj_host_find(gj_context js) {
  return gj_private_wants(GJ_PART_imports) && (host.offset != 0 || find_table(js));
}

void gj_host_start(gj_context js, gj_object fn) {
  if (gj_host_find(js)) {
    self.js = js;
    self.on_import = gj_pin_new(js, fn);
    *place_in(js) = host.plain.copy;
  }
}

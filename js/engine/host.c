/* SPDX-License-Identifier: MIT */
/* The engine asks its host through a table of functions, to which every global object points. Under
 * the C interface some of its entries are empty, among them import(). A copy of the table that has
 * a function of ours there is the engine's own way to be embedded: import() anywhere, also in eval
 * and in what `new Function` makes, comes to the program's loader.
 *
 * Neither the place of the pointer nor the number of the entry is the same in all releases. Looked
 * for is a pointer into the data of the engine's library, to entries that are functions of the
 * library or empty: the first three are functions, and there is a run of at least five empty ones,
 * the module loader with import() first, and one of four behind it (2.50 fff0f000000ffff0000fff,
 * 2.52 fffff00000fffff0000fff, 2.54 ffff00000fffff0000fff). Exactly one may fit. That is done at
 * start; the sample, an import() that has to arrive, is taken when there is something to import. */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "engine/memory.h"
#include "engine/private.h"

enum { ENTRIES = 21, ROOM = 32, SEGMENTS = 4, LOADER = 5, STREAMING = 4 };
enum { GLOBAL_WORDS = 1024, PAGE = 4096 };

typedef struct {
  uintptr_t begin, end;
} gy_range;

/* The engine's library in memory. */
typedef struct {
  gy_range code, data[SEGMENTS]; /* some linkers make several of data */
} gy_image;

/* A table of the engine's, and what is put in its place. */
typedef struct {
  const void *table;
  const void *copy[ROOM];
} gy_host_copy;

static struct {
  gy_image image;
  size_t offset;      /* of the pointer, in a global object; 0: not found */
  int entry;          /* of import() */
  atomic_bool parsed; /* import() comes with what the engine made of its options (2.54) */
  gy_host_copy plain, with_class; /* global objects of a class of C have another table */
} host;

static _Thread_local struct {
  gy_context js;
  gy_pin on_import;
  gy_object sample;      /* the global object of a sample that runs */
  bool reached, arrived; /* it came to us; and as expected */
} self;

static bool within(const gy_range *range, uintptr_t address, size_t size) {
  return address >= range->begin && address < range->end && range->end - address >= size;
}

static int look_at_object(struct dl_phdr_info *info, size_t size, void *arg) {
  gy_image image = {{0, 0}, {{0, 0}}};
  int count = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    gy_range range = {begin, begin + segment->p_memsz};
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0) {
      image.code = range;
    } else if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W) != 0 && count < SEGMENTS) {
      image.data[count++] = range;
    }
  }
  host.image = image;
  return within(&image.code, (uintptr_t)arg, 1);
}

static bool find_image(void) {
  void *symbol = dlsym(RTLD_DEFAULT, "JSEvaluateScript");
  return symbol != NULL && dl_iterate_phdr(look_at_object, symbol) != 0;
}

static bool in_data(uintptr_t word, size_t size) {
  bool in = false;
  for (int i = 0; i < SEGMENTS && !in; i++) {
    in = within(&host.image.data[i], word, size);
  }
  return in;
}

/* All entries are functions of the engine's or empty, and the first ones are there. */
static bool may_be_table(uintptr_t word) {
  const uintptr_t *table = (const uintptr_t *)word;
  bool may = word % sizeof(void *) == 0 && in_data(word, sizeof(void *) * ROOM);
  for (int i = 0; i < ENTRIES && may; i++) {
    may = table[i] == 0 ? i > 2 : within(&host.image.code, table[i], 1);
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

/* The entry for import() in the table that this word may point to, or 0. */
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

/* As much as can be read of an object whose size is not known; in words. */
static size_t read_global(gy_context js, uintptr_t words[GLOBAL_WORDS]) {
  enum { PIECES = GLOBAL_WORDS * sizeof(uintptr_t) / PAGE + 1 };
  struct iovec there[PIECES];
  struct iovec here = {words, GLOBAL_WORDS * sizeof(*words)};
  uintptr_t at = (uintptr_t)js;
  size_t left = here.iov_len;
  int count = 0;
  for (; count < PIECES && left > 0; count++) {
    size_t size = PAGE - at % PAGE < left ? PAGE - at % PAGE : left;
    there[count] = (struct iovec){(void *)at, size};
    at += size;
    left -= size;
  }
  ssize_t size = process_vm_readv(getpid(), &here, 1, there, (unsigned long)count, 0);
  return size < 0 ? 0 : (size_t)size / sizeof(*words);
}

static JSObjectRef on_import(JSContextRef js, const void *loader, JSValueRef specifier,
                             JSValueRef options, const gy_text_body *const *origin);

static void copy_table(gy_host_copy *to, uintptr_t word) {
  memcpy(to->copy, (const void *)word, sizeof(to->copy));
  to->copy[host.entry] = (const void *)on_import;
  to->table = (const void *)word;
}

static bool find_table(gy_context js) {
  uintptr_t words[GLOBAL_WORDS];
  size_t count = find_image() ? read_global(js, words) : 0;
  size_t found = 0;
  for (size_t i = 2; i < count; i++) {
    if (entry_behind(words[i]) != 0) {
      if (found != 0) {
        return false; /* two of them */
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

static const void **place_in(gy_context js) { return (const void **)((char *)js + host.offset); }

static bool is_text(gy_value value, const char *expected) {
  gy_text text;
  gy_text_get(self.js, value, &text);
  bool same = strcmp(text.data, expected) == 0;
  gy_text_free(&text);
  return same;
}

/* The URL of a script, in the words in which it was given. */
static gy_value origin_value(const gy_text_body *const *origin) {
  gy_chars chars;
  if (*origin == NULL) {
    return JSValueMakeUndefined(self.js);
  }
  gy_look_text(*origin, &chars);
  return chars.narrow != NULL ? gy_string_latin1(self.js, chars.narrow, chars.length)
                              : gy_string_utf16(self.js, chars.wide, chars.length);
}

static const char SAMPLE_URL[] = "/a sample/of import";

/* Where the engine parses the options itself, they come as the address of a pointer, which is empty
 * if they have no attributes. */
static bool is_nothing_parsed(gy_value options) {
  const void *parsed;
  return gy_private_fetch(options, &parsed, sizeof(parsed)) && parsed == NULL;
}

/* A promise that is never settled is all that the engine gets for the sample. */
static JSObjectRef sample_arrives(gy_value specifier, gy_value options,
                                  const gy_text_body *const *origin) {
  const gy_text_body *body;
  gy_text_body text;
  JSObjectRef resolve;
  JSObjectRef reject;
  char units[sizeof(SAMPLE_URL) - 1];
  self.reached = true;
  self.arrived = gy_private_fetch(origin, &body, sizeof(body)) &&
                 gy_private_fetch(body, &text, sizeof(text)) && text.length == sizeof(units) &&
                 (text.flags & GY_AT_NARROW) != 0 &&
                 gy_private_fetch(text.data, units, sizeof(units)) &&
                 memcmp(units, SAMPLE_URL, sizeof(units)) == 0 && is_text(specifier, "sample") &&
                 (options == self.sample || is_nothing_parsed(options));
  atomic_store(&host.parsed, options != self.sample);
  return JSObjectMakeDeferredPromise(self.js, &resolve, &reject, NULL);
}

/* With the copy in the place of the table, until the end of the call. */
static bool arrives_in(gy_context js, const gy_host_copy *copy) {
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

bool gy_host_sample_imports(gy_context js) {
  if (!gy_look_sample_strings(js) || (host.offset == 0 && !find_table(js))) {
    return false;
  }
  self.js = js;
  return arrives_in(js, &host.plain);
}

/* The table of global objects that have a class of C: with other entries behind the loader. */
static bool find_with_class(gy_context js) {
  uintptr_t word = (uintptr_t)*place_in(js);
  const uintptr_t *table = (const uintptr_t *)word;
  if (!may_be_table(word) || run_of_empty(table, host.entry) < LOADER) {
    return false;
  }
  copy_table(&host.with_class, word);
  return arrives_in(js, &host.with_class);
}

void gy_host_install(gy_context js) {
  static atomic_bool asked, works;
  if (!gy_private_has(GY_PART_imports)) {
    return;
  }
  const void **place = place_in(js);
  if (*place == host.plain.table) {
    *place = host.plain.copy;
    return;
  }
  if (!atomic_load(&asked)) {
    atomic_store(&works, find_with_class(js));
    atomic_store(&asked, true);
  }
  if (atomic_load(&works) && *place == host.with_class.table) {
    *place = host.with_class.copy;
  }
}

/* The one sort of attributes that such an engine lets through. */
static gy_value json_options(void) {
  gy_object options = gy_object_new(self.js);
  gy_object attributes = gy_object_new(self.js);
  gy_set_string(self.js, attributes, "type", "json");
  gy_set(self.js, options, "with", attributes);
  return options;
}

static JSObjectRef rejected(gy_value reason) {
  JSObjectRef resolve;
  JSObjectRef reject;
  JSObjectRef promise = JSObjectMakeDeferredPromise(self.js, &resolve, &reject, NULL);
  JSObjectCallAsFunction(self.js, reject, NULL, 1, &reason, NULL);
  return promise;
}

/* The sample, taken by the first import(), has failed. If not even that came here, nobody knows
 * what the engine has just called. */
static JSObjectRef give_up(gy_context js) {
  *place_in(js) = host.plain.table;
  if (!self.reached) {
    gy_memory_fatal("this engine is not known; GYRE_ENGINE=without:imports may help");
  }
  JSStringRef text = JSStringCreateWithUTF8CString("gyre does not know how this engine imports");
  JSValueRef message = JSValueMakeString(js, text);
  JSStringRelease(text);
  return rejected(JSObjectMakeError(js, 1, &message, NULL));
}

static JSObjectRef on_import(JSContextRef js, const void *loader, JSValueRef specifier,
                             JSValueRef options, const gy_text_body *const *origin) {
  (void)js;
  (void)loader;
  if (self.sample != NULL) {
    return sample_arrives(specifier, options, origin);
  }
  if (!gy_private_has(GY_PART_imports)) {
    return give_up(js);
  }
  if (atomic_load(&host.parsed)) {
    options = is_nothing_parsed(options) ? JSValueMakeUndefined(self.js) : json_options();
  }
  gy_value argv[] = {specifier, options, origin_value(origin)};
  gy_value error = JSValueMakeUndefined(self.js);
  gy_value promise = gy_call(self.js, gy_pin_object(&self.on_import), NULL, 3, argv, &error);
  return promise == NULL || !JSValueIsObject(self.js, promise) ? rejected(error)
                                                               : (JSObjectRef)promise;
}

bool gy_host_can_import(void) { return gy_private_has(GY_PART_imports); }

bool gy_host_find(gy_context js) {
  return gy_private_wants(GY_PART_imports) && (host.offset != 0 || find_table(js));
}

void gy_host_start(gy_context js, gy_object fn) {
  if (gy_host_find(js)) {
    self.js = js;
    self.on_import = gy_pin_new(js, fn);
    *place_in(js) = host.plain.copy;
  }
}

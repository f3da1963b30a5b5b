/* SPDX-License-Identifier: MIT */
/* The engine asks the script of a text for bytecode before it parses the text. If it has none, it
 * offers what it has made, and then the code of each function that it compiles, when that is first
 * called. Both are kept in an object of the engine, which can combine them; for a text that had
 * bytecode it is the one that refers to that.
 *
 * It identifies functions by their addresses, so none may be freed: each that is taken is held,
 * with its code, which holds the functions in it. Of a script, there may be only one function
 * outside of all functions, which is its value and is held (gj_kept_drop_last). Of a module the
 * code itself is held. That is not passed to us: the engine passes a function that makes bytecode
 * of it, which refers to it. A module that had bytecode gets no more. */
#include "engine/kept.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "engine/bytecode.h"
#include "engine/memory.h"
#include "engine/pins.h"
#include "engine/private.h"

typedef struct gj_kept_text {
  void *script;
  gj_cached *kept; /* NULL: nothing yet */
  gj_bytes bytes;  /* what it had */
  gj_kept_label label;
  size_t news;
  bool is_module;
} gj_kept_text;

static _Thread_local struct {
  gj_kept_text *list;
  size_t count, room;
  uint32_t *places; /* by address: a number in the list + 1, 0: free */
  size_t places_count;
  gj_context js;
  gj_pins held;
  size_t news;
  uint64_t end; /* 0: none */
  void (*late)(void);
  bool is_stopped;
  struct {
    gj_kept_label label;
    gj_bytes bytes;
    bool is_there;
  } next; /* module */
} self;

static gj_methods methods; /* process: of such scripts */

/* --- the list */

static size_t place_of(const void *script) {
  return ((uintptr_t)script >> 4) * 0x9e3779b97f4a7c15u >> 32 & (self.places_count - 1);
}

static void put_place(size_t number) {
  size_t at = place_of(self.list[number].script);
  while (self.places[at] != 0) {
    at = (at + 1) & (self.places_count - 1);
  }
  self.places[at] = (uint32_t)number + 1;
}

static void put_places(void) {
  memset(self.places, 0, self.places_count * sizeof(*self.places));
  for (size_t i = 0; i < self.count; i++) {
    put_place(i);
  }
}

static gj_kept_text *find(const void *script) {
  if (self.count == 0) {
    return NULL;
  }
  for (size_t at = place_of(script); self.places[at] != 0;
       at = (at + 1) & (self.places_count - 1)) {
    gj_kept_text *text = &self.list[self.places[at] - 1];
    if (text->script == script) {
      return text;
    }
  }
  return NULL;
}

static void add(gj_context js, const gj_kept_text *text) {
  const void *ours = methods.methods;
  memcpy(text->script, &ours, sizeof(ours));
  self.js = js;
  if (self.count == self.room) {
    self.room = self.room == 0 ? 64 : self.room * 2;
    self.list = gj_memory_bound(self.list, self.room * sizeof(*self.list), "scripts");
    self.places_count = self.room * 2;
    self.places = gj_memory_bound(self.places, self.places_count * sizeof(*self.places), "scripts");
    put_places();
  }
  self.list[self.count++] = *text;
  put_place(self.count - 1);
}

/* --- what the engine calls */

static _Thread_local uint8_t function_kind; /* for samples: of the last function's code */
static _Thread_local unsigned given;        /* the same: how often there was bytecode */

static void *cached_bytecode(gj_cached **result, const void *script) {
  gj_kept_text *text = find(script);
  *result = NULL;
  if (text != NULL && text->bytes.data != NULL && text->kept == NULL) {
    *result = gj_jsc.bytecode_malloc(sizeof(**result));
    gj_bytecode_fill(*result, text->bytes);
    (*result)->references = 2;
    text->kept = *result;
    given++;
  }
  return result;
}

/* A C++ object that is called through its third method; after that come the addresses of what it
 * uses. */
typedef struct {
  void *(*const *methods)(gj_cached **result, const void *self);
} gj_generator;

/* The code of the kind to which it refers. */
static gj_value code_in(const gj_generator *generator, unsigned kind) {
  uintptr_t words[3];
  gj_value found = NULL;
  int count = 0;
  bool fetched = gj_private_fetch(generator + 1, words, sizeof(words));
  for (size_t i = 0; fetched && i < 3; i++) {
    const uint8_t *cell;
    uint8_t its_kind;
    if (words[i] % sizeof(void *) == 0 &&
        gj_private_fetch((const void *)words[i], &cell, sizeof(cell)) && cell != NULL &&
        (uintptr_t)cell % 8 == 0 && gj_private_fetch(cell + GJ_AT_KIND, &its_kind, 1) &&
        its_kind == kind) {
      found = (gj_value)cell;
      count++;
    }
  }
  return count == 1 ? found : NULL;
}

static void note_news(gj_kept_text *text, const gj_cached *made) {
  text->news += made->size;
  self.news += made->size;
}

/* The engine had no bytecode, or has refused it. */
static void cache_bytecode(const void *script, const gj_generator *const *generator) {
  gj_kept_text *text = find(script);
  gj_cached *made = NULL;
  if (text == NULL || self.is_stopped || (text->kept != NULL && text->bytes.data == NULL)) {
    return;
  }
  text->bytes = (gj_bytes){NULL, 0};
  text->kept = NULL;
  if (text->is_module) {
    gj_value code = code_in(*generator, gj_bytecode_module_kind());
    if (code == NULL) {
      return;
    }
    gj_pins_add(&self.held, self.js, code);
  }
  (*generator)->methods[2](&made, *generator);
  if (made != NULL) {
    note_news(text, made);
    text->kept = gj_jsc.bytecode_malloc(sizeof(*text->kept));
    *text->kept = (gj_cached){.references = 1};
    gj_jsc.bytecode_add_script(text->kept, &made);
  }
}

static bool is_late(void) {
  if (self.late != NULL && !self.is_stopped && uv_hrtime() > self.end) {
    self.is_stopped = true;
    self.late();
  }
  return self.is_stopped;
}

static void update_cache(const void *script, const void *function, const void *source, uint8_t kind,
                         const void *code) {
  gj_kept_text *text = find(script);
  gj_cached *made = NULL;
  _Alignas(16) char error[512] = {0};
  (void)source;
  if (text == NULL || text->kept == NULL || (text->is_module && text->bytes.data != NULL) ||
      is_late()) {
    return;
  }
  gj_jsc.bytecode_encode(&made, JSContextGetGroup(self.js), code, error);
  if (made != NULL) {
    note_news(text, made);
    gj_jsc.bytecode_add_function(text->kept, function, kind, &made);
    gj_pins_add(&self.held, self.js, function);
    gj_pins_add(&self.held, self.js, code);
    memcpy(&function_kind, (const uint8_t *)code + GJ_AT_KIND, 1);
  }
}

unsigned gj_kept_function_kind(void) { return function_kind; }

unsigned gj_kept_given(void) { return given; }

void gj_kept_learn(const gj_methods *plain) {
  methods = *plain;
  methods.methods[GJ_CACHED_BYTECODE] = (uintptr_t)cached_bytecode;
  methods.methods[GJ_CACHE_BYTECODE] = (uintptr_t)cache_bytecode;
  methods.methods[GJ_UPDATE_CACHE] = (uintptr_t)update_cache;
}

/* --- texts */

uint32_t gj_kept_version(void) { return gj_bytecode_programs(); }

bool gj_kept_has_modules(void) {
  return gj_bytecode_programs() != 0 && gj_bytecode_module_kind() != 0;
}

gj_value gj_kept_run(gj_context js, gj_value text, const char *url, gj_kept_label label,
                     gj_bytes bytes, gj_value *exception) {
  void *script = gj_bytecode_script(js, text, url);
  add(js, &(gj_kept_text){.script = script, .label = label, .bytes = bytes});
  gj_value value = gj_jsc.bytecode_run(js, script, NULL, exception);
  if (value != NULL && !self.is_stopped) {
    gj_pins_add(&self.held, js, value);
  }
  return value;
}

void gj_kept_expect(gj_kept_label label, gj_bytes bytes) {
  self.next.label = label;
  self.next.bytes = bytes;
  self.next.is_there = true;
}

void gj_kept_module(gj_context js, void *script) {
  if (self.next.is_there) {
    self.next.is_there = false;
    gj_jsc.bytecode_retain(script);
    add(js, &(gj_kept_text){.script = script,
                            .label = self.next.label,
                            .bytes = self.next.bytes,
                            .is_module = true});
  }
}

void gj_kept_drop_last(void) {
  if (self.count > 0) { /* it may have run for so long that all are forgotten */
    self.news -= self.list[self.count - 1].news;
    gj_jsc.bytecode_release(self.list[--self.count].script);
    put_places();
  }
}

size_t gj_kept_news(void) { return self.news; }

void gj_kept_until(uint64_t nanoseconds, void (*late)(void)) {
  self.end = nanoseconds;
  self.late = late;
  self.is_stopped = false;
}

/* Called by commit: each piece has an offset. */
typedef struct {
  const void *const *methods;
  uint8_t *data;
  size_t size, room;
} gj_writer;

static void put_piece(gj_writer *writer, long at, const uint8_t *data, size_t size) {
  size_t end = (size_t)at + size;
  if (end > writer->room) {
    writer->room = end * 2;
    writer->data = gj_memory_bound(writer->data, writer->room, "bytecode");
  }
  if (end > writer->size) {
    memset(writer->data + writer->size, 0, end - writer->size);
    writer->size = end;
  }
  memcpy(writer->data + at, data, size);
}

static void take_one(const gj_kept_text *text, gj_kept_taker take, void *arg) {
  static const void *const called[] = {NULL, NULL, (const void *)put_piece};
  gj_writer writer = {called, NULL, 0, 0};
  const gj_writer *callback = &writer;
  if (text->bytes.data != NULL) {
    put_piece(&writer, 0, text->bytes.data, text->bytes.size);
  }
  gj_jsc.bytecode_commit(text->kept, &callback);
  take(text->label, (gj_bytes){writer.data, writer.size}, arg);
  free(writer.data);
}

gj_kept_lot gj_kept_detach(void) {
  gj_kept_lot lot = {gj_memory_new((self.count + 1) * sizeof(*lot.list), "scripts"), 0};
  for (size_t i = 0; i < self.count; i++) {
    if (self.list[i].kept != NULL && self.list[i].news > 0) {
      lot.list[lot.count++] = self.list[i];
    }
  }
  gj_kept_forget();
  return lot;
}

void gj_kept_take(gj_kept_lot lot, gj_kept_taker take, void *arg) {
  for (size_t i = 0; i < lot.count; i++) {
    take_one(&lot.list[i], take, arg);
  }
  free(lot.list);
}

void gj_kept_forget(void) {
  while (self.count > 0) {
    gj_jsc.bytecode_release(self.list[--self.count].script);
  }
  gj_pins_free(&self.held);
  free(self.list);
  free(self.places);
  self.list = NULL;
  self.places = NULL;
  self.room = self.places_count = self.news = 0;
}

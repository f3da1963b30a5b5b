/* SPDX-License-Identifier: MIT */
/* The first look at an error that the engine has made. Such an error has the engine's message and
 * the engine's trace; a function of JavaScript replaces them before the program sees them.
 *
 * All errors share a table of functions, which the engine exports. The functions that get, set,
 * define or delete a property, and the one that lists names, are replaced by ours. Which entries
 * these are is found out: all entries that errors do not share with plain objects are replaced by
 * `pass`, and each operation is done once with a sample. Compiled code is covered, too: it knows by
 * the shape of an object where a property is, and the first look changes the shape.
 *
 * An error that has a trace has not been seen. Its memory is searched for the words that store the
 * trace, and line and column; they are cleared when it was looked at. The engine does not need them
 * after that. */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/private.h"

enum { ENTRIES = 32, FIRST_WORD = 2, WORDS = 8, OPERATIONS = 5, BEHIND_PLACE = 3 };

typedef uintptr_t (*gj_entry)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/* process: the engine's table is shared by all threads; found by the first. */
static struct {
  uintptr_t *table;           /* of errors, in the engine */
  gj_entry original[ENTRIES]; /* what was there before */
  uint32_t ours;              /* a bit for each entry that we have replaced */
  size_t trace;               /* the word that points to its trace */
  size_t place;               /* the word that has line and column */
  uint8_t kind;
} errors;

static _Thread_local struct {
  gj_context js;
  gj_pin fn;
  gj_value sample;     /* of a sample that runs */
  uint32_t seen;       /* a bit for each entry that was called for it */
  gj_value with_trace; /* samples that JavaScript has made */
  gj_value without_trace;
  bool inside;
  const gj_scopes_calls *calls; /* of the error that is being looked at */
} self;

static uintptr_t *words_of(gj_value error) { return (uintptr_t *)error; }

static bool is_raw(gj_value error) {
  const uintptr_t *words = words_of(error);
  uintptr_t all = 0;
  for (size_t i = FIRST_WORD; i < errors.place + BEHIND_PLACE; i++) {
    all |= words[i];
  }
  return all != 0;
}

/* No JavaScript can run: at the end of the stack. The next look is then the first one, but compiled
 * code must not learn the shape of an error that nobody has looked at. */
static void look_in_need(JSObjectRef error) {
  static const char overflow[] = "Maximum call stack size exceeded";
  gj_text message;
  gj_get(self.js, error, "stack");
  gj_text_get(self.js, gj_get(self.js, error, "message"), &message);
  if (strncmp(message.data, overflow, sizeof(overflow) - 1) == 0) {
    gj_set_string(self.js, error, "message", overflow);
  }
  gj_text_free(&message);
}

static void look(gj_value error) {
  if (self.inside || self.js == NULL || !is_raw(error)) {
    return;
  }
  gj_scopes_calls calls; /* here, where the collector finds their functions */
  gj_scopes_note(*gj_first_look_trace((JSObjectRef)error), &calls);
  self.inside = true;
  self.calls = &calls;
  gj_stop_hold();
  gj_value done = JSObjectCallAsFunction(self.js, gj_pin_object(&self.fn), NULL, 1, &error, NULL);
  if (done != NULL) {
    words_of(error)[errors.place] = 0;
  } else {
    look_in_need((JSObjectRef)error);
  }
  gj_stop_let();
  self.calls = NULL;
  self.inside = false;
}

gj_value gj_first_look_variable(gj_context js, gj_value name) {
  gj_value value = self.calls == NULL ? NULL : gj_scopes_find(js, self.calls, name);
  return value == NULL ? JSValueMakeUndefined(js) : value;
}

/* The five functions have at most five arguments, the object and its realm first. */
static uintptr_t pass(int entry, uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e,
                      uintptr_t f) {
  if (__builtin_expect(self.sample != NULL, 0)) {
    self.seen |= a == (uintptr_t)self.sample && b == (uintptr_t)self.js ? 1u << entry : 0;
  } else if ((errors.ours & 1u << entry) != 0) {
    look((gj_value)a);
  }
  return errors.original[entry](a, b, c, d, e, f);
}

/* clang-format off */
#define EACH_ENTRY(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) \
  X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)
#define PASS(n) \
  static uintptr_t pass##n(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, \
                           uintptr_t f) { \
    return pass(n, a, b, c, d, e, f); \
  }
/* clang-format on */
EACH_ENTRY(PASS)
#define NAME(n) pass##n,
static const gj_entry passes[ENTRIES] = {EACH_ENTRY(NAME)};

/* The table is in memory that is read-only once the library is loaded. */
static bool protect(int protection) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = (uintptr_t)errors.table & ~(page - 1);
  uintptr_t end = ((uintptr_t)(errors.table + ENTRIES) + page - 1) & ~(page - 1);
  return mprotect((void *)begin, end - begin, protection) == 0;
}

static void lead(uint32_t entries) {
  for (int i = 0; i < ENTRIES; i++) {
    uintptr_t to = (uintptr_t)((entries & 1u << i) != 0 ? passes[i] : errors.original[i]);
    if (errors.table[i] != to) {
      __atomic_store_n(&errors.table[i], to, __ATOMIC_RELEASE);
    }
  }
}

/* Entries that differ from those of plain objects. */
static uint32_t own_entries(const uintptr_t *plain) {
  uint32_t own = 0;
  for (int i = 0; i < ENTRIES; i++) {
    errors.original[i] = (gj_entry)errors.table[i];
    if (errors.table[i] != plain[i] && gj_host_is_code(errors.table[i]) &&
        gj_host_is_code(plain[i])) {
      own |= 1u << i;
    }
  }
  return own;
}

static void operate(int operation, JSObjectRef error, JSStringRef name) {
  JSValueRef value = JSValueMakeNull(self.js);
  switch (operation) {
    case 0:
      JSObjectGetProperty(self.js, error, name, NULL);
      break;
    case 1:
      JSObjectSetProperty(self.js, error, name, value, kJSPropertyAttributeNone, NULL);
      break;
    case 2:
      JSObjectDeleteProperty(self.js, error, name, NULL);
      break;
    case 3:
      JSObjectSetProperty(self.js, error, name, value, kJSPropertyAttributeDontEnum, NULL);
      break;
    default:
      JSPropertyNameArrayRelease(JSObjectCopyPropertyNames(self.js, error));
  }
}

/* Each operation calls one entry that the operations before it did not call. */
static bool find_entries(JSObjectRef error) {
  JSStringRef name = JSStringCreateWithUTF8CString("sample");
  uint32_t known = 0;
  int found = 0;
  self.sample = error;
  for (int i = 0; i < OPERATIONS; i++) {
    self.seen = 0;
    operate(i, error, name);
    uint32_t entry = self.seen & ~known;
    found += entry != 0 && (entry & (entry - 1)) == 0;
    known |= entry;
  }
  self.sample = NULL;
  JSStringRelease(name);
  errors.ours = known;
  return found == OPERATIONS;
}

static bool read_words(gj_value error, uintptr_t words[WORDS]) {
  return gj_private_fetch(error, words, WORDS * sizeof(*words));
}

/* One word has line and column as soon as they were read. */
static bool find_place(gj_value error) {
  uintptr_t words[WORDS];
  JSObjectRef object = (JSObjectRef)error;
  uint32_t place[] = {gj_to_uint32(self.js, gj_get(self.js, object, "line")),
                      gj_to_uint32(self.js, gj_get(self.js, object, "column"))};
  uintptr_t wanted;
  int found = 0;
  memcpy(&wanted, place, sizeof(wanted));
  if (wanted == 0 || !read_words(error, words)) {
    return false;
  }
  for (size_t i = FIRST_WORD; i < WORDS; i++) {
    if (words[i] == wanted) {
      errors.place = i;
      found++;
    }
  }
  return found == 1 && errors.place + BEHIND_PLACE <= WORDS;
}

/* One word is set before anybody has read them. */
static bool find_trace(gj_value error) {
  uintptr_t words[WORDS];
  int found = 0;
  if (!read_words(error, words)) {
    return false;
  }
  for (size_t i = FIRST_WORD; i < WORDS - 1; i++) {
    if (words[i] != 0) {
      errors.trace = i;
      found++;
    }
  }
  return found == 1;
}

static bool sample_words(void) {
  if (!find_trace(self.with_trace) || !find_place(self.with_trace) || is_raw(self.without_trace) ||
      !is_raw(self.with_trace)) {
    return false;
  }
  words_of(self.with_trace)[errors.place] = 0;
  errors.kind = ((const gj_cell *)self.with_trace)->type;
  return !is_raw(self.with_trace);
}

bool gj_first_look_sample(gj_context js) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  uintptr_t words[ENTRIES];
  if (self.with_trace == NULL || self.without_trace == NULL) {
    return false;
  }
  self.js = js;
  pthread_mutex_lock(&once);
  bool works = errors.ours != 0; /* another thread was first */
  const uintptr_t *plain = (const uintptr_t *)(uintptr_t)gj_jsc.object_info;
  errors.table = (uintptr_t *)(uintptr_t)gj_jsc.error_info;
  if (!works && gj_private_fetch(plain, words, sizeof(words)) &&
      gj_private_fetch(errors.table, words, sizeof(words)) && sample_words()) {
    uint32_t own = own_entries(plain);
    if (protect(PROT_READ | PROT_WRITE)) {
      lead(own);
      works = find_entries((JSObjectRef)self.with_trace);
      errors.ours = works ? errors.ours : 0;
      lead(errors.ours);
      protect(PROT_READ);
    }
  }
  pthread_mutex_unlock(&once);
  self.js = NULL;
  return works;
}

bool gj_first_look_start(gj_context js, gj_object fn, gj_value with_trace, gj_value without_trace) {
  self.with_trace = with_trace;
  self.without_trace = without_trace;
  bool works = gj_private_has(GJ_PART_errors);
  self.with_trace = self.without_trace = NULL;
  if (works) {
    self.fn = gj_pin_new(js, fn);
    self.js = js;
    gj_awaits_start(js);
  }
  return works;
}

bool gj_first_look_is_first(gj_value value) {
  const gj_cell *cell = gj_private_cell(value);
  return cell != NULL && cell->type == errors.kind && is_raw(value);
}

void **gj_first_look_trace(gj_object error) { return (void **)&words_of(error)[errors.trace]; }

gj_value gj_first_look_stack(gj_object error) {
  bool before = self.inside;
  self.inside = true;
  gj_value stack = gj_get(self.js, error, "stack");
  self.inside = before;
  return stack;
}

void gj_first_look_stop(void) {
  if (self.js != NULL) {
    self.js = NULL;
    gj_pin_free(&self.fn);
    gj_awaits_stop();
  }
}

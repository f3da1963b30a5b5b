/* SPDX-License-Identifier: MIT */
/* Finds the functions that await the one that runs. An error that is made in a job of a promise
 * only has a trace of the calls in that job. From 2.52 on, the engine can add the functions that
 * await its end (an option). For older engines they are found here: the job is the call with which
 * the engine was last entered, and its arguments tell which promise it settles. A pending promise
 * has a list of reactions; that of an `await` has a generator, which has the promise of its
 * function, which another function may await.
 *
 * A function that waits has the number of its `await`. Its code has a table from these numbers to
 * places, and an error that is made for that turns a place into text.
 *
 * Nothing of this happens before an error is made in a job, or thrown by the engine there. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "engine/awaits.h"
#include "engine/memory.h"

enum {
  ENTRY_WORDS = 64,  /* below the frame through which the engine was entered: what belongs to it */
  ENTRIES_MAX = 32,  /* nested */
  OUTER_ENTRY = 2,   /* in words of a record */
  ARGUMENTS_MAX = 5, /* of a job */
  WAITING_MAX = 100
};

gj_awaits_places gj_awaits_at; /* process: all threads find the same */
#define at gj_awaits_at

/* A module with top-level await: the engine runs it with an internal function. */
typedef struct gj_waiting_module {
  gj_pin promise, record;
  struct gj_waiting_module *next;
} gj_waiting_module;

static _Thread_local gj_waiting_module *modules;

_Thread_local uint32_t gj_awaits_jobs; /* microtasks run */

static bool has_kind(gj_value value, uint8_t kind) {
  return is_cell((uint64_t)(uintptr_t)value) && ((const gj_cell *)value)->type == kind;
}

static bool is_waiting(gj_value promise) {
  return has_kind(promise, at.promise) && (gj_inside_promise_flags((gj_object)promise) & 3) == 0;
}

/* --- the job that runs */

/* Below the frame of an entry the engine stores a record, which begins with the VM and is always at
 * the same distance; below that is the frame of the call, which refers to the entry. A record that
 * does not look as expected ends the walk. */
gj_entry_point gj_awaits_entry(const void *vm, const uint64_t *entry) {
  gj_entry_point found = {NULL, NULL};
  const uint64_t *record = entry - at.record;
  const uint64_t *outer = (const uint64_t *)(uintptr_t)record[OUTER_ENTRY];
  if (record[0] != (uint64_t)(uintptr_t)vm || (outer != NULL && outer <= entry) ||
      (uintptr_t)outer % sizeof(*outer) != 0) {
    return found;
  }
  for (const uint64_t *p = record - 1; p > entry - ENTRY_WORDS && found.frame == NULL; p--) {
    if (*p == (uint64_t)(uintptr_t)entry) {
      found = (gj_entry_point){p, outer};
    }
  }
  return found;
}

/* The distance from ENTRY down to its record, if OUTER is the previous entry; the record is above
 * FRAME, which is within the entry. 0: there is no such place, or several. */
size_t gj_awaits_record(const void *vm, const uint64_t *entry, const uint64_t *outer,
                        const uint64_t *frame) {
  size_t found = 0;
  for (size_t i = OUTER_ENTRY + 1; i < ENTRY_WORDS && entry - i > frame; i++) {
    const uint64_t *record = entry - i;
    if (record[0] == (uint64_t)(uintptr_t)vm && record[OUTER_ENTRY] == (uint64_t)(uintptr_t)outer) {
      if (found != 0) {
        return 0;
      }
      found = i;
    }
  }
  return found;
}

static gj_value promise_of(gj_value generator) {
  if (has_kind(generator, at.generator)) {
    return value_of(generator, PROMISE);
  }
  gj_value queue = value_of(generator, QUEUE);
  return is_cell((uint64_t)(uintptr_t)queue) ? value_of(queue, QUEUED_PROMISE) : NULL;
}

static bool is_generator(gj_value value) {
  return has_kind(value, at.generator) || has_kind(value, at.async_generator);
}

/* The promise that waits for the end of a call, if that is a job: a job that resumes a function has
 * its generator; a job that calls a reaction has a promise and the reaction. */
static gj_value settled_by(const uint64_t *frame) {
  uint32_t count = (uint32_t)frame[GJ_FRAME_COUNT] - 1;
  const uint64_t *arguments = frame + GJ_FRAME_ARGUMENTS;
  for (uint32_t i = 0; i < count && count <= ARGUMENTS_MAX; i++) {
    gj_value value = (gj_value)(uintptr_t)arguments[i];
    if (is_generator(value) && number_of(word_of(value, STATE)) <= 0 &&
        is_waiting(promise_of(value))) {
      return promise_of(value);
    }
  }
  gj_value promise = count == 4 ? (gj_value)(uintptr_t)arguments[0] : NULL;
  return is_waiting(promise) && has_kind((gj_value)(uintptr_t)arguments[1], at.function) ? promise
                                                                                         : NULL;
}

static gj_value settled_now(const void *vm) {
  const uint64_t *entry = (const uint64_t *)(uintptr_t)word_of(vm, at.top);
  for (int i = 0; i < ENTRIES_MAX && entry != NULL; i++) {
    gj_entry_point point = gj_awaits_entry(vm, entry);
    gj_value promise = point.frame == NULL ? NULL : settled_by(point.frame);
    if (promise != NULL) {
      return promise;
    }
    entry = point.outer;
  }
  return NULL;
}

/* --- what waits */

/* The only reaction of a promise; NULL: there are none, or several. Markers (jobs.c) do not
 * count. */
static const uint64_t *only_reaction(gj_value promise) {
  gj_value first = value_of(promise, REACTIONS);
  const uint64_t *found = NULL;
  if (!is_cell((uint64_t)(uintptr_t)first)) {
    return NULL;
  }
  const uint64_t *one = (const uint64_t *)first + FIRST;
  const uint64_t *others = (const uint64_t *)(uintptr_t)word_of(first, 1);
  int32_t count = number_of(one[REACTION_WORDS]);
  for (int32_t i = -REACTION_WORDS; i < count; i += REACTION_WORDS) {
    const uint64_t *reaction = i < 0 ? one : others + i;
    bool is_marker = is_cell(reaction[HANDLER]) &&
                     !has_kind((gj_value)(uintptr_t)reaction[HANDLER], at.function);
    if (!is_marker && found != NULL) {
      return NULL;
    }
    found = is_marker ? found : reaction;
  }
  return found;
}

static gj_value module_of(gj_value promise) {
  for (gj_waiting_module **place = &modules; *place != NULL;) {
    gj_waiting_module *module = *place;
    if (module->promise.value == promise) {
      return module->record.value;
    }
    if (is_waiting(module->promise.value)) {
      place = &module->next;
    } else {
      *place = module->next;
      gj_pin_free(&module->promise);
      gj_pin_free(&module->record);
      free(module);
    }
  }
  return NULL;
}

void gj_awaits_module(gj_context js, gj_value promise, gj_value record) {
  gj_waiting_module *module = gj_memory_new(sizeof(*module), "a module that awaits");
  *module = (gj_waiting_module){gj_pin_new(js, promise), gj_pin_new(js, record), modules};
  modules = module;
}

/* Promise.all() has an object for each of its promises. (Other combinators have functions.) */
static gj_value combined(gj_context js, const uint64_t *reaction, gj_value *index) {
  gj_value context = (gj_value)(uintptr_t)reaction[CONTEXT];
  if (!is_cell(reaction[CONTEXT]) || !JSValueIsObject(js, context)) {
    return NULL;
  }
  gj_value all = gj_get(js, (gj_object)context, "globalContext");
  *index = gj_get(js, (gj_object)context, "index");
  return JSValueIsObject(js, all) ? gj_get(js, (gj_object)all, "promise") : NULL;
}

/* Collects pairs: what waits, and the number of its `await`. */
static size_t gather(gj_context js, gj_value promise, gj_value values[2 * WAITING_MAX],
                     size_t limit) {
  size_t count = 0;
  limit = limit < WAITING_MAX ? limit : WAITING_MAX;
  for (size_t steps = 0; steps < WAITING_MAX && count < limit && is_waiting(promise); steps++) {
    const uint64_t *reaction = only_reaction(promise);
    if (reaction == NULL) {
      break;
    }
    gj_value context = (gj_value)(uintptr_t)reaction[CONTEXT];
    gj_value index = NULL;
    if (is_generator(context)) {
      promise = promise_of(context);
      gj_value module = module_of(promise);
      values[2 * count] = module == NULL ? value_of(context, BODY) : module;
      values[2 * count++ + 1] = module == NULL ? value_of(context, STATE) : value_of(module, FIRST);
    } else if ((promise = combined(js, reaction, &index)) != NULL) {
      values[2 * count] = index;
      values[2 * count++ + 1] = JSValueMakeNumber(js, -1);
    } else {
      promise = (gj_value)(uintptr_t)reaction[TO_SETTLE];
    }
  }
  return count;
}

static gj_value listed(gj_context js, gj_value promise, size_t limit) {
  gj_value values[2 * WAITING_MAX];
  size_t count = promise == NULL ? 0 : gather(js, promise, values, limit);
  return count == 0 ? JSValueMakeUndefined(js) : gj_array(js, 2 * count, values);
}

gj_value gj_awaits_now(gj_context js, size_t limit) {
  if (gj_awaits_jobs == 0 || !gj_private_has(GJ_PART_awaits)) {
    return JSValueMakeUndefined(js);
  }
  return listed(js, settled_now(JSContextGetGroup(js)), limit);
}

gj_value gj_awaits_of_promise(gj_context js, gj_value promise, size_t limit) {
  return gj_private_has(GJ_PART_awaits) ? listed(js, promise, limit) : JSValueMakeUndefined(js);
}

/* --- as text */

static uint32_t size_at(const void *vector) {
  uint32_t size;
  memcpy(&size, vector, sizeof(size));
  return size;
}

/* The engine's number of the place where a function resumes; 0: its begin. The table for that is
 * the last of its tables, and counts from the instruction that uses it, the second one. */
static uint32_t place_of(const void *code, int32_t state) {
  const void *unlinked = value_of(code, at.unlinked);
  const void *rare = value_of(unlinked, at.rare);
  const void *tables = rare == NULL ? NULL : value_of(rare, TABLES);
  uint32_t count = tables == NULL ? 0 : size_at(tables);
  if (count == 0) {
    return 0;
  }
  const int32_t *offsets = (const void *)value_of(tables, 1 + (size_t)(count - 1) * TABLE_WORDS);
  if (offsets == NULL || state < 0 || (uint32_t)state >= size_at(offsets)) {
    return 0;
  }
  return (uint32_t)(offsets[1 + state] + 1) << PLACE_SHIFT;
}

static bool is_code(uint64_t word) {
  gj_cell cell;
  return is_cell(word) && word % 16 == 0 &&
         gj_private_fetch((const void *)(uintptr_t)word, &cell, sizeof(cell)) &&
         cell.type == at.code;
}

/* A cell may be shorter than that; what follows it is read, if possible. */
static size_t read_cell(uint64_t cell, uint64_t words[CELL_WORDS]) {
  return is_cell(cell)
             ? gj_private_read((const void *)(uintptr_t)cell, words, CELL_WORDS * sizeof(*words)) /
                   sizeof(*words)
             : 0;
}

/* The object that runs a module is somewhere in its record, and has the code. */
static uint64_t code_of_module(gj_value record, uint64_t *executable) {
  uint64_t words[CELL_WORDS];
  uint64_t inner[CELL_WORDS];
  size_t count = read_cell((uint64_t)(uintptr_t)record, words);
  for (size_t i = FIRST; i < count; i++) {
    size_t inner_count = read_cell(words[i], inner);
    for (size_t k = 1; k < inner_count; k++) {
      if (is_code(inner[k])) {
        *executable = words[i];
        return inner[k];
      }
    }
  }
  return 0;
}

/* The code of a function or a module; 0: it was discarded, or not found. */
static uint64_t code_of(gj_value body, uint64_t *callee) {
  if (!has_kind(body, at.function)) {
    return code_of_module(body, callee);
  }
  *callee = (uint64_t)(uintptr_t)body;
  uint64_t executable = word_of(body, at.executable);
  uint64_t code =
      is_cell(executable) ? word_of((const void *)(uintptr_t)executable, at.code_of) : 0;
  return is_code(code) ? code : 0;
}

/* The trace of an error that was just made, if it has frames: WTF::Vector. */
uint64_t *gj_awaits_trace(JSObjectRef error, uint32_t **size) {
  uint64_t **vector = error == NULL ? NULL : (uint64_t **)gj_first_look_trace(error);
  if (vector == NULL || *vector == NULL) {
    return NULL;
  }
  *size = (uint32_t *)(*vector + 1) + 1;
  return **size == 0 ? NULL : (uint64_t *)(uintptr_t) * *vector;
}

gj_value gj_awaits_words(gj_context js, gj_value body, int32_t state) {
  uint32_t *size;
  uint64_t callee;
  uint64_t code = code_of(body, &callee);
  JSObjectRef error = JSObjectMakeError(js, 0, NULL, NULL);
  uint64_t *frame = gj_awaits_trace(error, &size);
  if (frame == NULL || code == 0) {
    return JSValueMakeUndefined(js);
  }
  uint32_t place = place_of((void *)(uintptr_t)code, state);
  frame[0] = callee;
  frame[1] = code;
  memcpy(&frame[TRACE_PLACE], &place, sizeof(place));
  *size = 1;
  return gj_first_look_stack(error);
}

/* --- errors that the engine throws: when they are looked at, their job is over */

enum { KEPT = 8 };

static _Thread_local struct {
  gj_context js; /* NULL: not active */
  bool inside;
  struct {
    gj_value error; /* only its address: if another error gets the same one, that is thrown before
                       it is seen */
    const void *trace; /* with a trace of its own */
    gj_pin list;
  } kept[KEPT];
  unsigned next;
} thrown;

static void forget(gj_value error) {
  for (int i = 0; i < KEPT; i++) {
    if (thrown.kept[i].error == error) {
      thrown.kept[i].error = NULL;
      gj_pin_free(&thrown.kept[i].list);
    }
  }
}

/* It is thrown again where it was awaited. */
static bool is_known(gj_value error) {
  const void *trace = *gj_first_look_trace((gj_object)error);
  for (int i = 0; i < KEPT; i++) {
    if (thrown.kept[i].error == error && thrown.kept[i].trace == trace) {
      return true;
    }
  }
  return false;
}

static void note(gj_value error) {
  if (is_known(error)) {
    return;
  }
  thrown.inside = true;
  forget(error);
  gj_value list = gj_awaits_now(thrown.js, WAITING_MAX);
  if (!JSValueIsUndefined(thrown.js, list)) {
    unsigned place = thrown.next++ % KEPT;
    gj_pin_free(&thrown.kept[place].list);
    thrown.kept[place].error = error;
    thrown.kept[place].trace = *gj_first_look_trace((gj_object)error);
    thrown.kept[place].list = gj_pin_new(thrown.js, list);
  }
  thrown.inside = false;
}

gj_value gj_awaits_of_error(gj_context js, gj_value error) {
  gj_value list = JSValueMakeUndefined(js);
  for (int i = 0; i < KEPT; i++) {
    if (thrown.kept[i].error == error) {
      list = thrown.kept[i].list.value;
    }
  }
  forget(error);
  return list;
}

void gj_awaits_start(gj_context js) {
  thrown.js = gj_private_wants(GJ_PART_awaits) && !gj_engine_since(2, 52) ? js : NULL;
}

void gj_awaits_stop(void) {
  for (int i = 0; i < KEPT; i++) {
    forget(thrown.kept[i].error);
  }
  thrown.js = NULL;
  while (modules != NULL) {
    gj_waiting_module *module = modules;
    modules = module->next;
    gj_pin_free(&module->promise);
    gj_pin_free(&module->record);
    free(module);
  }
}

gj_value gj_awaits_mark; /* process: what the sample throws; cleared when it was seen */

/* The engine calls this instead of its own, because its functions are looked up in the program
 * first. */
gj_throw_fn gj_awaits_throw __asm__(GJ_THROW_SYMBOL);

void *gj_awaits_throw(const void *vm, gj_context js, const gj_thrown *exception) {
  static gj_throw_fn *_Atomic own; /* process: the engine's */
  gj_throw_fn *call = own;
  if (call == NULL) {
    void *found = dlsym(RTLD_NEXT, GJ_THROW_SYMBOL);
    memcpy(&call, &found, sizeof(call));
    own = call;
  }
  if (__builtin_expect(gj_awaits_mark != NULL, 0)) {
    gj_thrown words;
    if (gj_private_fetch(exception, &words, sizeof(words)) && words.value == gj_awaits_mark) {
      gj_awaits_mark = NULL;
    }
  } else if (__builtin_expect(gj_awaits_jobs != 0, 0) && thrown.js != NULL && !thrown.inside &&
             gj_private_has(GJ_PART_awaits) && gj_first_look_is_first(exception->value)) {
    note(exception->value);
  }
  return call(vm, js, exception);
}

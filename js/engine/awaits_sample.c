/* SPDX-License-Identifier: MIT */
/* The sample of awaits.c: functions that wait at known lines, and what is found about them. */
#include "engine/awaits.h"

#define at gj_awaits_at

enum { VM_WORDS = 4096, CALLS_MAX = 16 };

static const char SAMPLE_URL[] = "/a sample/of await";

/* In a realm whose promises are unchanged. A function has seven places to wait, and waits at the
 * first and the sixth; a generator waits, and two functions wait for the same promise. */
static const char sample_text[] =
    "(() => { const made = []; const pending = () => new Promise(() => {});\n"
    "const p = [pending(), pending(), pending(), pending()];\n"
    "async function sample(n, p) {\n"
    "  made[n] = new Error();\n"
    "  if (n === 1) await p;\n"
    "  if (n === 2) await p;\n"
    "  if (n === 3) await p;\n"
    "  if (n === 4) await p;\n"
    "  if (n === 5) await p;\n"
    "  if (n === 6) await p;\n"
    "  if (n === 7) await p;\n"
    "}\n"
    "const all = [p[0], sample(1, p[0]), p[1], sample(6, p[1])];\n"
    "const step = (async function* () {\n  await p[2];\n})().next();\n"
    "const two = [sample(2, p[3]), sample(2, p[3])];\n"
    "return [...all, p[2], step, p[3], two[1], made[1]]; })()";
#define PLACE_FIRST ":5:"
#define PLACE_SIXTH ":10:"
#define PLACE_STEP ":15:"
enum { YIELDS = 8 };
enum { P_FIRST, FIRST_END, P_SIXTH, SIXTH_END, P_STEP, STEP_END, P_TWO, TWO_END, MADE, SAMPLES };

static bool fetch_words(gj_value cell, uint64_t words[CELL_WORDS]) {
  memset(words, 0, CELL_WORDS * sizeof(*words));
  return is_cell((uint64_t)(uintptr_t)cell) &&
         gj_private_read(cell, words, CELL_WORDS * sizeof(*words)) > REACTION_WORDS;
}

/* The generator that waits for a promise; the function's own promise is END. */
static gj_value generator_of(gj_value promise, gj_value end, size_t place, uint8_t *kind) {
  uint64_t words[CELL_WORDS];
  if (!fetch_words(promise, words)) {
    return NULL;
  }
  gj_value reaction = (gj_value)(uintptr_t)words[REACTIONS];
  if (!fetch_words(reaction, words) || number_of(words[FIRST + REACTION_WORDS]) != 0) {
    return NULL;
  }
  gj_value generator = (gj_value)(uintptr_t)words[FIRST + CONTEXT];
  if (!fetch_words(generator, words)) {
    return NULL;
  }
  uint64_t holder = words[place];
  if (place == QUEUE) {
    holder = fetch_words((gj_value)(uintptr_t)holder, words) ? words[QUEUED_PROMISE] : 0;
  }
  *kind = ((const gj_cell *)generator)->type;
  return holder == (uint64_t)(uintptr_t)end ? generator : NULL;
}

/* Code has unlinked code, that has rare data, which has one table with eight increasing places. */
static bool is_table(uint64_t rare) {
  uint64_t words[TABLES + 1];
  uint64_t table[1 + TABLE_WORDS];
  int32_t offsets[1 + YIELDS];
  if (rare <= GJ_AWAITS_PAGE || rare >> 48 != 0 || rare % 8 != 0 ||
      !gj_private_fetch((void *)(uintptr_t)rare, words, sizeof(words)) ||
      words[TABLES] <= GJ_AWAITS_PAGE || words[TABLES] % 8 != 0 ||
      !gj_private_fetch((void *)(uintptr_t)words[TABLES], table, sizeof(table)) ||
      (uint32_t)table[0] != 1 || table[1] <= GJ_AWAITS_PAGE ||
      !gj_private_fetch((void *)(uintptr_t)table[1], offsets, sizeof(offsets)) ||
      offsets[0] != YIELDS) {
    return false;
  }
  for (int i = 2; i <= YIELDS; i++) {
    if (offsets[i] <= offsets[i - 1]) {
      return false;
    }
  }
  return offsets[1] > 0;
}

static bool learn_table(gj_value code) {
  uint64_t words[CELL_WORDS];
  uint64_t inner[CELL_WORDS];
  if (!fetch_words(code, words)) {
    return false;
  }
  for (size_t i = 1; i < CELL_WORDS; i++) {
    if (!is_cell(words[i]) || !fetch_words((gj_value)(uintptr_t)words[i], inner)) {
      continue;
    }
    for (size_t k = 1; k < CELL_WORDS; k++) {
      if (is_table(inner[k])) {
        at.unlinked = i;
        at.rare = k;
        return true;
      }
    }
  }
  return false;
}

/* The error was made in the function's body: its trace begins with that function and its code. */
static bool learn_code(gj_value body, gj_value made) {
  uint32_t *size;
  const uint64_t *frame = gj_awaits_trace((JSObjectRef)made, &size);
  uint64_t words[CELL_WORDS];
  uint64_t inner[CELL_WORDS];
  if (frame == NULL || frame[0] != (uint64_t)(uintptr_t)body || !is_cell(frame[1]) ||
      !fetch_words(body, words)) {
    return false;
  }
  at.function = ((const gj_cell *)body)->type;
  at.code = ((const gj_cell *)(uintptr_t)frame[1])->type;
  for (size_t i = 2; i < 6; i++) {
    if (!is_cell(words[i]) || !fetch_words((gj_value)(uintptr_t)words[i], inner)) {
      continue;
    }
    for (size_t k = 1; k < CELL_WORDS; k++) {
      if (inner[k] == frame[1]) {
        at.executable = i;
        at.code_of = k;
        return learn_table((gj_value)(uintptr_t)frame[1]);
      }
    }
  }
  return false;
}

static bool tells(gj_context js, gj_value generator, const char *place) {
  gj_value words =
      gj_awaits_words(js, value_of(generator, BODY), number_of(word_of(generator, STATE)));
  gj_text text;
  if (!JSValueIsString(js, words)) {
    return false;
  }
  gj_text_get(js, words, &text);
  bool does = strstr(text.data, place) != NULL;
  gj_text_free(&text);
  return does;
}

/* A second function that waits for a promise is among the elements of the first reaction. */
static bool is_second(gj_value promise, gj_value end) {
  uint64_t words[CELL_WORDS];
  if (!fetch_words(promise, words) || !fetch_words((gj_value)(uintptr_t)words[REACTIONS], words) ||
      number_of(words[FIRST + REACTION_WORDS]) != REACTION_WORDS) {
    return false;
  }
  uint64_t second[REACTION_WORDS];
  return gj_private_fetch((void *)(uintptr_t)words[1], second, sizeof(second)) &&
         is_cell(second[CONTEXT]) && fetch_words((gj_value)(uintptr_t)second[CONTEXT], words) &&
         words[PROMISE] == (uint64_t)(uintptr_t)end;
}

/* --- entries: a function of JavaScript calls ours, which calls it again */

static _Thread_local struct {
  gj_object caller;
  gj_value self;
  const uint64_t *entry;
  int depth;
  bool fits;
} probe;

static bool leads_to(const uint64_t *frame, uint64_t entry) {
  for (int i = 0; i < CALLS_MAX; i++) {
    uint64_t caller;
    if (!gj_private_fetch(frame, &caller, sizeof(caller))) {
      return false;
    }
    if (caller == entry) {
      return true;
    }
    frame = (const uint64_t *)(uintptr_t)caller;
  }
  return false;
}

static bool learn_top(const void *vm, const gj_value frame[]) {
  static uint64_t words[VM_WORDS]; /* process: only the thread that has the samples' lock is here */
  size_t count = gj_private_read(vm, words, sizeof(words)) / sizeof(*words);
  for (size_t i = 0; i + 1 < count; i++) {
    if (words[i] == (uint64_t)(uintptr_t)frame && words[i + 1] > words[i] &&
        leads_to((const uint64_t *)frame, words[i + 1])) {
      at.top = i + 1;
      return true;
    }
  }
  return false;
}

static int64_t on_probe(JSContextRef js, const JSValueRef frame[]) {
  const void *vm = JSContextGetGroup(js);
  if (probe.depth++ == 0) {
    if (learn_top(vm, frame)) {
      probe.entry = (const uint64_t *)(uintptr_t)word_of(vm, at.top);
      JSObjectCallAsFunction(js, probe.caller, NULL, 1, &probe.self, NULL);
    }
  } else {
    const uint64_t *entry = (const uint64_t *)(uintptr_t)word_of(vm, at.top);
    const uint64_t *here = (const uint64_t *)frame;
    at.record = entry == probe.entry ? 0 : gj_awaits_record(vm, entry, probe.entry, here);
    if (at.record == 0) {
      return (int64_t)(intptr_t)JSValueMakeUndefined(js);
    }
    gj_entry_point point = gj_awaits_entry(vm, entry);
    probe.fits = entry != probe.entry && point.outer == probe.entry && point.frame != NULL &&
                 (uint32_t)point.frame[GJ_FRAME_COUNT] == 2 &&
                 point.frame[GJ_FRAME_ARGUMENTS] == (uint64_t)(uintptr_t)probe.self;
  }
  return (int64_t)(intptr_t)JSValueMakeUndefined(js);
}

static bool learn_entries(gj_context js) {
  static const void *const no_name = NULL;
  gj_jsc.lock(js);
  probe.self = gj_jsc.probe_create((void *)JSContextGetGroup(js), js, 0, &no_name, on_probe, 0, 0,
                                   on_probe, NULL);
  gj_jsc.unlock(js);
  probe.caller = gj_private_evaluate(js, "((probe) => { probe(); })");
  probe.depth = 0;
  probe.fits = false;
  if (probe.caller != NULL) {
    JSObjectCallAsFunction(js, probe.caller, NULL, 1, &probe.self, NULL);
  }
  return probe.fits;
}

static JSObjectRef evaluate_sample(gj_context js) {
  JSStringRef text = JSStringCreateWithUTF8CString(sample_text);
  JSStringRef url = JSStringCreateWithUTF8CString(SAMPLE_URL);
  JSValueRef list = JSEvaluateScript(js, text, NULL, url, 1, NULL);
  JSStringRelease(text);
  JSStringRelease(url);
  return (JSObjectRef)list;
}

static bool learn_from(gj_context js, JSObjectRef list) {
  gj_value v[SAMPLES];
  for (unsigned i = 0; i < SAMPLES; i++) {
    v[i] = list == NULL ? NULL : JSObjectGetPropertyAtIndex(js, list, i, NULL);
    if (v[i] == NULL || !JSValueIsObject(js, v[i])) {
      return false;
    }
  }
  at.promise = ((const gj_cell *)v[P_FIRST])->type;
  uint8_t kind = 0;
  gj_value one = generator_of(v[P_FIRST], v[FIRST_END], PROMISE, &at.generator);
  gj_value six = generator_of(v[P_SIXTH], v[SIXTH_END], PROMISE, &kind);
  gj_value step = generator_of(v[P_STEP], v[STEP_END], QUEUE, &at.async_generator);
  return one != NULL && six != NULL && step != NULL && kind == at.generator &&
         number_of(word_of(one, STATE)) == 1 && number_of(word_of(six, STATE)) == 6 &&
         is_second(v[P_TWO], v[TWO_END]) && learn_code(value_of(one, BODY), v[MADE]) &&
         tells(js, one, SAMPLE_URL) && tells(js, one, PLACE_FIRST) && tells(js, six, PLACE_SIXTH) &&
         tells(js, step, PLACE_STEP);
}

static bool learn_throw(gj_context js) {
  JSObjectRef thrower = gj_private_evaluate(js, "((value) => { throw value; })");
  gj_value exception = NULL;
  gj_value mark = gj_object_new(js);
  gj_awaits_mark = mark;
  if (thrower != NULL) {
    JSObjectCallAsFunction(js, thrower, NULL, 1, &mark, &exception);
  }
  bool came_by = gj_awaits_mark == NULL;
  gj_awaits_mark = NULL;
  return came_by && exception == mark;
}

bool gj_awaits_sample(gj_context js) {
  if (gj_engine_since(2, 52) || !gj_private_has(GJ_PART_errors) || !gj_private_has(GJ_PART_lock) ||
      !gj_look_sample_values(js) || !gj_inside_sample_kinds(js) || !gj_inside_sample_fields(js)) {
    return false;
  }
  JSGlobalContextRef realm = JSGlobalContextCreateInGroup(JSContextGetGroup(js), NULL);
  bool works =
      learn_from(realm, evaluate_sample(realm)) && learn_entries(realm) && learn_throw(realm);
  JSGlobalContextRelease(realm);
  return works;
}

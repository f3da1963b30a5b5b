/* SPDX-License-Identifier: MIT */
/* Variables that were visible to the function that threw: the engine's messages do not name the
 * object of a mistake, and V8's do.
 *
 * An error of the engine has the calls at its creation until its stack is read, innermost first,
 * each with its function first. A function has the scope that it was created in, a scope has the
 * next one; each is an object with its variables. Variables of the function itself that no other
 * function uses are not stored anywhere any more. */
#include <string.h>

#include "engine/private.h"

enum { DEEPEST = 64, LEAST_FRAME = 3 /* words */ };

/* WTF::Vector, as far as it is known. */
typedef struct {
  const void *frames;
  uint32_t capacity, size;
} gj_frames;

/* process: found by the sample */
static struct {
  size_t frame; /* words of a frame */
  uint8_t function_type, global_type;
} known;

void gj_scopes_note(const void *trace, gj_scopes_calls *calls) {
  gj_frames frames;
  calls->count = 0;
  if (trace != NULL && gj_private_fetch(trace, &frames, sizeof(frames)) && frames.size > 0 &&
      gj_private_fetch(frames.frames, calls->words, sizeof(calls->words))) {
    calls->count = frames.size;
  }
}

/* The first function of JavaScript among the innermost two: the engine's own may be above it. */
static const gj_cell *thrower(const gj_scopes_calls *calls) {
  for (size_t i = 0; i < 2 && i < calls->count; i++) {
    const gj_cell *cell = gj_private_cell((gj_value)calls->words[i * known.frame]);
    if (cell != NULL && cell->type == known.function_type) {
      return cell;
    }
  }
  return NULL;
}

static gj_value next_scope(gj_context js, const void *from) {
  gj_value scope = *(const gj_value *)((const char *)from + GJ_AT_SCOPE);
  const gj_cell *cell = scope == NULL ? NULL : gj_private_cell(scope);
  bool is_scope = cell != NULL && gj_is_object(js, scope) && cell->type != known.global_type;
  return is_scope ? scope : NULL;
}

/* Not on the global object: properties that programs define there may be getters. */
static gj_value find(gj_context js, const void *function, gj_value name) {
  gj_value found = NULL;
  JSStringRef key = JSValueToStringCopy(js, name, NULL);
  gj_value scope = next_scope(js, function);
  for (int depth = 0; key != NULL && scope != NULL && depth < DEEPEST; depth++) {
    if (JSObjectHasProperty(js, (JSObjectRef)scope, key)) {
      found = JSObjectGetProperty(js, (JSObjectRef)scope, key, NULL);
      break;
    }
    scope = next_scope(js, scope);
  }
  if (key != NULL) {
    JSStringRelease(key);
  }
  return found;
}

gj_value gj_scopes_find(gj_context js, const gj_scopes_calls *calls, gj_value name) {
  if (!gj_private_has(GJ_PART_scopes)) {
    return NULL;
  }
  const gj_cell *function = thrower(calls);
  return function == NULL ? NULL : find(js, function, name);
}

/* --- the sample */

/* The size of a frame: the distance to the second function, if that is nowhere else. */
static bool find_frame(const gj_scopes_calls *calls, gj_object inner, gj_object outer) {
  int found = 0;
  for (size_t i = LEAST_FRAME; i < GJ_SCOPES_WORDS; i++) {
    if (calls->words[i] == (uintptr_t)outer) {
      known.frame = i;
      found++;
    }
  }
  return found == 1 && calls->count >= 2 && calls->words[0] == (uintptr_t)inner;
}

/* An error that one function throws within another: both are found. Of the variables visible to the
 * inner one, one of another function is found, one of a function around that, and none that does
 * not exist. */
bool gj_scopes_sample(gj_context js) {
  static const char text[] =
      "(() => { const far = {}; return (() => { const near = {};"
      "  const inner = () => { near.a = far.b; null.c; };"
      "  const outer = () => { try { inner(); } catch (error) { return [error]; } return 0; };"
      "  const made = outer(); return [made[0], inner, outer, near, far]; })(); })()";
  gj_scopes_calls calls;
  gj_value parts[5];
  gj_cell function;
  gj_cell global;
  gj_object made = gj_private_evaluate(js, text);
  if (made == NULL || !gj_private_has(GJ_PART_errors) || !gj_look_sample_strings(js)) {
    return false;
  }
  for (unsigned i = 0; i < 5; i++) {
    parts[i] = gj_get_index(js, made, i);
  }
  void **trace = gj_first_look_trace((gj_object)parts[0]);
  gj_scopes_note(trace == NULL ? NULL : *trace, &calls);
  if (!find_frame(&calls, (gj_object)parts[1], (gj_object)parts[2]) ||
      !gj_private_fetch(parts[1], &function, sizeof(function)) ||
      !gj_private_fetch(js, &global, sizeof(global))) {
    return false;
  }
  known.function_type = function.type;
  known.global_type = global.type;
  return find(js, parts[1], gj_string(js, "near")) == parts[3] &&
         find(js, parts[1], gj_string(js, "far")) == parts[4] &&
         find(js, parts[1], gj_string(js, "nowhere")) == NULL;
}

/* SPDX-License-Identifier: MIT */
/* Strings over memory of an addon, which is notified when the last string that uses it is gone. The
 * engine has such texts (WTF::ExternalStringImpl), its C interface does not: the part
 * `foreign_strings`. If that is off, the caller makes a copy. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

/* What the engine calls at the end: a WTF::Function, as in addons.c. */
typedef struct {
  const void *const *table;
  gj_foreign_release release;
  void *arg;
} gj_release;

static void destroy(gj_release *end) { (void)end; }

static void destroy_all(gj_release *end) { free(end); }

/* On any thread. */
static void call_release(gj_release *end, const void *text, void *data, unsigned size) {
  (void)text;
  (void)size;
  end->release(data, end->arg);
}

static const void *const release_table[] = {
    (const void *)(uintptr_t)destroy,
    (const void *)(uintptr_t)destroy_all,
    (const void *)(uintptr_t)call_release,
};

static gj_text_body *text_over(const void *units, size_t count, bool narrow,
                               gj_foreign_release release, void *arg) {
  gj_text_body *body = NULL;
  gj_release *end = gj_memory_new(sizeof(*end), "a string of an addon");
  *end = (gj_release){release_table, release, arg};
  void *function = end;
  (narrow ? gj_jsc.foreign_narrow : gj_jsc.foreign_wide)(&body, units, count, &function);
  return body;
}

/* The engine shares shorter ones. */
gj_value gj_foreign_string(gj_context js, const void *units, size_t count, bool narrow,
                           gj_foreign_release release, void *arg) {
  if (count < 2 || count > GJ_STRING_MOST || !gj_private_has(GJ_PART_foreign_strings)) {
    return NULL;
  }
  gj_text_body *body = text_over(units, count, narrow, release, arg);
  uint32_t references = body->references;
  gj_jsc.lock(js);
  gj_value value = gj_jsc.foreign_value(JSContextGetGroup(js), body);
  body->references = references; /* the value has one; we give up ours */
  gj_jsc.unlock(js);
  return value;
}

/* --- the sample */

static void count_sample(void *data, void *arg) {
  const void **seen = arg;
  *seen = data;
}

/* A value uses the very same memory, and its references are as make() in look.c says; the end of a
 * text is reported. */
bool gj_foreign_sample(gj_context js) {
  static const uint16_t wide[] = {'o', 'v', 'e', 'r', 0x263a}; /* process: constants */
  if (!gj_look_sample_strings(js) || !gj_private_has(GJ_PART_lock)) {
    return false;
  }
  for (int narrow = 0; narrow <= 1; narrow++) {
    static const void *ignored; /* process: written by collections, and read by nobody */
    const void *units = narrow ? (const void *)"over8" : wide;
    const void *seen = NULL;
    gj_text_body *body = text_over(units, 5, narrow, count_sample, &seen);
    bool fits = body != NULL && body->data == units && body->length == 5 &&
                ((body->flags & GJ_AT_NARROW) != 0) == narrow && seen == NULL;
    if (!fits) {
      return false;
    }
    gj_jsc.text_destroy(body);
    gj_cell_string string;
    body = text_over(units, 5, narrow, count_sample, (void *)&ignored);
    uint32_t references = body->references;
    gj_jsc.lock(js);
    gj_value value = gj_jsc.foreign_value(JSContextGetGroup(js), body);
    gj_jsc.unlock(js);
    if (seen != units || !gj_private_fetch(value, &string, sizeof(string)) ||
        string.body != (uintptr_t)body || body->references != 2 * references) {
      return false;
    }
    body->references = references;
  }
  return true;
}

/* SPDX-License-Identifier: MIT */
/* Where a value was thrown. The engine stores the last exception that it threw, with the value and
 * the calls at that moment. An error itself only knows where it was made, and other values know
 * nothing. The engine makes text of the trace: an error that is made for that gets it in exchange
 * for its own, and its stack is read.
 *
 * Used when a program ends, so its places are found then: the exception is looked for in the VM,
 * and a sample, which throws itself, shows whether it was one. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

enum { VM_WORDS = 4096, FOUND_MAX = 8, PAGE = 4096, TRACE_WORDS = 2 };

/* JSC::Exception, as far as it is known: a value, and a WTF::Vector of frames. */
typedef struct {
  gj_cell cell;
  gj_value value;
  uintptr_t trace[TRACE_WORDS];
} gj_exception;

static bool holds(uintptr_t word, gj_value value) {
  gj_exception exception;
  return word % sizeof(word) == 0 && word > PAGE &&
         gj_private_fetch((const void *)word, &exception, sizeof(exception)) &&
         exception.value == value && exception.trace[0] != 0 && exception.trace[1] != 0;
}

/* The words of the VM that may point to an exception with this value. */
static size_t find(gj_context js, gj_value value, size_t places[FOUND_MAX]) {
  uintptr_t *words = gj_memory_new(VM_WORDS * sizeof(*words), "a look at the engine");
  size_t size = gj_private_read(JSContextGetGroup(js), words, VM_WORDS * sizeof(*words));
  size_t count = size / sizeof(*words);
  size_t found = 0;
  for (size_t i = 0; i < count && found < FOUND_MAX; i++) {
    if (words[i] != 0 && holds(words[i], value)) {
      places[found++] = i;
    }
  }
  free(words);
  return found;
}

/* The words of an error that has the exception's trace in place of its own. */
static gj_value in_words(gj_context js, gj_exception *exception) {
  JSObjectRef error = JSObjectMakeError(js, 0, NULL, NULL);
  if (error == NULL) { /* the script was ended just now */
    return NULL;
  }
  uintptr_t **own = (uintptr_t **)gj_first_look_trace(error);
  if (own == NULL || *own == NULL) {
    return NULL;
  }
  for (int i = 0; i < TRACE_WORDS; i++) {
    uintptr_t word = (*own)[i];
    (*own)[i] = exception->trace[i];
    exception->trace[i] = word;
  }
  return gj_first_look_stack(error);
}

static const char SAMPLE_URL[] = "/a sample/of throw";

/* process: the same in every VM. */
static atomic_size_t place; /* of the exception, in words of the VM; 0: not found */

static gj_exception *exception_at(gj_context js, size_t index) {
  return ((gj_exception **)JSContextGetGroup(js))[index];
}

static gj_object throw_mark(gj_context js) {
  gj_object global = JSContextGetGlobalObject(js);
  gj_object mark = gj_object_new(js);
  JSStringRef name = JSStringCreateWithUTF8CString("gyre sample");
  JSStringRef text = JSStringCreateWithUTF8CString("try { throw this['gyre sample'] } catch {}");
  JSStringRef url = JSStringCreateWithUTF8CString(SAMPLE_URL);
  JSObjectSetProperty(js, global, name, mark, kJSPropertyAttributeDontEnum, NULL);
  JSEvaluateScript(js, text, NULL, url, 1, NULL);
  JSObjectDeleteProperty(js, global, name, NULL);
  JSStringRelease(name);
  JSStringRelease(text);
  JSStringRelease(url);
  return mark;
}

static bool tells(gj_context js, gj_exception *exception) {
  gj_value words = in_words(js, exception);
  gj_text stack;
  if (words == NULL) {
    return false;
  }
  gj_text_get(js, words, &stack);
  bool does = strstr(stack.data, SAMPLE_URL) != NULL;
  gj_text_free(&stack);
  return does;
}

/* One place follows what is thrown, and has its trace. */
bool gj_thrown_sample(gj_context js) {
  size_t places[FOUND_MAX];
  if (!gj_private_has(GJ_PART_errors)) {
    return false;
  }
  gj_object first = throw_mark(js);
  size_t count = find(js, first, places);
  gj_object second = throw_mark(js);
  size_t fitting = 0;
  for (size_t i = 0; i < count; i++) {
    if (holds((uintptr_t)exception_at(js, places[i]), second)) {
      place = places[i];
      fitting++;
    }
  }
  return fitting == 1 && tells(js, exception_at(js, place));
}

/* The first time, the exception has to be found before the sample throws another. */
gj_value gj_thrown_trace(gj_context js, gj_value value) {
  gj_exception *exception = NULL;
  if (place != 0) {
    exception = exception_at(js, place);
  } else {
    size_t places[FOUND_MAX];
    gj_exception *found[FOUND_MAX];
    size_t count = find(js, value, places);
    for (size_t i = 0; i < count; i++) {
      found[i] = exception_at(js, places[i]);
    }
    if (gj_private_has(GJ_PART_throws)) {
      for (size_t i = 0; i < count; i++) {
        exception = places[i] == place ? found[i] : exception;
      }
    }
  }
  gj_value words =
      exception != NULL && gj_private_has(GJ_PART_throws) && holds((uintptr_t)exception, value)
          ? in_words(js, exception)
          : NULL;
  return words == NULL ? JSValueMakeUndefined(js) : words;
}

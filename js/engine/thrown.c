/* SPDX-License-Identifier: MIT */
/* Where a value was thrown. The engine keeps the last exception that it threw, with the value and
 * the calls at that moment; an error by itself only tells where it was made, and other values tell
 * nothing. The trace is put into words by the engine: an error that is made for that gets it in
 * exchange for its own, and is asked for its stack.
 *
 * Used when a program ends, so its places are found out then: the exception is looked for in the
 * VM, and a sample, which throws itself, shows whether it was one. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

enum { VM_WORDS = 4096, FOUND_MAX = 8, PAGE = 4096, TRACE_WORDS = 2 };

/* JSC::Exception, as far as it is known: a value, and a WTF::Vector of frames. */
typedef struct {
  gy_cell cell;
  gy_value value;
  uintptr_t trace[TRACE_WORDS];
} gy_exception;

static bool holds(uintptr_t word, gy_value value) {
  gy_exception exception;
  return word % sizeof(word) == 0 && word > PAGE &&
         gy_private_fetch((const void *)word, &exception, sizeof(exception)) &&
         exception.value == value && exception.trace[0] != 0 && exception.trace[1] != 0;
}

/* The words of the VM that may point to an exception with this value. */
static size_t find(gy_context js, gy_value value, size_t places[FOUND_MAX]) {
  uintptr_t *words = gy_memory_new(VM_WORDS * sizeof(*words), "a look at the engine");
  size_t size = gy_private_read(JSContextGetGroup(js), words, VM_WORDS * sizeof(*words));
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
static gy_value in_words(gy_context js, gy_exception *exception) {
  JSObjectRef error = JSObjectMakeError(js, 0, NULL, NULL);
  if (error == NULL) { /* the script was ended just now */
    return NULL;
  }
  uintptr_t **own = (uintptr_t **)gy_first_look_trace(error);
  if (own == NULL || *own == NULL) {
    return NULL;
  }
  for (int i = 0; i < TRACE_WORDS; i++) {
    uintptr_t word = (*own)[i];
    (*own)[i] = exception->trace[i];
    exception->trace[i] = word;
  }
  return gy_first_look_stack(error);
}

static const char SAMPLE_URL[] = "/a sample/of throw";

/* process: the same in every VM. */
static size_t place; /* of the exception, in words of the VM; 0: not found */

static gy_exception *exception_at(gy_context js, size_t index) {
  return ((gy_exception **)JSContextGetGroup(js))[index];
}

static gy_object throw_mark(gy_context js) {
  gy_object global = JSContextGetGlobalObject(js);
  gy_object mark = gy_object_new(js);
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

static bool tells(gy_context js, gy_exception *exception) {
  gy_value words = in_words(js, exception);
  gy_text stack;
  if (words == NULL) {
    return false;
  }
  gy_text_get(js, words, &stack);
  bool does = strstr(stack.data, SAMPLE_URL) != NULL;
  gy_text_free(&stack);
  return does;
}

/* One place follows what is thrown, and has its trace. */
bool gy_thrown_sample(gy_context js) {
  size_t places[FOUND_MAX];
  if (!gy_private_has(GY_PART_errors)) {
    return false;
  }
  gy_object first = throw_mark(js);
  size_t count = find(js, first, places);
  gy_object second = throw_mark(js);
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
gy_value gy_thrown_trace(gy_context js, gy_value value) {
  gy_exception *exception = NULL;
  if (place != 0) {
    exception = exception_at(js, place);
  } else {
    size_t places[FOUND_MAX];
    gy_exception *found[FOUND_MAX];
    size_t count = find(js, value, places);
    for (size_t i = 0; i < count; i++) {
      found[i] = exception_at(js, places[i]);
    }
    if (gy_private_has(GY_PART_throws)) {
      for (size_t i = 0; i < count; i++) {
        exception = places[i] == place ? found[i] : exception;
      }
    }
  }
  gy_value words =
      exception != NULL && gy_private_has(GY_PART_throws) && holds((uintptr_t)exception, value)
          ? in_words(js, exception)
          : NULL;
  return words == NULL ? JSValueMakeUndefined(js) : words;
}

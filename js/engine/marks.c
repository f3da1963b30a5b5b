/* SPDX-License-Identifier: MIT */
/* The reactions of a pending promise, and the marker that was last added to one. jobs.c says what
 * markers are for. Where a promise stores its reactions is found with a sample. */
#include <string.h>

#include "engine/private.h"

enum { CELL_WORDS = 9, STATE = 3, PAGE = 4096 };
enum { PROMISE_FIRST = 2, PROMISE_WORDS = 4 }; /* where a promise has its fields */

#define POINTER (((uint64_t)1 << 48) - 1)

/* process: all threads find the same. Places in a promise and a reaction, in words. */
static struct {
  int head;      /* in a promise: its newest reaction, which refers to the previous one, */
  int owner;     /* in a reaction on such a list: the child of its job */
  int next;      /* there; or (0) its first reaction, which has the others as elements, */
  int count;     /* this many, a number of JavaScript that grows */
  uint64_t step; /* by this with each */
} at;

static _Thread_local struct {
  gj_pin promise, child, mark; /* the promise that was marked last; NULL: that is done */
  uint64_t before;             /* its value there before */
  uint64_t count;              /* of elements after the mark was added */
  bool was_handled;
} last;

static uint64_t word_of(gj_value cell, int index) {
  uint64_t word;
  memcpy(&word, (const char *)cell + (size_t)index * sizeof(word), sizeof(word));
  return word;
}

static void set_word(gj_value cell, int index, uint64_t word) {
  memcpy((char *)cell + (size_t)index * sizeof(word), &word, sizeof(word));
}

static bool is_cell(uint64_t word) { return word > PAGE && (word >> 48 | (word & 7)) == 0; }

static gj_value reaction_of(gj_value promise) {
  return (gj_value)(uintptr_t)(word_of(promise, at.head) & POINTER);
}

static bool is_pending(gj_value promise) {
  return (gj_inside_promise_flags((gj_object)promise) & STATE) == 0;
}

/* True if nothing was added after the mark. `settled`: the engine has put the reactions into the
 * order in which they were added. */
static bool is_alone(bool settled) {
  if (at.next == 0) {
    return word_of(last.mark.value, at.count) == last.count;
  }
  return settled ? !is_cell(word_of(last.mark.value, at.next) & POINTER)
                 : reaction_of(last.promise.value) == last.mark.value;
}

static void unmark(gj_value promise) {
  if (at.next != 0) {
    uint64_t flags = word_of(promise, at.head) & ~POINTER;
    set_word(promise, at.head, flags | (last.before & POINTER));
  } else if (last.before == (uint64_t)(uintptr_t)last.mark.value) {
    set_word(last.mark.value, at.count, last.count - at.step);
  } else {
    set_word(promise, at.head, last.before);
  }
}

void gj_marks_forget(void) {
  gj_pin_free(&last.promise);
  gj_pin_free(&last.child);
  gj_pin_free(&last.mark);
}

gj_value gj_marks_settle(void) {
  gj_value promise = last.promise.value;
  gj_value child = NULL;
  if (promise == NULL) {
    return NULL;
  }
  if (!is_pending(promise)) {
    child = is_alone(true) ? last.child.value : NULL;
  } else if (is_alone(false)) {
    unmark(promise);
  }
  gj_marks_forget();
  return child;
}

bool gj_marks_are_for_nobody(gj_value child) {
  if (last.promise.value == NULL || child != last.child.value) {
    return false;
  }
  bool alone = is_alone(true);
  gj_marks_forget();
  return alone;
}

bool gj_marks_begin(gj_value promise) {
  if (!is_pending(promise)) {
    return false;
  }
  last.before = word_of(promise, at.head);
  last.was_handled = gj_inside_promise_handled((gj_object)promise);
  return true;
}

void gj_marks_end(gj_context js, gj_value promise, gj_value child) {
  if (!last.was_handled) {
    gj_inside_promise_unhandle((gj_object)promise);
  }
  last.promise = gj_pin_brief(js, promise);
  last.mark = gj_pin_brief(js, reaction_of(promise));
  if (at.next != 0) {
    child = (gj_value)(uintptr_t)word_of(last.mark.value, at.owner);
  }
  last.child = gj_pin_brief(js, child);
  last.count = at.next == 0 ? word_of(last.mark.value, at.count) : 0;
}

/* --- learning */

/* A promise refers to its first reaction, which counts the others. */
static bool learn_elements(gj_context js, const uint64_t words[3][PROMISE_WORDS],
                           const uint64_t reactions[3][CELL_WORDS]) {
  const int end = PROMISE_WORDS - 1;
  uint64_t zero = (uint64_t)(uintptr_t)JSValueMakeNumber(js, 0);
  if (words[1][end] != words[0][end] || words[2][end] != words[0][end]) {
    return false;
  }
  for (int i = 2; i < CELL_WORDS; i++) {
    uint64_t step = reactions[1][i] - zero;
    if (reactions[0][i] == zero && step > 0 && step < PAGE && reactions[2][i] == zero + 2 * step) {
      at.head = end;
      at.next = 0;
      at.count = i;
      at.step = step;
      return true;
    }
  }
  return false;
}

/* A promise refers to its newest reaction, which refers to the previous one and to the result of
 * then(). */
static bool learn_list(const uint64_t words[3][PROMISE_WORDS], gj_value child) {
  uint64_t reaction[CELL_WORDS];
  for (int i = PROMISE_FIRST; i < PROMISE_WORDS; i++) {
    if (words[0][i] == words[1][i] || !is_cell(words[0][i] & POINTER) ||
        !is_cell(words[1][i] & POINTER) ||
        !gj_private_fetch((void *)(uintptr_t)(words[1][i] & POINTER), reaction, sizeof(reaction))) {
      continue;
    }
    for (int k = 1; k < CELL_WORDS; k++) {
      if (reaction[k] == (uint64_t)(uintptr_t)child) {
        at.owner = k;
      } else if ((reaction[k] & POINTER) == (words[0][i] & POINTER)) {
        at.head = i;
        at.next = k;
      }
    }
  }
  return at.next != 0 && at.owner != 0;
}

bool gj_marks_learn(gj_context js, gj_object add, gj_value promise) {
  uint64_t words[3][PROMISE_WORDS];
  uint64_t reactions[3][CELL_WORDS] = {{0}};
  gj_value exception = NULL;
  gj_value children[3];
  for (int i = 0; i < 3; i++) {
    children[i] = gj_call(js, add, NULL, 1, &promise, &exception);
    if (exception != NULL || !gj_private_fetch(promise, words[i], sizeof(words[i]))) {
      return false;
    }
    uint64_t end = words[i][PROMISE_WORDS - 1];
    if (is_cell(end)) {
      gj_private_fetch((void *)(uintptr_t)end, reactions[i], sizeof(reactions[i]));
    }
  }
  return learn_list(words, children[1]) || learn_elements(js, words, reactions);
}

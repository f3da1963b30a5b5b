/* SPDX-License-Identifier: MIT */
/* Up to 2.52 the engine implements part of the language in JavaScript: its library contains the
 * text, which is compiled when it is first needed. Where that text has another order than Node, it
 * is edited, in the memory of this process, before any program runs; a replacement is as long as
 * the original. Each piece has to be there byte for byte, and the expected number of times, or
 * nothing is edited: that is the sample. From 2.54 on the same is in C++. */
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/private.h"

/* The texts are at the beginning of the constants. The place where they were in Debian 12's library
 * is searched first, because every start pays for it. */
enum { LIKELY = 0x24000, SEARCHED = 1 << 20, MOST_PLACES = 4 };

typedef struct {
  const char *text, *edited;
  int times;
  unsigned until; /* 2.N: the first release that does not need it */
} gj_edit;

static const gj_edit edits[] = {
    /* `for await` over a synchronous iterator: an iterator whose value is a promise that rejects is
     * not closed. 2.50 assumes a method `return` there and waits forever if there is none. */
    {"@syncIterator: syncIterator }", "@syncIterator: @undefined   }", 2, 54},
    /* await of a thenable that resolves with a promise: also through a promise of its own. */
    {"constructor !== @Promise && constructor !== @InternalPromise) {\n"
     "        @promiseResolveThenableJobWithDerivedPromise("
     "thenable, constructor, @createResolvingFunctionsWithoutPromise(",
     "constructor !== @Promise || constructor !== @InternalPromise) {\n"
     "        @promiseResolveThenableJobWithDerivedPromise("
     "thenable, constructor, @createResolvingFunctionsWithoutPromise(",
     1, 52},
};
enum { EDITS = sizeof(edits) / sizeof(*edits) };

typedef char *gj_places[MOST_PLACES];

static bool search(char *at, char *end, const gj_edit *edit, gj_places places) {
  size_t length = strlen(edit->text);
  int count = 0;
  while (count < edit->times && (at = memmem(at, (size_t)(end - at), edit->text, length)) != NULL) {
    places[count++] = at;
    at += length;
  }
  return count == edit->times;
}

static bool find_places(const gj_range *range, const gj_edit *edit, gj_places places) {
  char *begin = (char *)range->begin;
  bool large = range->end - range->begin > SEARCHED;
  char *end = large ? begin + SEARCHED : (char *)range->end;
  return (large && search(begin + LIKELY, end, edit, places)) || search(begin, end, edit, places);
}

static bool protect(char *from, size_t size, int how) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = (uintptr_t)from & ~(page - 1);
  return mprotect((void *)begin, (uintptr_t)from + size - begin, how) == 0;
}

static bool apply(const gj_edit *edit, gj_places places) {
  size_t length = strlen(edit->text);
  for (int i = 0; i < edit->times; i++) {
    if (!protect(places[i], length, PROT_READ | PROT_WRITE)) {
      return false;
    }
    memcpy(places[i], edit->edited, length);
    protect(places[i], length, PROT_READ);
  }
  return true;
}

static bool fits; /* process: by pthread_once; there is one library */

static void edit_all(void) {
  gj_image image;
  gj_places places[EDITS];
  fits = !gj_engine_since(2, 54) && gj_image_find(&image);
  for (int i = 0; i < EDITS && fits; i++) {
    fits =
        gj_engine_since(2, edits[i].until) || find_places(&image.constants, &edits[i], places[i]);
  }
  for (int i = 0; i < EDITS && fits; i++) {
    fits = gj_engine_since(2, edits[i].until) || apply(&edits[i], places[i]);
  }
}

/* Once per process: later the original text cannot be found. */
bool gj_texts_sample_texts(gj_context js) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)js;
  pthread_once(&once, edit_all);
  return fits;
}

bool gj_texts_edited(void) { return gj_private_has(GJ_PART_texts); }

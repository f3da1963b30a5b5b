/* SPDX-License-Identifier: MIT */
/* Whether microtasks wait: the engine does not say, and measuring how long it took to run them
 * costs more than most runs. Its queue has a begin and an end, two adjacent words somewhere in the
 * engine's VM. They are found by queueing some: if exactly one such pair has grown by that number,
 * it is the one. Otherwise nothing is known. The memory is read through the kernel, which refuses
 * invalid addresses. */
#include <stdlib.h>

#include "engine/memory.h"
#include "engine/private.h"

enum { WORDS = 1 << 15 };

static _Thread_local const volatile size_t *ends; /* beginning and end; NULL: not found */

static size_t read_words(const void *from, size_t words[WORDS]) {
  return gj_private_read(from, words, WORDS * sizeof(*words)) / sizeof(*words);
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static bool grows(const size_t *none, const size_t *one, const size_t *three, size_t at) {
  size_t begin = none[at];
  return none[at + 1] == begin && one[at] == begin && three[at] == begin &&
         one[at + 1] == begin + 1 && three[at + 1] == begin + 3;
}

const volatile size_t *gj_queue_look(gj_context js, gj_object queue_one) {
  const size_t *vm = (const size_t *)JSContextGetGroup(js);
  const size_t *place = NULL;
  size_t *words = gj_memory_room(sizeof(*words) * WORDS * 3);
  if (words == NULL) {
    return NULL;
  }
  size_t *none = words;
  size_t *one = words + WORDS;
  size_t *three = words + 2 * WORDS;
  gj_value exception = NULL;
  size_t count = read_words(vm, none);
  gj_call(js, queue_one, NULL, 0, NULL, &exception);
  count = smaller(count, read_words(vm, one));
  gj_call(js, queue_one, NULL, 0, NULL, &exception);
  gj_call(js, queue_one, NULL, 0, NULL, &exception);
  count = smaller(count, read_words(vm, three));
  size_t found = 0;
  for (size_t i = 0; i + 1 < count; i++) {
    if (grows(none, one, three, i)) {
      place = vm + i;
      found++;
    }
  }
  free(words);
  return found != 1 || exception != NULL ? NULL : place;
}

void gj_queue_find(gj_context js, gj_object queue_one) {
  if (gj_private_has(GJ_PART_queue)) {
    ends = gj_queue_look(js, queue_one);
  }
}

bool gj_queue_known(void) { return ends != NULL; }

bool gj_queue_empty(void) { return ends != NULL && ends[0] == ends[1]; }

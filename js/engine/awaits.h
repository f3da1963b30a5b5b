/* SPDX-License-Identifier: MIT */
/* What awaits.c knows about the engine's memory, as measured by awaits_sample.c. */
#ifndef GJ_JS_AWAITS_H
#define GJ_JS_AWAITS_H

#include <string.h>

#include "engine/private.h"

enum { GJ_AWAITS_PAGE = 4096 };

/* Words of a generator, and of an asynchronous one. */
enum { STATE = 3, BODY = 4, PROMISE = 7, QUEUE = 8, QUEUED_PROMISE = 4 };

/* Words of a promise, of its first reaction, and, in that one's elements, of each further
 * reaction. */
enum { REACTIONS = 3, FIRST = 2, TO_SETTLE = 0, HANDLER = 1, CONTEXT = 3, REACTION_WORDS = 4 };

/* Words of rare data, of a table, and of a frame in a trace; a place shares its word with other
 * bits. */
enum { TABLES = 1, TABLE_WORDS = 3, TRACE_PLACE = 5, PLACE_SHIFT = 2 };

enum { CELL_WORDS = 48 }; /* more than a cell has */

/* process: all threads find the same. */
typedef struct {
  size_t top;    /* in words of the VM: the frame through which the engine was last entered */
  size_t record; /* in words below that: the engine's record of an entry */
  uint8_t promise, generator, async_generator, function, code; /* kinds */
  size_t executable;                                           /* in words of a function */
  size_t code_of;                                              /* in words of what is there */
  size_t unlinked; /* in words of code: the unlinked code, */
  size_t rare;     /* in words of that: rare data, such as tables */
} gj_awaits_places;
extern gj_awaits_places gj_awaits_at;

typedef struct {
  const uint64_t *frame; /* of the first call; NULL: not found */
  const uint64_t *outer; /* the previous entry */
} gj_entry_point;
gj_entry_point gj_awaits_entry(const void *vm, const uint64_t *entry);
size_t gj_awaits_record(const void *vm, const uint64_t *entry, const uint64_t *outer,
                        const uint64_t *frame);

/* What the sample throws; NULL once the engine's call to throw it was seen by awaits.c. */
extern gj_value gj_awaits_mark;

/* The frames in the trace of an error that was just made; NULL if there are none. */
uint64_t *gj_awaits_trace(JSObjectRef error, uint32_t **size);

static inline uint64_t word_of(const void *cell, size_t index) {
  uint64_t word;
  memcpy(&word, (const char *)cell + index * sizeof(word), sizeof(word));
  return word;
}

static inline gj_value value_of(const void *cell, size_t index) {
  return (gj_value)(uintptr_t)word_of(cell, index);
}

static inline bool is_cell(uint64_t word) {
  return word > GJ_AWAITS_PAGE && (word >> 48 | (word & 7)) == 0;
}

static inline int32_t number_of(uint64_t word) {
  return (word & GJ_AT_NUMBER) == GJ_AT_NUMBER ? (int32_t)(uint32_t)word : -1;
}

#endif

/* SPDX-License-Identifier: MIT */
/* The prepared engine: a copy of the system's library, made on the machine where it is used, that
 * the loader is done with sooner (relink.c). It is used only while the library that it was made of
 * is the one that the loader would open (open.c).
 *
 * The copy does not need libraries that few programs use. Where the engine calls one of their
 * functions, it calls an entry of gyre_engine_later, which opens the library then (later.c). */
#ifndef GJ_JS_PREPARED_H
#define GJ_JS_PREPARED_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/build.h"
#include "engine/engine.h"

#define GJ_PREPARED_MAGIC "gyre-en2"
#define GJ_LATER_MOST 512
enum { GJ_PREPARED_PATH = 256, GJ_LATER_SIZE = 16, GJ_FENCES_MOST = 24, GJ_FENCE = 4 /* bytes */ };

/* Where a fence of the engine is (fences.c): addresses. */
typedef struct {
  uint64_t count, at[GJ_FENCES_MOST];
} gj_fences;

/* Stored twice: at the end of the file, and where the file is in memory. Addresses are those in the
 * file, where they are also offsets: the loader adds the same number to all. */
typedef struct {
  char magic[8];
  uint8_t build[GJ_BUILD];     /* of the system's library ... */
  char path[GJ_PREPARED_PATH]; /* ... where it is ... */
  uint64_t size;               /* ... and more of it: that much is the same for every copy of a */
  int64_t modified_s;          /* system's image */
  uint64_t at;                 /* where in memory this structure is ... */
  uint64_t later;              /* ... and the list of functions, gj_later[count] */
  uint64_t count;
  gj_fences fences;
} gj_prepared_key;

typedef struct {
  uint64_t library, function; /* names: addresses */
} gj_later;

bool gj_open_is_prepared(void); /* whether the engine that is open is a prepared one */

/* Where the list is, and what is added to its addresses. */
void gj_later_start(uintptr_t base, const gj_later *list, uint64_t count);
bool gj_later_resolve_all(void); /* false: one is missing; standard error says which */

/* Adds the fences of some code to a list; replaces them in memory, where the file is mapped at
 * `base`. */
void gj_fences_list(const uint8_t *code, size_t size, uint64_t address, gj_fences *fences);
void gj_fences_replace(uintptr_t base, const gj_fences *fences, int file);
/* The first that was replaced, from this address on; UINTPTR_MAX if there is none. */
uintptr_t gj_fences_next(uintptr_t from);

/* Changes the library, of which `engine` is the handle, in the memory that it was read into, and
 * completes the key. False: it has a form that is not understood. */
bool gj_relink(gj_bytes file, void *engine, uintptr_t loaded_at, gj_prepared_key *key);

/* Whether the system's library at that path is the one of the key, or will be when the loader's
 * list is made; or makes the key of it. */
bool gj_prepared_may_fit(const gj_prepared_key *key);
bool gj_prepared_identify(const char *path, gj_prepared_key *key);

#endif

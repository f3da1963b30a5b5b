/* SPDX-License-Identifier: MIT */
/* Texts as bytecode from a file that was made in advance: js/runtime/library.c has the
 * library's. */
#ifndef GJ_JS_BYTECODE_H
#define GJ_JS_BYTECODE_H

#include "engine/engine.h"

typedef struct {
  const char *url, *text; /* ASCII; NULL: it gets no bytecode */
  size_t number;          /* for gj_bytecode_eval */
} gj_bytecode_text;

/* Writes the file, in the order of the list. Returns NULL, or an error message. */
const char *gj_bytecode_write(gj_context js, const char *path, const gj_bytecode_text *texts,
                              size_t count);
/* Runs the text with this number. False: the file has no bytecode for it, and nothing was run. */
bool gj_bytecode_eval(gj_context js, size_t number, gj_bytes text, const char *url, gj_object self,
                      gj_value *exception);

/* The file's memory may go: 64 kB count around each byte that was used. */
void gj_bytecode_rest(void);

/* --- for kept.c, which does the same for texts of the program */

/* JSC::CachedBytecode, with the bytes in a mapped file. After that come bytes that say so, and the
 * engine's data about its functions: a hash table and a list, both empty. */
enum { GJ_CACHED_REST = 8 };
typedef struct {
  uint32_t references;
  size_t size;
  const uint8_t *data;
  size_t mapped;
  uint64_t rest[GJ_CACHED_REST];
} gj_cached;

/* The virtual methods of scripts; in the C++ ABI two words precede the first. */
enum { GJ_METHODS = 32, GJ_CACHED_BYTECODE = 4, GJ_CACHE_BYTECODE = 5, GJ_UPDATE_CACHE = 6 };
typedef struct {
  uintptr_t before[2], methods[GJ_METHODS];
} gj_methods;
void gj_kept_learn(const gj_methods *plain);

void gj_bytecode_fill(gj_cached *cached, gj_bytes bytes); /* as the engine does */
void *gj_bytecode_script(gj_context js, gj_value text, const char *url);
uint32_t gj_bytecode_programs(void);    /* 0, or a number that identifies the engine */
unsigned gj_bytecode_module_kind(void); /* 0: no bytecode of modules */

/* For samples. */
#define GJ_BYTECODE_SAMPLE 84
extern const char gj_bytecode_sample_text[];
uint8_t *gj_bytecode_copy(gj_bytes made); /* a mapped one */
bool gj_bytecode_works(gj_bytes made, const char *text, double expected);
unsigned gj_kept_function_kind(void);
unsigned gj_kept_given(void);
bool gj_kept_proves(void);
unsigned gj_kept_proves_modules(unsigned *kind); /* sets the kind of their code */

#endif

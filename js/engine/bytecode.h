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

/* The program has started: most of the file is not needed any more, but counts as the process's
 * memory, by 64 kB around each byte that was used. What is needed later comes back by itself. */
void gj_bytecode_rest(void);

/* The same for texts of the program, which are not empty. 0: not available here; otherwise a number
 * that identifies the engine's build. */
uint32_t gj_bytecode_version(void);
/* Runs the text. The bytes are its bytecode; they are never freed and do not begin on a page. */
gj_value gj_bytecode_run(gj_context js, gj_value text, const char *url, gj_bytes bytes,
                         gj_value *exception);
/* Runs a text that has no bytecode yet. Later gj_bytecode_take_all returns the bytecode of the
 * functions that were called, by these labels, and forgets them. */
typedef struct {
  uint64_t key, text;
} gj_bytecode_label;
typedef void (*gj_bytecode_take)(gj_bytecode_label label, gj_bytes bytes, void *arg);
gj_value gj_bytecode_run_fresh(gj_context js, gj_value text, const char *url,
                               gj_bytecode_label label, gj_value *exception);
/* The text that was run last gets none. So has to be each that is more than one function, as its
 * value is, which is called soon. */
void gj_bytecode_drop_last(void);
void gj_bytecode_take_all(gj_bytecode_take take, void *arg);
void gj_bytecode_forget(void); /* before the context is freed */

#endif

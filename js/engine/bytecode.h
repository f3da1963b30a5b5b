/* SPDX-License-Identifier: MIT */
/* Texts as bytecode from a file that was made ahead: js/runtime/library.c has the library's. */
#ifndef GJ_JS_BYTECODE_H
#define GJ_JS_BYTECODE_H

#include "engine/engine.h"

typedef struct {
  const char *url, *text; /* of bytes below 128; NULL: it gets none */
} gj_bytecode_text;

/* Makes the file. NULL, or what went wrong. */
const char *gj_bytecode_write(gj_context js, const char *path, const gj_bytecode_text *texts,
                              size_t count);
/* Runs the text, which is that of this number. False: the file has nothing for it, and nothing was
 * run. */
bool gj_bytecode_eval(gj_context js, size_t number, gj_bytes text, const char *url, gj_object self,
                      gj_value *exception);

/* The same for texts of the program, which are not empty. 0: there is no such thing here; else a
 * number of the engine's build. */
uint32_t gj_bytecode_version(void);
/* Runs the text; the bytes are of that text, there for ever, and do not begin with a page. */
gj_value gj_bytecode_run(gj_context js, gj_value text, const char *url, gj_bytes bytes,
                         gj_value *exception);
/* Runs a text that has none. Later gj_bytecode_take_all has that of the functions that were called,
 * by these labels, and forgets them. */
typedef struct {
  uint64_t key, text;
} gj_bytecode_label;
typedef void (*gj_bytecode_take)(gj_bytecode_label label, gj_bytes bytes, void *arg);
gj_value gj_bytecode_run_fresh(gj_context js, gj_value text, const char *url,
                               gj_bytecode_label label, gj_value *exception);
void gj_bytecode_take_all(gj_bytecode_take take, void *arg);
void gj_bytecode_forget(void); /* before the context is freed */

#endif

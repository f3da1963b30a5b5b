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
bool gj_bytecode_eval(gj_context js, size_t number, const char *text, const char *url,
                      gj_object self, gj_value *exception);

#endif

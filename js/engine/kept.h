/* SPDX-License-Identifier: MIT */
/* Bytecode of the program's own texts, CommonJS files and ES modules: js/bind/compile_cache.c keeps
 * it in files. */
#ifndef GJ_JS_KEPT_H
#define GJ_JS_KEPT_H

#include "engine/engine.h"

typedef struct {
  uint64_t key, text; /* what its user knows it by */
} gj_kept_label;

/* 0: not available here; otherwise a number that identifies the engine's build. */
uint32_t gj_kept_version(void);
bool gj_kept_has_modules(void);

/* Runs a text that is not empty. The bytes are its bytecode, if there is any; they are never freed
 * and do not begin on a page. */
gj_value gj_kept_run(gj_context js, gj_value text, const char *url, gj_kept_label label,
                     gj_bytes bytes, gj_value *exception);
/* The text that was run last gets none. So has to be each that is more than one function, as its
 * value is. */
void gj_kept_drop_last(void);
/* The same for the ES module that is made next, in this context. */
void gj_kept_expect(gj_kept_label label, gj_bytes bytes);
void gj_kept_module(gj_context js, void *script); /* modules.c has made it */

/* The size of the bytecode that was made since, of functions that were called. */
size_t gj_kept_news(void);
/* Moves the texts that have some of it to a list, whose bytecode, whole, any thread may take once.
 * All texts are forgotten. */
typedef struct {
  struct gj_kept_text *list;
  size_t count;
} gj_kept_lot;
typedef void (*gj_kept_taker)(gj_kept_label label, gj_bytes bytes, void *arg);
gj_kept_lot gj_kept_detach(void);
void gj_kept_take(gj_kept_lot lot, gj_kept_taker take, void *arg);
void gj_kept_forget(void); /* before the context is freed */
/* After that time no more bytecode is kept. The function is called then, or later, amid the
 * engine's work: it must not use the engine. */
void gj_kept_until(uint64_t nanoseconds, void (*late)(void));

#endif

/* SPDX-License-Identifier: MIT */
/* The files of the library that are embedded in the program, and their bytecode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/bytecode.h"
#include "engine/memory.h"
#include "runtime/runtime.h"

enum { URL_SIZE = 300 };

static int compare_name(const void *name, const void *builtin) {
  return strcmp(name, ((const gj_builtin *)builtin)->name);
}

const gj_builtin *gj_builtin_find(const char *name) {
  return bsearch(name, gj_builtins, gj_builtins_count, sizeof(*gj_builtins), compare_name);
}

bool gj_builtin_evaluate(gj_context js, const char *name, gj_object scope, gj_value *exception) {
  const gj_builtin *builtin = gj_builtin_find(name);
  if (builtin != NULL) {
    char url[URL_SIZE];
    snprintf(url, sizeof(url), "node:%s", name);
    gj_bytes text = {(uint8_t *)builtin->source, builtin->size};
    if (!gj_bytecode_eval(js, (size_t)(builtin - gj_builtins), text, url, scope, exception)) {
      gj_eval_text(js, builtin->source, url, scope, exception);
    }
  }
  return builtin != NULL;
}

/* The engine has read each text to see whether the bytecode is of that text. */
static void rest_texts(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = ((uintptr_t)gj_builtins_texts + page - 1) / page * page;
  uintptr_t end = (uintptr_t)gj_builtins_texts_end / page * page;
  madvise((void *)begin, end - begin, MADV_DONTNEED);
}

void gj_builtin_rest(void) {
  rest_texts();
  gj_bytecode_rest();
  gj_engine_rest();
}

static bool is_ascii(const char *text) {
  while (*text > 0) {
    text++;
  }
  return *text == 0;
}

static int compare_place(const void *a, const void *b) {
  uintptr_t left = (uintptr_t)((const gj_bytecode_text *)a)->text;
  uintptr_t right = (uintptr_t)((const gj_bytecode_text *)b)->text;
  return (left > right) - (left < right);
}

/* In the order of the texts in the program: tools/embed puts together what a start needs. */
int gj_builtin_write_bytecode(const char *path) {
  gj_bytecode_text *texts = gj_memory_new(gj_builtins_count * sizeof(*texts), "a list of texts");
  char(*urls)[URL_SIZE] = gj_memory_new(gj_builtins_count * sizeof(*urls), "a list of names");
  for (size_t i = 0; i < gj_builtins_count; i++) {
    snprintf(urls[i], sizeof(urls[i]), "node:%s", gj_builtins[i].name);
    const char *text = gj_builtins[i].source;
    texts[i] = (gj_bytecode_text){urls[i], is_ascii(text) ? text : NULL, i};
  }
  qsort(texts, gj_builtins_count, sizeof(*texts), compare_place);
  gj_context js = gj_context_new();
  gj_context_lock(js);
  const char *error = gj_bytecode_write(js, path, texts, gj_builtins_count);
  if (error != NULL) {
    fprintf(stderr, "gyre: %s: %s\n", path, error);
  }
  gj_context_unlock(js);
  gj_context_free(js);
  free(urls);
  free(texts);
  return error == NULL ? 0 : 1;
}

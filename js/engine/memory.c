/* SPDX-License-Identifier: MIT */
/* The runtime's memory: see memory.h. */
#include "engine/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void end(const char *text, int length) {
  ssize_t written = write(STDERR_FILENO, text, (size_t)length);
  (void)written; /* there is nobody else to tell */
  abort();
}

void gj_memory_out(size_t size, const char *what) {
  char text[160]; /* on the stack: stdio may want memory */
  end(text, snprintf(text, sizeof(text), "gyre: out of memory: %zu bytes for %.80s\n", size, what));
}

void gj_memory_fatal(const char *line) {
  char text[512];
  int length = snprintf(text, sizeof(text), "gyre: %.480s\n", line);
  end(text, length);
}

void *gj_memory_new(size_t size, const char *what) {
  void *memory = calloc(1, size);
  if (memory == NULL) {
    gj_memory_out(size, what);
  }
  return memory;
}

void *gj_memory_bound(void *old, size_t size, const char *what) {
  void *memory = realloc(old, size == 0 ? 1 : size);
  if (memory == NULL) {
    gj_memory_out(size, what);
  }
  return memory;
}

void *gj_memory_room(size_t size) { return malloc(size == 0 ? 1 : size); }

void *gj_memory_rooms(size_t count, size_t size) { return calloc(count == 0 ? 1 : count, size); }

void *gj_memory_grow(void *old, size_t size) { return realloc(old, size == 0 ? 1 : size); }

char *gj_memory_text(const char *text) { return strdup(text); }

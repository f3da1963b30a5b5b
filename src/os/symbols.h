/* SPDX-License-Identifier: MIT */
/*
 * From an address of code to what people call it: for reports, not for hot paths. Functions that an
 * object does not export have their names from its symbol table, if it was not stripped.
 */
#ifndef GY_OS_SYMBOLS_H
#define GY_OS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char name[96];    /* of the function; empty if it is not known */
  char place[96];   /* "libfoo.so+0x12": the object, and where in it; empty: code of no object */
  const void *base; /* where the object lies; NULL: none */
} gy_symbol;

void gy_symbol_find(const void *address, gy_symbol *symbol);

/*
 * The calls that led here, innermost first, without the caller of this; how many. May be called in
 * a signal handler, if it was called before outside of one.
 */
int gy_symbol_frames(void *frames[], int max);

/* Where frames come from as one line: "inner (prog+0x1) < outer (prog+0x2)", at most MAX of them,
 * and none below main. FRAMES are return addresses. */
void gy_symbol_line(void *const frames[], int count, int max, char *text, size_t room);

/* The first of the frames that does not lie in this library. */
int gy_symbol_skip_library(void *const frames[], int count);

#endif

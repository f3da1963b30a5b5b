/* SPDX-License-Identifier: MIT */
/*
 * From a code address to a name: for reports, not for hot paths. The dynamic linker knows the names
 * that objects export; those of other functions are in the symbol table of the object's file, if it
 * was not stripped. C++ names are demangled if the program contains a demangler. Any thread; not in
 * signal handlers, except gy_symbol_frames.
 */
#ifndef GY_OS_SYMBOLS_H
#define GY_OS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

#define GY_SYMBOL_TEXT 512

typedef struct {
  char name[GY_SYMBOL_TEXT];  /* of the function; empty if it is not known */
  char place[GY_SYMBOL_TEXT]; /* "libfoo.so+0x12": the object, and where in it; empty: none */
  bool ours;                  /* certainly part of this library */
  bool near_ours;             /* most likely: it lies among its functions */
} gy_symbol;

/* IS_RETURN: the address is a return address, and belongs to the function that made the call. */
void gy_symbol_find(const void *address, bool is_return, gy_symbol *symbol);

/*
 * The calls that led here, innermost first, without the caller of this; returns how many. May be
 * called in a signal handler, if it was called before outside of one.
 */
int gy_symbol_frames(void *frames[], int max);

/* The frames as one line: "inner (prog+0x1) < outer (prog+0x2)", at most MAX of them, and none
 * below main. FRAMES are return addresses. */
void gy_symbol_line(void *const frames[], int count, int max, char *text, size_t room);

/* The first of the frames that is not in this library. */
int gy_symbol_skip_library(void *const frames[], int count);

#endif

/* SPDX-License-Identifier: MIT */
/* Shared libraries that are opened when a program first needs them, so that other programs start
 * without them. A binding lists the functions it uses in a macro of macros and has a table of
 * pointers to them; the headers of the library give the types. */
#ifndef GJ_JS_LIBRARY_H
#define GJ_JS_LIBRARY_H

#include <stdbool.h>

#define GJ_LIBRARY_POINTER(name) __typeof__(name) *name;
#define GJ_LIBRARY_NAME(name) #name,

/* Fills the table with the functions of these names (the list ends with NULL), if that is not done
 * yet; each thread calls this before it uses one. NULL, or a text that says what is missing. */
const char *gj_library_open(const char *file, const char *const names[], void *table);

/* The same for a library that is open; false if one is missing, which dlerror() tells. */
bool gj_library_fill(void *library, const char *const names[], void *table);

#endif

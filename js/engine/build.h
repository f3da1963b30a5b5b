/* SPDX-License-Identifier: MIT */
/* Which build of a library runs: the build-id that its linker has stored in it. */
#ifndef GJ_JS_BUILD_H
#define GJ_JS_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GJ_BUILD = 32 };

/* The build-id of the library that contains this function, padded with zeros; false: it has
 * none. */
bool gj_build_find(uintptr_t function, uint8_t build[GJ_BUILD]);

/* The same of a library of which the first bytes are given. */
bool gj_build_in_file(const uint8_t *bytes, size_t size, uint8_t build[GJ_BUILD]);

#endif

/* SPDX-License-Identifier: MIT */
/* Which build of a library runs: what its linker has put into it as a build-id. */
#ifndef GJ_JS_BUILD_H
#define GJ_JS_BUILD_H

#include <stdbool.h>
#include <stdint.h>

enum { GJ_BUILD = 32 };

/* That of the library with this function, and zeros behind it; false: it has none. */
bool gj_build_find(uintptr_t function, uint8_t build[GJ_BUILD]);

#endif

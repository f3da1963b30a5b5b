/* SPDX-License-Identifier: MIT */
/*
 * Which library a program has loaded: its own version, and the version of the uv interface that it
 * implements.
 */
#include "gyre.h"

#define QUOTE(x) #x
#define TEXT(x) QUOTE(x)

#define NUMBERS TEXT(UV_VERSION_MAJOR) "." TEXT(UV_VERSION_MINOR) "." TEXT(UV_VERSION_PATCH)

#define GYRE_NUMBERS \
  TEXT(GYRE_VERSION_MAJOR) "." TEXT(GYRE_VERSION_MINOR) "." TEXT(GYRE_VERSION_PATCH)

const char *gyre_version(void) { return GYRE_NUMBERS; }

unsigned int uv_version(void) { return UV_VERSION_HEX; }

const char *uv_version_string(void) {
#if UV_VERSION_IS_RELEASE
  return NUMBERS;
#else
  return NUMBERS "-" UV_VERSION_SUFFIX;
#endif
}

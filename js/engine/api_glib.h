/* SPDX-License-Identifier: MIT */
/* The same as api.h for GLib, which the engine uses, and for functions of the engine with GLib's
 * types. */
#ifndef GJ_JS_API_GLIB_H
#define GJ_JS_API_GLIB_H

#include <jsc/jsc.h>

#include "engine/library.h"

#define GLIB(name) GJ_LIBRARY_POINTER(name)
typedef struct {
#include "engine/api_glib.def"
} gj_glib_table;
#undef GLIB
extern __attribute__((visibility("hidden"))) gj_glib_table gj_glib; /* process: filled once */

#include "api_glib_calls.h"

#endif

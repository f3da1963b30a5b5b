/* SPDX-License-Identifier: MIT */
/* The interface of JavaScriptCore. The program opens the engine itself (open.c), so that it can
 * choose between the system's library and one that was prepared for a faster start. Functions are
 * called by their own names: api.def lists them, a table has their addresses, and api_calls.h,
 * generated from the list when gyre is built, maps the names to the table. */
#ifndef GJ_JS_API_H
#define GJ_JS_API_H

#include <JavaScriptCore/JavaScript.h>

#include "engine/library.h"

#define JSC(name) GJ_LIBRARY_POINTER(name)
typedef struct {
#include "engine/api.def"
} gj_api_table;
#undef JSC
extern __attribute__((visibility("hidden"))) gj_api_table gj_api; /* process: filled once */

#include "api_calls.h"

#endif

/* SPDX-License-Identifier: MIT */
/* What the runtime reports to observers of its loop (gyre.h, gyre_runtime_hooks). */
#ifndef GJ_JS_RUNTIME_SCOPE_H
#define GJ_JS_RUNTIME_SCOPE_H

#include "runtime/runtime.h"

/* Functions of js/lib/internal/scope: where the program is, the stack of a callback, the report of
 * what keeps the program alive. */
void gj_scope_start(gj_runtime *runtime, gj_object site, gj_object stack, gj_object print);

#endif

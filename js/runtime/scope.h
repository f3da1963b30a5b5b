/* SPDX-License-Identifier: MIT */
/* What the runtime tells those who look at its loop from outside (gyre.h, gyre_runtime_hooks). */
#ifndef GY_JS_RUNTIME_SCOPE_H
#define GY_JS_RUNTIME_SCOPE_H

#include "runtime/runtime.h"

/* Functions of js/lib/internal/scope: where the program is, the stack of a callback, the report of
 * what keeps the program alive. */
void gy_scope_start(gy_runtime *runtime, gy_object site, gy_object stack, gy_object print);

#endif

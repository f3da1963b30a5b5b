/* SPDX-License-Identifier: MIT */
/* A thread that ends a script of another when its time is over, or at SIGINT. */
#ifndef GJ_BIND_WATCHDOG_H
#define GJ_BIND_WATCHDOG_H

#include "runtime/runtime.h"

typedef enum {
#define SCRIPT_END(name) GJ_##name,
#include "lists.def"
} gj_ended;
typedef struct gj_watchdog gj_watchdog;

/* limit_ms 0: none. NULL: there is no thread for it. */
gj_watchdog *gj_watchdog_start(gj_context js, uint64_t limit_ms, bool catches_sigint);
/* What it did. */
gj_ended gj_watchdog_stop(gj_watchdog *watchdog);

#endif

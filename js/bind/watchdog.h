/* SPDX-License-Identifier: MIT */
/* A thread that ends a script of another when its time is over, or at SIGINT. */
#ifndef GY_BIND_WATCHDOG_H
#define GY_BIND_WATCHDOG_H

#include "runtime/runtime.h"

typedef enum {
#define SCRIPT_END(name) GY_##name,
#include "lists.def"
} gy_ended;
typedef struct gy_watchdog gy_watchdog;

/* limit_ms 0: none. NULL: there is no thread for it. */
gy_watchdog *gy_watchdog_start(gy_context js, uint64_t limit_ms, bool catches_sigint);
/* What it did. */
gy_ended gy_watchdog_stop(gy_watchdog *watchdog);

#endif

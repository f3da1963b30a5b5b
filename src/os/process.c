/* SPDX-License-Identifier: MIT */
/* Which process this is, and whose child. Programs call it. */
#include <unistd.h>

#include "uv.h"

uv_pid_t uv_os_getpid(void) { return getpid(); }

uv_pid_t uv_os_getppid(void) { return getppid(); }

/* SPDX-License-Identifier: MIT */
/*
 * Does the program handle forks? Handlers of pthread_atfork cannot be listed, but an object that
 * registers any refers to that function by name. Any thread.
 */
#ifndef GY_OS_FORKS_H
#define GY_OS_FORKS_H

#include <stdbool.h>

/* False only if no loaded object but this library can have called pthread_atfork. An object that
 * looks it up with dlsym is not noticed. For a statically linked program the result is always
 * true. */
bool gy_forks_watched(void);

#endif

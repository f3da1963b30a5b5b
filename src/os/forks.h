/* SPDX-License-Identifier: MIT */
/*
 * Does the program want to know of forks? Handlers of pthread_atfork cannot be listed, but who has
 * any names the function that takes them. Any thread.
 */
#ifndef GY_OS_FORKS_H
#define GY_OS_FORKS_H

#include <stdbool.h>

/* False only if no loaded object but this library can have called pthread_atfork. One that finds
 * the function by dlsym is not seen. A program that is linked statically always may have. */
bool gy_forks_watched(void);

#endif

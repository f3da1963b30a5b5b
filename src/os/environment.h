/* SPDX-License-Identifier: MIT */
/* The environment variables of libgyre itself. */
#ifndef GY_OS_ENVIRONMENT_H
#define GY_OS_ENVIRONMENT_H

#include <stdbool.h>

/* The only place that reads variables (tools/tidy checks). NULL if the variable is not set, or if
 * this program has rights that the user who started it has not (setuid, setgid, file capabilities):
 * then the environment is not trusted, because it could make us write files and open ports. */
const char *gy_environment_get(const char *name);

/* Whether the environment has a variable that begins with GYRE_. Each loop that opens asks this
 * first: usually there is none, and one walk costs less than a search for each name. */
bool gy_environment_asks(void);

#endif

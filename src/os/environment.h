/* SPDX-License-Identifier: MIT */
/* The variables that libgyre itself goes by. */
#ifndef GY_OS_ENVIRONMENT_H
#define GY_OS_ENVIRONMENT_H

#include <stdbool.h>

/* The one door (tools/tidy knows no other). NULL if the variable is not set, or if this program has
 * rights that whoever started it has not (setuid, setgid, file capabilities): then the environment
 * is the word of a stranger, who could have files written and ports opened with those rights. */
const char *gy_environment_get(const char *name);

/* Whether the environment has a variable that begins with GYRE_. Each loop that opens asks this
 * first: usually there is none, and one walk costs less than a search for each name. */
bool gy_environment_asks(void);

#endif

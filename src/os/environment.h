/* SPDX-License-Identifier: MIT */
/* The environment variables of libgyre itself. */
#ifndef GY_OS_ENVIRONMENT_H
#define GY_OS_ENVIRONMENT_H

/* The only place that reads variables (tools/tidy checks). NULL if the variable is not set, or if
 * this program has rights that the user who started it has not (setuid, setgid, file capabilities):
 * then the environment is not trusted, because it could make us write files and open ports. */
const char *gy_environment_get(const char *name);

#endif

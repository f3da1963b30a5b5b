/* SPDX-License-Identifier: MIT */
/* Files that gyre makes for itself on the machine it runs on, and trusts like its own code: they
 * are beside the program as it is built, or in lib/gyre where it is installed. */
#ifndef GJ_JS_BESIDE_H
#define GJ_JS_BESIDE_H

#include <stddef.h>
#include <sys/stat.h>

enum { GJ_BESIDE_PATH = 4096 };

/* Opens PROGRAM.ENDING or PREFIX/lib/gyre/gyre.ENDING, whose path is put into `path`; -1 if there
 * is none, or if somebody other than root and the program's owner could have written it. */
int gj_beside_open(const char *ending, char path[GJ_BESIDE_PATH], struct stat *info);

#endif

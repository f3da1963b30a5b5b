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

/* Such a file is written under another name, and gets its own when it is whole. gj_beside_create
 * opens it, or returns what is wrong: what is at PATH must be a regular file or nothing. As root, a
 * device would be replaced. gj_beside_finish closes it and gives it its name, or removes it if
 * there is an ERROR, which it returns. */
typedef struct {
  const char *path;
  char temporary[GJ_BESIDE_PATH];
  int fd;
} gj_beside_new;

const char *gj_beside_create(gj_beside_new *file, const char *path);
const char *gj_beside_finish(gj_beside_new *file, const char *error);

#endif

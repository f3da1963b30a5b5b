/* SPDX-License-Identifier: MIT */
/*
 * Reads the small text files of the kernel: below /proc, /sys and in control groups. Used by the
 * files of this folder.
 *
 * ROOT is put before every path: "" on the running system, a directory with simulated files in
 * tests. Nothing here allocates, and nothing depends on the locale, as scanf would: a locale with a
 * decimal comma must not truncate the load average.
 */
#ifndef GY_OS_PROCFILE_H
#define GY_OS_PROCFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer lines are truncated. Nothing of interest is that long; lists of mount options may be. */
#define GY_PROCFILE_LINE 8191

/* A file that is read line by line. */
typedef struct {
  int fd;
  int err;       /* why reading ended before the end of the file */
  bool skipping; /* the rest of a truncated line */
  size_t begin;  /* text[begin..end) was read but not returned yet */
  size_t end;
  char text[GY_PROCFILE_LINE + 1];
} gy_procfile;

int gy_procfile_open(gy_procfile *file, const char *root, const char *path);

/* The next line without its end, valid until the next call; the caller may change it. NULL after
 * the last one. */
char *gy_procfile_line(gy_procfile *file);

/* 0, or the error that ended reading. */
int gy_procfile_close(gy_procfile *file);

/* The beginning of a file, as much as fits, with a final NUL. */
int gy_procfile_read(const char *root, const char *path, char *buffer, size_t size);

/* The number that follows KEY at the beginning of a line. UV_ENOENT: there is no such line. */
int gy_procfile_find(const char *root, const char *path, const char *key, uint64_t *value);

/* The number at *TEXT after spaces, which moves past it; false if there is none. Numbers that are
 * too large become UINT64_MAX. */
bool gy_procfile_number(const char **text, uint64_t *value);

/* The same with a fraction after a point. */
bool gy_procfile_decimal(const char **text, double *value);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The small text files in which the kernel answers: below /proc, /sys and in control groups. Used
 * by the files of this folder.
 *
 * ROOT is put before every path: "" on the running system, a directory with made-up files in
 * tests. Nothing here allocates, and nothing depends on the locale, as scanf would: a program that
 * writes numbers with a comma must not lose half of its load average.
 */
#ifndef GY_OS_PROCFILE_H
#define GY_OS_PROCFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer lines are cut. Nothing of interest is that long; lists of mount options may be. */
#define GY_PROCFILE_LINE 8191

/* A file that is read line by line. */
typedef struct {
  int fd;
  int err;       /* why reading ended before the end of the file */
  bool skipping; /* the rest of a line that was cut */
  size_t begin;  /* what was read and not returned yet is text[begin..end) */
  size_t end;
  char text[GY_PROCFILE_LINE + 1];
} gy_procfile;

int gy_procfile_open(gy_procfile *file, const char *root, const char *path);

/* The next line without its end, valid until the next call and the caller's to change; NULL after
 * the last one. */
char *gy_procfile_line(gy_procfile *file);

/* 0, or the error that ended the lines. */
int gy_procfile_close(gy_procfile *file);

/* The beginning of a file, as much as fits, with a final zero byte. */
int gy_procfile_read(const char *root, const char *path, char *buffer, size_t size);

/* The number that follows KEY at the beginning of a line. UV_ENOENT: no line has it. */
int gy_procfile_find(const char *root, const char *path, const char *key, uint64_t *value);

/* The number at *TEXT after spaces, which moves past it; false if there is none. What is too large
 * becomes UINT64_MAX. */
bool gy_procfile_number(const char **text, uint64_t *value);

/* The same with a fraction after a point. */
bool gy_procfile_decimal(const char **text, double *value);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files js/bind/fs*.c share: one call of the file system, made for js/lib/internal/fs.
 *
 * Every function of the binding has `done` as its first argument. Without one (undefined) the call
 * is made at once and its result returned; with a function it goes to the loop, and the function
 * is called with the result. A result is a negative error number, or what the operation gives: a
 * number, a string, bytes. What stat finds lies in the memory `stats`, which the next stat uses
 * again. */
#ifndef GY_JS_BIND_FS_H
#define GY_JS_BIND_FS_H

#include "runtime/runtime.h"

typedef struct {
  uv_fs_t uv;
  gy_later later; /* for one that could not even be started */
  int error;
  gy_runtime *runtime;
  uv_fs_cb on_done;     /* NULL: at once */
  gy_pin done, bytes;   /* the function; what is read into or written from */
  bool raw;             /* names as bytes; stat in BigInts */
  bool types;           /* of entries of a directory, too */
  uv_dirent_t *entries; /* room for what readdir finds */
} gy_fscall;

/* The beginning of each call: `room` is used if it is made at once. */
gy_fscall *gy_fscall_begin(gy_context js, gy_value done, gy_fscall *room);
/* The end of each call: what it returns to JavaScript. `err` is what uv_fs_* returned. */
gy_value gy_fscall_end(gy_context js, gy_fscall *fs, int err);
/* The same for a call that was not made. */
gy_value gy_fscall_refuse(gy_context js, gy_fscall *fs, int err);
/* A path is a string, or bytes; it ends with a NUL. Free it with gy_text_free. */
void gy_fscall_path(gy_context js, gy_value value, gy_text *path);

/* fs_result.c: what a finished request gives to JavaScript. */
gy_value gy_fscall_result(gy_context js, gy_fscall *fs);
/* Writes what stat has found to `stats`, `at` 0 or 1 (watchFile needs two). */
void gy_fscall_stats_set(const uv_stat_t *from, int at, bool raw);
gy_value gy_fscall_stats(gy_context js); /* an ArrayBuffer */

/* fs_dir.c, fs_file.c, fs_watch.c: parts of the binding. */
extern const gy_export gy_fscall_dir_exports[], gy_fscall_file_exports[], gy_fscall_watch_exports[];
gy_value gy_fscall_dir_object(gy_context js, uv_dir_t *dir);

#endif

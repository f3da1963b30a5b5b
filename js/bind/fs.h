/* SPDX-License-Identifier: MIT */
/* What the files js/bind/fs*.c share: one call of the file system, made for js/lib/internal/fs.
 *
 * Every function of the binding has `done` as its first argument. Without it (undefined) the call
 * is made at once and its result returned. With a function the call goes to the loop, and the
 * function is called with the result. A result is a negative error number, or what the operation
 * returns: a number, a string, bytes. The result of stat is in the memory `stats`, which the next
 * stat overwrites. */
#ifndef GJ_JS_BIND_FS_H
#define GJ_JS_BIND_FS_H

#include "runtime/runtime.h"

typedef struct {
  uv_fs_t uv;
  gj_later later; /* if it could not be started */
  int error;
  gj_runtime *runtime;
  uv_fs_cb on_done;     /* NULL: at once */
  gj_pin done, bytes;   /* the function; what is read into or written from */
  bool raw;             /* names as bytes; stat in BigInts */
  bool types;           /* also the types of directory entries */
  uv_dirent_t *entries; /* room for what readdir finds */
} gj_fscall;

/* The beginning of each call: `room` is used if it is made at once. */
gj_fscall *gj_fscall_begin(gj_context js, gj_value done, gj_fscall *room);
/* The end of each call: returns what JavaScript gets. `err` is what uv_fs_* returned. */
gj_value gj_fscall_end(gj_context js, gj_fscall *fs, int err);
/* The same for a call that was not made. */
gj_value gj_fscall_refuse(gj_context js, gj_fscall *fs, int err);
/* A path is a string, or bytes; it ends with a NUL. Free it with gj_text_free. */
void gj_fscall_path(gj_context js, gj_value value, gj_text *path);

/* fs_result.c: the result of a finished request for JavaScript. */
gj_value gj_fscall_result(gj_context js, gj_fscall *fs);
/* Writes the result of stat to `stats`, `at` 0 or 1 (watchFile needs two). */
void gj_fscall_stats_set(const uv_stat_t *from, int at, bool raw);
gj_value gj_fscall_stats(gj_context js); /* an ArrayBuffer */

/* fs_dir.c, fs_file.c, fs_watch.c: parts of the binding. */
extern const gj_export gj_fscall_dir_exports[], gj_fscall_file_exports[], gj_fscall_watch_exports[];
gj_value gj_fscall_dir_object(gj_context js, uv_dir_t *dir);

#endif

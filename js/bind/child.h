/* SPDX-License-Identifier: MIT */
/* How JavaScript describes a child process, for child.c and child_sync.c: an object with file,
 * args, envPairs, cwd, uid, gid, detached and stdio, where stdio is a flat array of pairs (what,
 * which). */
#ifndef GJ_BIND_CHILD_H
#define GJ_BIND_CHILD_H

#include "gyre.h"
#include "runtime/runtime.h"

enum { GJ_CHILD_IGNORE, GJ_CHILD_PIPE, GJ_CHILD_FD, GJ_CHILD_STREAM };

typedef struct {
  uv_process_options_t uv;
  char *file, *cwd;
  char **args, **env;
  uv_stdio_container_t *stdio;
} gj_child_options;

/* Reads everything but stdio, for which it only makes room (all ignored). */
int gj_child_options_read(gj_context js, gj_object object, gj_child_options *options);
void gj_child_options_free(gj_child_options *options);

/* The JavaScript object that a handle of type UV_PROCESS belongs to. */
gj_value gj_child_owner(const uv_handle_t *handle);

#endif

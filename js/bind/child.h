/* SPDX-License-Identifier: MIT */
/* How JavaScript describes a child process, for child.c and child_sync.c: an object with file,
 * args, envPairs, cwd, uid, gid, detached and stdio, where stdio is a flat array of pairs (what,
 * which). */
#ifndef GY_BIND_CHILD_H
#define GY_BIND_CHILD_H

#include "gyre.h"
#include "runtime/runtime.h"

enum { GY_CHILD_IGNORE, GY_CHILD_PIPE, GY_CHILD_FD, GY_CHILD_STREAM };

typedef struct {
  uv_process_options_t uv;
  char *file, *cwd;
  char **args, **env;
  uv_stdio_container_t *stdio;
} gy_child_options;

/* Reads everything but stdio, for which it only makes room (all ignored). */
int gy_child_options_read(gy_context js, gy_object object, gy_child_options *options);
void gy_child_options_free(gy_child_options *options);

/* The JavaScript object that a handle of type UV_PROCESS belongs to. */
gy_value gy_child_owner(const uv_handle_t *handle);

#endif

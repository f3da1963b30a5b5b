/* SPDX-License-Identifier: MIT */
/* Converts the description of a child from JavaScript to libgyre's. See child.h. */
#include <stdlib.h>
#include <string.h>

#include "bind/child.h"
#include "engine/memory.h"

/* *ok becomes false if there is no memory. */
static char *copy_text(gj_context js, gj_value value, bool *ok) {
  gj_text text;
  if (!gj_text_try(js, value, &text)) {
    *ok = false;
    return NULL;
  }
  char *copy = gj_memory_text(text.data);
  gj_text_free(&text);
  *ok = *ok && copy != NULL;
  return copy;
}

/* NULL if it is not an array; ends with NULL. */
static char **copy_list(gj_context js, gj_value value, bool *ok) {
  gj_object list = gj_as_object(js, value);
  if (list == NULL) {
    return NULL;
  }
  unsigned count = gj_length(js, list);
  char **copies = gj_memory_rooms(count + 1, sizeof(*copies));
  *ok = *ok && copies != NULL;
  for (unsigned i = 0; i < count && *ok; i++) {
    copies[i] = copy_text(js, gj_get_index(js, list, i), ok);
  }
  return copies;
}

static void free_list(char **list) {
  for (char **entry = list; entry != NULL && *entry != NULL; entry++) {
    free(*entry);
  }
  free(list);
}

int gj_child_options_read(gj_context js, gj_object object, gj_child_options *options) {
  bool ok = true;
  memset(options, 0, sizeof(*options));
  options->file = copy_text(js, gj_get(js, object, "file"), &ok);
  options->args = copy_list(js, gj_get(js, object, "args"), &ok);
  options->env = copy_list(js, gj_get(js, object, "envPairs"), &ok);
  gj_value cwd = gj_get(js, object, "cwd");
  options->cwd = gj_is_nullish(js, cwd) ? NULL : copy_text(js, cwd, &ok);
  options->uv.file = options->file;
  options->uv.args = options->args;
  options->uv.env = options->env;
  options->uv.cwd = options->cwd;
  gj_value uid = gj_get(js, object, "uid");
  gj_value gid = gj_get(js, object, "gid");
  if (!gj_is_nullish(js, uid)) {
    options->uv.flags |= UV_PROCESS_SETUID;
    options->uv.uid = gj_to_uint32(js, uid);
  }
  if (!gj_is_nullish(js, gid)) {
    options->uv.flags |= UV_PROCESS_SETGID;
    options->uv.gid = gj_to_uint32(js, gid);
  }
  if (gj_to_bool(js, gj_get(js, object, "detached"))) {
    options->uv.flags |= UV_PROCESS_DETACHED;
  }
  options->uv.flags |= GYRE_PROCESS_NO_ATFORK; /* the engine needs none */
  unsigned count = gj_length(js, gj_as_object(js, gj_get(js, object, "stdio"))) / 2;
  options->stdio = gj_memory_rooms(count + 1, sizeof(*options->stdio));
  options->uv.stdio = options->stdio;
  options->uv.stdio_count = (int)count;
  if (!ok || options->stdio == NULL) {
    gj_child_options_free(options);
    return UV_ENOMEM;
  }
  return 0;
}

void gj_child_options_free(gj_child_options *options) {
  free(options->file);
  free(options->cwd);
  free_list(options->args);
  free_list(options->env);
  free(options->stdio);
}

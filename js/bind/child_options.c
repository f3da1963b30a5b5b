/* SPDX-License-Identifier: MIT */
/* From the description of a child in JavaScript to that of the loop library. See child.h. */
#include <stdlib.h>
#include <string.h>

#include "bind/child.h"
#include "engine/memory.h"

/* *ok becomes false if there is no memory. */
static char *copy_text(gy_context js, gy_value value, bool *ok) {
  gy_text text;
  if (!gy_text_try(js, value, &text)) {
    *ok = false;
    return NULL;
  }
  char *copy = gy_memory_text(text.data);
  gy_text_free(&text);
  *ok = *ok && copy != NULL;
  return copy;
}

/* NULL for what is no array; ends with NULL. */
static char **copy_list(gy_context js, gy_value value, bool *ok) {
  gy_object list = gy_as_object(js, value);
  if (list == NULL) {
    return NULL;
  }
  unsigned count = gy_length(js, list);
  char **copies = gy_memory_rooms(count + 1, sizeof(*copies));
  *ok = *ok && copies != NULL;
  for (unsigned i = 0; i < count && *ok; i++) {
    copies[i] = copy_text(js, gy_get_index(js, list, i), ok);
  }
  return copies;
}

static void free_list(char **list) {
  for (char **entry = list; entry != NULL && *entry != NULL; entry++) {
    free(*entry);
  }
  free(list);
}

int gy_child_options_read(gy_context js, gy_object object, gy_child_options *options) {
  bool ok = true;
  memset(options, 0, sizeof(*options));
  options->file = copy_text(js, gy_get(js, object, "file"), &ok);
  options->args = copy_list(js, gy_get(js, object, "args"), &ok);
  options->env = copy_list(js, gy_get(js, object, "envPairs"), &ok);
  gy_value cwd = gy_get(js, object, "cwd");
  options->cwd = gy_is_nullish(js, cwd) ? NULL : copy_text(js, cwd, &ok);
  options->uv.file = options->file;
  options->uv.args = options->args;
  options->uv.env = options->env;
  options->uv.cwd = options->cwd;
  gy_value uid = gy_get(js, object, "uid");
  gy_value gid = gy_get(js, object, "gid");
  if (!gy_is_nullish(js, uid)) {
    options->uv.flags |= UV_PROCESS_SETUID;
    options->uv.uid = gy_to_uint32(js, uid);
  }
  if (!gy_is_nullish(js, gid)) {
    options->uv.flags |= UV_PROCESS_SETGID;
    options->uv.gid = gy_to_uint32(js, gid);
  }
  if (gy_to_bool(js, gy_get(js, object, "detached"))) {
    options->uv.flags |= UV_PROCESS_DETACHED;
  }
  options->uv.flags |= GYRE_PROCESS_NO_ATFORK; /* the engine needs none */
  unsigned count = gy_length(js, gy_as_object(js, gy_get(js, object, "stdio"))) / 2;
  options->stdio = gy_memory_rooms(count + 1, sizeof(*options->stdio));
  options->uv.stdio = options->stdio;
  options->uv.stdio_count = (int)count;
  if (!ok || options->stdio == NULL) {
    gy_child_options_free(options);
    return UV_ENOMEM;
  }
  return 0;
}

void gy_child_options_free(gy_child_options *options) {
  free(options->file);
  free(options->cwd);
  free_list(options->args);
  free_list(options->env);
  free(options->stdio);
}

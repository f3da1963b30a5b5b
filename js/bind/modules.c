/* SPDX-License-Identifier: MIT */
/* What the module loader needs of the file system: few calls, made for every require, so without
 * the objects that fs would make. For js/lib/internal/modules. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/runtime.h"

/* kind(path): 0 a file, 1 a directory, negative if there is neither. */
GJ_FUNCTION(kind) {
  gj_text path;
  gj_text_get(js, argv[0], &path);
  struct stat info;
  int result = stat(path.data, &info) != 0 ? -errno : S_ISDIR(info.st_mode) ? 1 : 0;
  gj_text_free(&path);
  return gj_number(js, result);
}

/* realpath(path): the path without symbolic links, or a negative error number. */
GJ_FUNCTION(real_path) {
  gj_text path;
  gj_text_get(js, argv[0], &path);
  char *real = realpath(path.data, NULL);
  gj_value value = real == NULL ? gj_number(js, -errno) : gj_string(js, real);
  free(real);
  gj_text_free(&path);
  return value;
}

/* isLink(path): whether it may be a symbolic link. */
GJ_FUNCTION(is_link) {
  char target[1];
  gj_text path;
  gj_text_get(js, argv[0], &path);
  bool is_other = readlink(path.data, target, sizeof(target)) < 0 && errno == EINVAL;
  gj_text_free(&path);
  return gj_bool(js, !is_other);
}

static gj_context context_of(gj_context js, gj_value realm) {
  return gj_is_object(js, realm) ? gj_realm_context((gj_object)realm) : js;
}

/* loader(realm): the engine's module loader of a realm, or of the program; undefined: none. */
GJ_FUNCTION(loader) {
  gj_object found = gj_modules_can() ? gj_host_loader(context_of(js, argv[0])) : NULL;
  return found == NULL ? gj_undefined(js) : found;
}

/* load(text, url, realm, firstLine, firstColumn): the loader's provideFetch gets the source code;
 * false: the engine has refused. */
GJ_FUNCTION(load) {
  int line = argc > 3 ? gj_to_int32(js, argv[3]) : 1;
  int column = argc > 4 ? gj_to_int32(js, argv[4]) : 0;
  gj_context realm = argc > 2 ? context_of(js, argv[2]) : js;
  return gj_bool(js, gj_modules_load(realm, argv[0], argv[1], line, column));
}

/* settled(promise): [state, value] of one that the loader has made. */
GJ_FUNCTION(settled) {
  gj_value row[2];
  row[0] = gj_number(js, gj_modules_settled(js, (gj_object)argv[0], &row[1]));
  return gj_array(js, 2, row);
}

/* onMeta(fn): fn(key, record) makes import.meta. */
GJ_FUNCTION(on_meta) {
  gj_host_on_meta(js, (gj_object)argv[0]);
  return gj_undefined(js);
}

gj_object gj_bind_modules(gj_context js) {
  static const gj_export exports[] = {
      {"kind", kind}, {"realpath", real_path}, {"isLink", is_link}, {"loader", loader},
      {"load", load}, {"settled", settled},    {"onMeta", on_meta}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}

/* SPDX-License-Identifier: MIT */
/* What the module loader asks of the file system: few calls, made for every require, so without
 * the objects that fs would make. For js/lib/internal/modules. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "runtime/runtime.h"

/* kind(path): 0 a file, 1 a directory, negative if there is neither. */
GY_FUNCTION(kind) {
  gy_text path;
  gy_text_get(js, argv[0], &path);
  struct stat info;
  int result = stat(path.data, &info) != 0 ? -errno : S_ISDIR(info.st_mode) ? 1 : 0;
  gy_text_free(&path);
  return gy_number(js, result);
}

/* realpath(path): the path without symbolic links, or a negative error number. */
GY_FUNCTION(real_path) {
  gy_text path;
  gy_text_get(js, argv[0], &path);
  char *real = realpath(path.data, NULL);
  gy_value value = real == NULL ? gy_number(js, -errno) : gy_string(js, real);
  free(real);
  gy_text_free(&path);
  return value;
}

static gy_context context_of(gy_context js, gy_value realm) {
  return gy_is_object(js, realm) ? gy_realm_context((gy_object)realm) : js;
}

/* loader(realm): the engine's module loader of a realm, or of the program; undefined: none. */
GY_FUNCTION(loader) {
  gy_object found = gy_modules_can() ? gy_host_loader(context_of(js, argv[0])) : NULL;
  return found == NULL ? gy_undefined(js) : found;
}

/* load(text, url, realm, firstLine, firstColumn): the loader's provideFetch gets the source code;
 * false: the engine has refused. */
GY_FUNCTION(load) {
  int line = argc > 3 ? gy_to_int32(js, argv[3]) : 1;
  int column = argc > 4 ? gy_to_int32(js, argv[4]) : 0;
  gy_context realm = argc > 2 ? context_of(js, argv[2]) : js;
  return gy_bool(js, gy_modules_load(realm, argv[0], argv[1], line, column));
}

/* settled(promise): [state, value] of one that the loader has made. */
GY_FUNCTION(settled) {
  gy_value row[2];
  row[0] = gy_number(js, gy_modules_settled(js, (gy_object)argv[0], &row[1]));
  return gy_array(js, 2, row);
}

/* onMeta(fn): fn(key, record) makes import.meta. */
GY_FUNCTION(on_meta) {
  gy_host_on_meta(js, (gy_object)argv[0]);
  return gy_undefined(js);
}

gy_object gy_bind_modules(gy_context js) {
  static const gy_export exports[] = {
      {"kind", kind},       {"realpath", real_path}, {"loader", loader}, {"load", load},
      {"settled", settled}, {"onMeta", on_meta},     {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}

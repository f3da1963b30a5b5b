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

gy_object gy_bind_modules(gy_context js) {
  static const gy_export exports[] = {
      {"kind", kind},
      {"realpath", real_path},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}

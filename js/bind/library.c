/* SPDX-License-Identifier: MIT */
/* Opens shared libraries at their first use, for bindings. */
#include "bind/library.h"

#include <dlfcn.h>
#include <stddef.h>

const char *gy_library_open(const char *file, const char *const names[], void *table) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    return dlerror();
  }
  void **slots = table;
  for (size_t i = 0; names[i] != NULL; i++) {
    slots[i] = dlsym(library, names[i]);
    if (slots[i] == NULL) {
      return dlerror();
    }
  }
  return NULL;
}

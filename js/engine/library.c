/* SPDX-License-Identifier: MIT */
/* Opens shared libraries at their first use, for the runtime. */
#include "engine/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

bool gj_library_fill(void *library, const char *const names[], void *table) {
  void **slots = table;
  for (size_t i = 0; names[i] != NULL; i++) {
    slots[i] = dlsym(library, names[i]);
    if (slots[i] == NULL) {
      return false;
    }
  }
  return true;
}

static const char *fill(const char *file, const char *const names[], void **slots) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  return library != NULL && gj_library_fill(library, names, slots) ? NULL : dlerror();
}

const char *gj_library_open(const char *file, const char *const names[], void *table) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  size_t count = 0;
  while (names[count] != NULL) {
    count++;
  }
  void **slots = table;
  pthread_mutex_lock(&lock);
  const char *problem = slots[count - 1] == NULL ? fill(file, names, slots) : NULL;
  pthread_mutex_unlock(&lock);
  return problem;
}

/* SPDX-License-Identifier: MIT */
/* Shared libraries. Programs call it. A uv_lib_t keeps its last error until it is closed. */
#include <dlfcn.h>
#include <stdbool.h>

#include "base/alloc.h"
#include "uv.h"

/* Replaces a message that there was no memory for; never freed. */
static char no_memory[] = "not enough memory for the error message";

static void forget_error(uv_lib_t *lib) {
  if (lib->errmsg != no_memory) {
    gy_free(lib->errmsg);
  }
  lib->errmsg = NULL;
}

/* The C library's message is lost with the next error of any library in this thread. */
static int keep_error(uv_lib_t *lib, const char *message) {
  forget_error(lib);
  lib->errmsg = gy_alloc_string(message);
  if (lib->errmsg == NULL) {
    lib->errmsg = no_memory;
  }
  return -1;
}

int uv_dlopen(const char *filename, uv_lib_t *lib) {
  lib->errmsg = NULL;
  lib->handle = dlopen(filename, RTLD_LAZY);
  if (lib->handle != NULL) {
    return 0;
  }
  const char *message = dlerror();
  return keep_error(lib, message != NULL ? message : "cannot open the library");
}

void uv_dlclose(uv_lib_t *lib) {
  forget_error(lib);
  if (lib->handle != NULL) {
    /* Whatever the error, the handle is no longer ours. */
    dlclose(lib->handle);
    lib->handle = NULL;
  }
}

int uv_dlsym(uv_lib_t *lib, const char *name, void **ptr) {
  /* A symbol may be NULL: only the message tells, so an old one is cleared first. */
  dlerror();
  *ptr = dlsym(lib->handle, name);
  const char *message = dlerror();
  return message == NULL ? 0 : keep_error(lib, message);
}

const char *uv_dlerror(const uv_lib_t *lib) {
  return lib->errmsg != NULL ? lib->errmsg : "no error";
}

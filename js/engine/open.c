/* SPDX-License-Identifier: MIT */
/* Opens the engine, before anything of it is used. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/api.h"
#include "engine/api_glib.h"
#include "engine/engine.h"

gj_api_table gj_api;
gj_glib_table gj_glib;

static const char *const api_names[] = {
#define JSC(name) #name,
#include "engine/api.def"
#undef JSC
    NULL};

static const char *const glib_names[] = {
#define GLIB(name) #name,
#include "engine/api_glib.def"
#undef GLIB
    NULL};

void gj_engine_open(void) {
  void *engine = dlopen(GJ_ENGINE_FILE, RTLD_NOW | RTLD_GLOBAL);
  if (engine == NULL || !gj_library_fill(engine, api_names, &gj_api) ||
      !gj_library_fill(engine, glib_names, &gj_glib)) {
    fprintf(stderr, "gyre: cannot open the JavaScript engine: %s\n", dlerror());
    exit(127); /* as the loader would */
  }
}

/* SPDX-License-Identifier: MIT */
/* Loads an addon for js/lib/internal/napi.js. An addon has an init function with a certain name, or
 * calls napi_module_register while it is loaded. That happens once per process, so it is recorded
 * for other threads. */
#include <dlfcn.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

/* If an addon brings its own copy of a library that the engine has loaded, too (GLib, ICU), it uses
 * its own. Sanitizers do not support that. */
#if defined(GJ_DEBUG) || defined(__SANITIZE_THREAD__)
enum { DEEP = 0 };
#else
enum { DEEP = RTLD_DEEPBIND };
#endif

typedef struct gj_registered {
  struct gj_registered *next;
  void *library;
  napi_addon_register_func init;
} gj_registered;

/* process: libraries are loaded one at a time, because their constructors set `registering` */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static gj_registered *registered;                          /* process: under the lock */
static _Thread_local napi_addon_register_func registering; /* while one is loaded */

/* For an addon without an init function. */
static napi_value no_init(napi_env env, napi_value exports) {
  napi_throw_error(env, NULL, "Module has no declared entry point.");
  return exports;
}

void napi_module_register(napi_module *module) {
  registering = module->nm_register_func == NULL ? no_init : module->nm_register_func;
}

static napi_addon_register_func find_init(void *library) {
  napi_addon_register_func init =
      (napi_addon_register_func)(uintptr_t)dlsym(library, "napi_register_module_v1");
  for (gj_registered *at = registered; init == NULL && at != NULL; at = at->next) {
    init = at->library == library ? at->init : NULL;
  }
  return init;
}

static void *open_library(const char *path, int flags, napi_addon_register_func *init) {
  pthread_mutex_lock(&lock);
  registering = NULL;
  void *library = dlopen(path, flags | DEEP);
  if (library != NULL && registering != NULL) {
    gj_registered *added = gj_memory_new(sizeof(*added), "an addon");
    *added = (gj_registered){registered, library, registering};
    registered = added;
  }
  *init = library == NULL ? NULL : find_init(library);
  pthread_mutex_unlock(&lock);
  return library;
}

static int32_t version_of(void *library) {
  node_api_addon_get_api_version_func ask = (node_api_addon_get_api_version_func)(uintptr_t)dlsym(
      library, "node_api_module_get_api_version_v1");
  return ask == NULL ? GJ_NAPI_OLD : ask();
}

/* Calls the init function of an addon; its result replaces `exports`. */
gj_value gj_napi_begin(napi_env env, napi_addon_register_func init, gj_value exports,
                       gj_value *exception) {
  gj_napi_room *room = env->room;
  size_t scope = gj_napi_scope(room);
  gj_napi_keep(env, exports);
  room->depth++;
  napi_value value = init(env, gj_napi_out(exports));
  room->depth--;
  env->open_scopes = 0;
  gj_napi_leave(room, scope);
  *exception = gj_napi_take_exception(env);
  return value == NULL ? exports : gj_napi_in(value);
}

static gj_value load_text(gj_context js, const char *path, const char *url,
                          const gj_addons_call *call, gj_value *exception) {
  napi_addon_register_func init;
  void *library = open_library(path, gj_to_int32(js, call->argv[2]), &init);
  if (library == NULL) {
    return gj_string(js, dlerror());
  }
  if (init == NULL) {
    dlclose(library);
    return gj_null(js);
  }
  gj_napi_room *room = gj_napi_room_get(js, (gj_object)call->argv[4]);
  napi_env env = gj_napi_env_new(room, url, version_of(library));
  gj_object module = (gj_object)call->argv[3];
  gj_value exports = gj_get(js, module, "exports");
  gj_value value = gj_napi_begin(env, init, exports, exception);
  if (*exception == NULL && value != exports) {
    gj_set(js, module, "exports", value);
  }
  return gj_undefined(js);
}

/* load(path, url, flags, module, helpers): undefined; a text: why it cannot be loaded; null: it has
 * no init function. Throws what the addon threw. */
static gj_value load(gj_context js, const gj_addons_words *words, const gj_addons_call *call,
                     gj_value *exception) {
  gj_text path;
  gj_text url;
  (void)words;
  gj_text_get(js, call->argv[0], &path);
  gj_text_get(js, call->argv[1], &url);
  gj_value value = load_text(js, path.data, url.data, call, exception);
  gj_text_free(&path);
  gj_text_free(&url);
  return value;
}

/* external(value): the address in an external; undefined: it is not one. */
static gj_value external(gj_context js, const gj_addons_words *words, const gj_addons_call *call,
                         gj_value *exception) {
  (void)words, (void)exception;
  if (call->argc == 0 || !gj_napi_is_external(js, call->argv[0])) {
    return gj_undefined(js);
  }
  return gj_number(js, (double)(uintptr_t)gj_napi_external_data(call->argv[0]));
}

/* Made of functions that the engine calls as its own, with its lock held: otherwise jobs of
 * promises would run between two calls of an addon. */
gj_object gj_bind_napi(gj_context js) {
  static const struct {
    const char *name;
    gj_addons_fn fn;
  } functions[] = {{"load", load}, {"external", external}};
  gj_object binding = gj_object_new(js);
  bool can = gj_addons_can();
  for (size_t i = 0; can && i < sizeof(functions) / sizeof(*functions); i++) {
    gj_addons_words words = {0};
    gj_value name = gj_string(js, functions[i].name);
    gj_set(js, binding, functions[i].name, gj_addons_function(js, name, functions[i].fn, &words));
  }
  gj_set(js, binding, "can", gj_bool(js, can));
  return binding;
}

/* SPDX-License-Identifier: MIT */
/* The life of a room and of its envs, and data of an env. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "napi/napi.h"

_Thread_local gj_napi_room *gj_napi_here;

enum { FIRST_HANDLES = 1024 };

void gj_napi_grow(gj_values *values) {
  size_t capacity = values->capacity == 0 ? FIRST_HANDLES : values->capacity * 2;
  values->values = gj_memory_bound(values->values, capacity * sizeof(gj_value), "handles");
  values->capacity = capacity;
}

/* On any thread, during a collection. */
static void on_collected(void *arg) {
  gj_napi_room *room = arg;
  uv_mutex_lock(&room->lock);
  if (room->is_open) {
    uv_async_send(&room->collected);
  }
  uv_mutex_unlock(&room->lock);
}

static void free_room(void) {
  gj_napi_room *room = gj_napi_here;
  gj_napi_here = NULL;
  uv_mutex_destroy(&room->lock);
  free(room->handles.values);
  free(room->wraps);
  free(room);
}

/* Before the handles of the loop are closed. */
static void close_room(void) {
  gj_napi_room *room = gj_napi_here;
  uv_mutex_lock(&room->lock);
  room->is_open = false;
  uv_mutex_unlock(&room->lock);
  for (int i = 0; i < GJ_NAPI_HELPERS_COUNT; i++) {
    gj_pin_free(&room->helpers[i]);
  }
  gj_pin_free(&room->entry);
  gj_addons_stop();
}

static void pin_helpers(gj_napi_room *room, gj_object helpers) {
  static const char *const names[] = {
#define GJ_NAPI_HELPER(name) #name,
#include "napi/script.def"
#undef GJ_NAPI_HELPER
  };
  for (int i = 0; i < GJ_NAPI_HELPERS_COUNT; i++) {
    room->helpers[i] = gj_pin_new(room->js, gj_get(room->js, helpers, names[i]));
  }
  gj_addons_start(room->js, gj_pin_object(&room->helpers[GJ_NAPI_newObject]));
}

gj_napi_room *gj_napi_room_get(gj_context js, gj_object helpers) {
  if (gj_napi_here != NULL) {
    return gj_napi_here;
  }
  gj_napi_room *room = gj_memory_new(sizeof(*room), "the addons of a thread");
  room->runtime = gj_runtime_self();
  room->js = js;
  room->is_open = true;
  uv_mutex_init(&room->lock);
  uv_async_init(room->runtime->loop, &room->collected, gj_napi_collected);
  uv_unref((uv_handle_t *)&room->collected);
  room->collected.data = room;
  gj_napi_here = room;
  pin_helpers(room, helpers);
  gj_napi_entry_start(room);
  gj_addons_keep(js, &room->handles);
  gj_addons_on_collected(js, on_collected, room);
  room->runtime->farewell = gj_napi_end;
  room->runtime->after_gc = gj_napi_collected_now;
  gj_runtime_at_stop(close_room);
  gj_runtime_at_end(free_room);
  return room;
}

/* The last of an env's hooks: it was added first. Asynchronous ones may still be in progress. */
void gj_napi_env_end(void *arg) {
  napi_env env = arg;
  env->ends = true;
  if (env->hooks_pending == 0) {
    gj_napi_externals_end(env);
    gj_napi_finalize_all(env);
  }
}

napi_env gj_napi_env_new(gj_napi_room *room, const char *filename, int32_t version) {
  napi_env env = gj_memory_new(sizeof(*env), "an addon");
  env->js = room->js;
  env->room = room;
  env->version = version;
  env->filename = gj_memory_bound(NULL, strlen(filename) + 1, "an addon's name");
  strcpy(env->filename, filename);
  env->finalizers.next = env->finalizers.previous = &env->finalizers;
  env->plain.next = env->plain.previous = &env->plain;
  env->next = room->envs;
  room->envs = env;
  gj_napi_hook_add(room, gj_napi_env_end, env);
  return env;
}

static void free_envs(gj_napi_room *room) {
  while (room->envs != NULL) {
    napi_env env = room->envs;
    room->envs = env->next;
    gj_pin_free(&env->thrown);
    if (env->references == 0) {
      free(env->filename);
      free(env);
    }
  }
}

/* The program or the worker ends: hooks, then finalizers; no JavaScript. */
void gj_napi_end(void) {
  gj_napi_room *room = gj_napi_here;
  if (room == NULL || room->ends) {
    return;
  }
  room->ends = true;
  room->held = false; /* process.exit() comes here */
  while (room->works > 0) {
    uv_run(room->runtime->loop, UV_RUN_ONCE);
  }
  gj_napi_hooks_run(room);
  while (room->hooks_pending > 0 || room->handles_closing > 0) {
    uv_run(room->runtime->loop, UV_RUN_ONCE);
    gj_napi_hooks_run(room);
  }
  free_envs(room);
}

gj_value gj_napi_help(napi_env env, enum gj_napi_helper helper, size_t argc,
                      const gj_value argv[]) {
  gj_value exception = NULL;
  gj_value value =
      gj_call(env->js, gj_pin_object(&env->room->helpers[helper]), NULL, argc, argv, &exception);
  if (exception != NULL) {
    gj_napi_threw(env, exception);
    return NULL;
  }
  return value;
}

/* --- what an env knows */

napi_status napi_set_instance_data(node_api_basic_env basic_env, void *data, napi_finalize finalize,
                                   void *hint) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL) {
    return napi_invalid_arg;
  }
  if (env->instance != NULL) { /* the previous one is not finalized */
    gj_napi_reference_free(env->instance);
  }
  env->instance = gj_napi_reference(env, NULL, 0, true, finalize, data, hint);
  return gj_napi_ok(env);
}

napi_status napi_get_instance_data(node_api_basic_env basic_env, void **data) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, data)) {
    return gj_napi_status(env);
  }
  *data = env->instance == NULL ? NULL : env->instance->data;
  return gj_napi_ok(env);
}

napi_status napi_get_version(node_api_basic_env basic_env, uint32_t *result) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = GJ_NAPI_TOLD;
  return gj_napi_ok(env);
}

napi_status napi_get_node_version(node_api_basic_env basic_env, const napi_node_version **result) {
  /* process.version, js/lib/internal/process.js */
  static const napi_node_version version = {20, 20, 2, "node"};
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = &version;
  return gj_napi_ok(env);
}

napi_status napi_get_uv_event_loop(node_api_basic_env basic_env, struct uv_loop_s **loop) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, loop)) {
    return gj_napi_status(env);
  }
  *loop = env->room->runtime->loop;
  return gj_napi_ok(env);
}

napi_status node_api_get_module_file_name(node_api_basic_env basic_env, const char **result) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = env->filename;
  return gj_napi_ok(env);
}

napi_status napi_adjust_external_memory(node_api_basic_env basic_env, int64_t change,
                                        int64_t *result) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  if (change > 0) {
    gj_addons_report(env->js, (size_t)change);
  }
  env->external_memory += change;
  *result = env->external_memory;
  return gj_napi_ok(env);
}

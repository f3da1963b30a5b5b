/* SPDX-License-Identifier: MIT */
/* What addons do when their thread ends: the newest hook first. An asynchronous hook is done when
 * it is removed; until then the loop continues. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

struct gj_napi_hook {
  gj_napi_hook *next; /* in the room, while it has not run */
  gj_napi_room *room;
  napi_env env; /* of an asynchronous one */
  void (*fn)(void *arg);
  void *arg;
  napi_async_cleanup_hook async; /* or this */
  bool started, removed;
};

/* The handle of an asynchronous one is the hook. */
static napi_async_cleanup_hook_handle handle_of(gj_napi_hook *hook) {
  return (napi_async_cleanup_hook_handle)hook;
}

static gj_napi_hook *add(gj_napi_room *room, gj_napi_hook hook) {
  gj_napi_hook *added = gj_memory_new(sizeof(*added), "a hook");
  *added = hook;
  added->room = room;
  added->next = room->hooks;
  room->hooks = added;
  return added;
}

gj_napi_hook *gj_napi_hook_add(gj_napi_room *room, void (*fn)(void *arg), void *arg) {
  return add(room, (gj_napi_hook){.fn = fn, .arg = arg});
}

static bool unlink_hook(gj_napi_room *room, const gj_napi_hook *hook) {
  for (gj_napi_hook **at = &room->hooks; *at != NULL; at = &(*at)->next) {
    if (*at == hook) {
      *at = hook->next;
      return true;
    }
  }
  return false;
}

void gj_napi_hook_remove(gj_napi_room *room, gj_napi_hook *hook) {
  if (unlink_hook(room, hook)) {
    free(hook);
  }
}

/* Those that hooks add run, too. */
void gj_napi_hooks_run(gj_napi_room *room) {
  gj_napi_hook *hook;
  while ((hook = room->hooks) != NULL) {
    size_t scope = gj_napi_scope(room);
    room->hooks = hook->next;
    if (hook->async != NULL) {
      hook->started = true;
      room->hooks_pending++;
      hook->env->hooks_pending++;
      hook->async(handle_of(hook), hook->arg);
    } else {
      hook->fn(hook->arg);
      free(hook);
    }
    gj_napi_leave(room, scope);
  }
}

napi_status napi_add_env_cleanup_hook(node_api_basic_env basic_env, napi_cleanup_hook fn,
                                      void *arg) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, (const void *)(uintptr_t)fn)) {
    return gj_napi_status(env);
  }
  gj_napi_hook_add(env->room, fn, arg);
  return napi_ok;
}

napi_status napi_remove_env_cleanup_hook(node_api_basic_env basic_env, napi_cleanup_hook fn,
                                         void *arg) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, (const void *)(uintptr_t)fn)) {
    return gj_napi_status(env);
  }
  for (gj_napi_hook *hook = env->room->hooks; hook != NULL; hook = hook->next) {
    if (hook->fn == fn && hook->arg == arg) {
      gj_napi_hook_remove(env->room, hook);
      break;
    }
  }
  return napi_ok;
}

napi_status napi_add_async_cleanup_hook(node_api_basic_env basic_env, napi_async_cleanup_hook fn,
                                        void *arg, napi_async_cleanup_hook_handle *result) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, (const void *)(uintptr_t)fn)) {
    return gj_napi_status(env);
  }
  gj_napi_hook *hook = add(env->room, (gj_napi_hook){.async = fn, .arg = arg, .env = env});
  if (result != NULL) {
    *result = handle_of(hook);
  }
  return gj_napi_ok(env);
}

napi_status napi_remove_async_cleanup_hook(napi_async_cleanup_hook_handle handle) {
  gj_napi_hook *hook = (gj_napi_hook *)handle;
  if (hook == NULL) {
    return napi_invalid_arg;
  }
  if (hook->started) {
    hook->room->hooks_pending--;
    if (--hook->env->hooks_pending == 0 && hook->env->ends) {
      gj_napi_env_end(hook->env);
    }
  } else {
    unlink_hook(hook->room, hook);
  }
  free(hook);
  return napi_ok;
}

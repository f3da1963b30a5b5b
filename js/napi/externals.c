/* SPDX-License-Identifier: MIT */
/* Memory of addons that buffers and strings of JavaScript use. The engine releases it on any
 * thread, perhaps long after the addon's thread has ended, because buffers are transferred. The
 * finalizer is called on the addon's loop, at the latest when that ends. */
#include <pthread.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

struct gj_napi_external {
  gj_napi_external *next, **place; /* in its env's list, or only next: released */
  napi_env env;                    /* NULL: it has ended, and the finalizer was called */
  node_api_basic_finalize finalize;
  void *data, *hint;
};

/* process: of the lists, because a thread that releases may have no room */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void list_in(gj_napi_external **list, gj_napi_external *external) {
  external->next = *list;
  external->place = list;
  if (*list != NULL) {
    (*list)->place = &external->next;
  }
  *list = external;
}

static void list_out(gj_napi_external *external) {
  *external->place = external->next;
  if (external->next != NULL) {
    external->next->place = external->place;
  }
}

static void release_later(gj_napi_external *external) {
  gj_napi_room *room = external->env->room;
  external->next = room->released;
  room->released = external;
  uv_async_send(&room->collected);
}

/* On any thread. */
void gj_napi_external_release(void *data, void *arg) {
  gj_napi_external *external = arg;
  (void)data;
  pthread_mutex_lock(&lock);
  if (external->env == NULL) {
    free(external);
  } else {
    list_out(external);
    release_later(external);
  }
  pthread_mutex_unlock(&lock);
}

gj_napi_external *gj_napi_external_new(napi_env env, node_api_basic_finalize finalize, void *data,
                                       void *hint) {
  gj_napi_external *external = gj_memory_new(sizeof(*external), "a buffer of an addon");
  *external = (gj_napi_external){.env = env, .finalize = finalize, .data = data, .hint = hint};
  pthread_mutex_lock(&lock);
  list_in(&env->externals, external);
  pthread_mutex_unlock(&lock);
  return external;
}

/* It was not used in the end. */
void gj_napi_external_drop(gj_napi_external *external) {
  pthread_mutex_lock(&lock);
  list_out(external);
  pthread_mutex_unlock(&lock);
  free(external);
}

/* A finalizer that is called in a later turn. */
void gj_napi_post(napi_env env, napi_finalize finalize, void *data, void *hint) {
  gj_napi_external *external = gj_memory_new(sizeof(*external), "a finalizer");
  *external = (gj_napi_external){.env = env, .finalize = finalize, .data = data, .hint = hint};
  pthread_mutex_lock(&lock);
  release_later(external);
  pthread_mutex_unlock(&lock);
}

static gj_napi_external *take_released(gj_napi_room *room) {
  gj_napi_external *list = NULL;
  pthread_mutex_lock(&lock);
  while (room->released != NULL) { /* the oldest first */
    gj_napi_external *external = room->released;
    room->released = external->next;
    external->next = list;
    list = external;
  }
  pthread_mutex_unlock(&lock);
  return list;
}

static void run_list(void *arg) {
  gj_napi_external **list = arg;
  while (*list != NULL) {
    gj_napi_external external = **list;
    free(*list);
    *list = external.next;
    gj_napi_finalize(external.env, external.finalize, external.data, external.hint);
  }
}

void gj_napi_released(gj_napi_room *room) {
  gj_napi_external *list = take_released(room);
  if (list != NULL && !room->ends) {
    gj_napi_enter(list->env, gj_pin_object(&room->entry), run_list, &list);
  }
  run_list(&list);
}

/* Buffers that still exist lose their memory. */
void gj_napi_externals_end(napi_env env) {
  gj_napi_released(env->room);
  for (;;) {
    pthread_mutex_lock(&lock);
    gj_napi_external *external = env->externals;
    gj_napi_external copy = {0};
    if (external != NULL) {
      list_out(external);
      copy = *external;
      external->env = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (external == NULL) {
      return;
    }
    gj_napi_finalize(env, copy.finalize, copy.data, copy.hint);
  }
}

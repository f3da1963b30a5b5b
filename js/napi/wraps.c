/* SPDX-License-Identifier: MIT */
/* The references that belong to an object: what it wraps, its type tag. A table by the address of
 * the object, which does not move; its weak reference tells whether it is still the same object. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

enum { FIRST_SIZE = 256 };

static size_t place(const gj_napi_room *room, gj_value object) {
  uint64_t mixed = ((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u;
  return (size_t)(mixed >> 32) & (room->wraps_size - 1);
}

static void insert(gj_napi_room *room, napi_ref reference) {
  napi_ref *first = &room->wraps[place(room, reference->value)];
  reference->next = *first;
  *first = reference;
}

static void grow(gj_napi_room *room) {
  napi_ref *old = room->wraps;
  size_t old_size = room->wraps_size;
  room->wraps_size = old_size == 0 ? FIRST_SIZE : old_size * 2;
  room->wraps = gj_memory_new(room->wraps_size * sizeof(napi_ref), "wrapped objects");
  for (size_t i = 0; i < old_size; i++) {
    for (napi_ref reference = old[i], next; reference != NULL; reference = next) {
      next = reference->next;
      insert(room, reference);
    }
  }
  free(old);
}

static bool is_alive(napi_ref reference) {
  return reference->pin.value != NULL ||
         (reference->weak != NULL && gj_weak_get(reference->weak) != NULL);
}

napi_ref gj_napi_wrap_find(gj_napi_room *room, gj_value object, enum gj_napi_wrap kind) {
  if (room->wraps == NULL) {
    return NULL;
  }
  for (napi_ref at = room->wraps[place(room, object)]; at != NULL; at = at->next) {
    if (at->value == object && at->kind == kind && is_alive(at)) {
      return at;
    }
  }
  return NULL;
}

void gj_napi_wrap_add(gj_napi_room *room, napi_ref reference) {
  if (room->wraps_count >= room->wraps_size) {
    grow(room);
  }
  room->wraps_count++;
  insert(room, reference);
}

void gj_napi_wrap_remove(gj_napi_room *room, napi_ref reference) {
  napi_ref *at = &room->wraps[place(room, reference->value)];
  while (*at != reference) {
    at = &(*at)->next;
  }
  *at = reference->next;
  room->wraps_count--;
  reference->kind = 0;
}

/* --- the interface */

static bool object_given(napi_env env, napi_value value) {
  return gj_napi_free(env) && gj_napi_given(env, value) &&
         gj_napi_need(env, gj_is_object(env->js, gj_napi_in(value)), napi_object_expected);
}

static void belong(napi_ref reference, enum gj_napi_wrap kind) {
  reference->kind = kind;
  gj_napi_wrap_add(reference->env->room, reference);
}

napi_status napi_wrap(napi_env env, napi_value object, void *data, node_api_basic_finalize finalize,
                      void *hint, napi_ref *result) {
  if (!object_given(env, object)) {
    return gj_napi_status(env);
  }
  bool is_free = gj_napi_wrap_find(env->room, gj_napi_in(object), GJ_NAPI_WRAP) == NULL;
  /* The owner of the reference deletes it in the finalizer: there must be one. */
  if (!gj_napi_need(env, is_free, napi_invalid_arg) ||
      !gj_napi_need(env, result == NULL || finalize != NULL, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  napi_ref reference =
      gj_napi_reference(env, gj_napi_in(object), 0, result == NULL, finalize, data, hint);
  belong(reference, GJ_NAPI_WRAP);
  if (result != NULL) {
    *result = reference;
  }
  return gj_napi_ok(env);
}

static napi_ref wrapped(napi_env env, napi_value object) {
  if (!object_given(env, object)) {
    return NULL;
  }
  napi_ref reference = gj_napi_wrap_find(env->room, gj_napi_in(object), GJ_NAPI_WRAP);
  gj_napi_given(env, reference);
  return reference;
}

napi_status napi_unwrap(napi_env env, napi_value object, void **result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, object) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  napi_ref reference = wrapped(env, object);
  if (reference == NULL) {
    return gj_napi_status(env);
  }
  *result = reference->data;
  return gj_napi_ok(env);
}

napi_status napi_remove_wrap(napi_env env, napi_value object, void **result) {
  napi_ref reference = wrapped(env, object);
  if (reference == NULL) {
    return gj_napi_status(env);
  }
  if (result != NULL) {
    *result = reference->data;
  }
  if (reference->owned) {
    gj_napi_reference_free(reference);
  } else {
    gj_napi_wrap_remove(env->room, reference);
    reference->finalize = NULL;
  }
  return gj_napi_ok(env);
}

napi_status napi_type_tag_object(napi_env env, napi_value value, const napi_type_tag *tag) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, value);
  if (object == NULL || !gj_napi_given(env, tag)) {
    return gj_napi_status(env);
  }
  bool is_free = gj_napi_wrap_find(env->room, object, GJ_NAPI_TAG) == NULL;
  if (!gj_napi_need(env, is_free, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  napi_ref reference = gj_napi_reference(env, object, 0, true, NULL, NULL, NULL);
  reference->tag = *tag;
  belong(reference, GJ_NAPI_TAG);
  return gj_napi_ok(env);
}

napi_status napi_check_object_type_tag(napi_env env, napi_value value, const napi_type_tag *tag,
                                       bool *result) {
  if (!gj_napi_free(env)) {
    return gj_napi_status(env);
  }
  gj_object object = gj_napi_object_of(env, value);
  if (object == NULL || !gj_napi_given(env, tag) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  napi_ref reference = gj_napi_wrap_find(env->room, object, GJ_NAPI_TAG);
  *result =
      reference != NULL && reference->tag.lower == tag->lower && reference->tag.upper == tag->upper;
  return gj_napi_ok(env);
}

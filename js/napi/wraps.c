/* SPDX-License-Identifier: MIT */
/* Which references belong to an object: what it wraps, its type tag. A table by the address of the
 * object, which stays where it is; whether the one that is found is still that object, its weak
 * reference tells. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

enum { FIRST_SIZE = 256 };

static size_t place(const gy_napi_room *room, gy_value object) {
  uint64_t mixed = ((uintptr_t)object >> 4) * 0x9e3779b97f4a7c15u;
  return (size_t)(mixed >> 32) & (room->wraps_size - 1);
}

static void insert(gy_napi_room *room, napi_ref reference) {
  napi_ref *first = &room->wraps[place(room, reference->value)];
  reference->next = *first;
  *first = reference;
}

static void grow(gy_napi_room *room) {
  napi_ref *old = room->wraps;
  size_t old_size = room->wraps_size;
  room->wraps_size = old_size == 0 ? FIRST_SIZE : old_size * 2;
  room->wraps = gy_memory_new(room->wraps_size * sizeof(napi_ref), "wrapped objects");
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
         (reference->weak != NULL && gy_weak_get(reference->weak) != NULL);
}

napi_ref gy_napi_wrap_find(gy_napi_room *room, gy_value object, enum gy_napi_wrap kind) {
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

void gy_napi_wrap_add(gy_napi_room *room, napi_ref reference) {
  if (room->wraps_count >= room->wraps_size) {
    grow(room);
  }
  room->wraps_count++;
  insert(room, reference);
}

void gy_napi_wrap_remove(gy_napi_room *room, napi_ref reference) {
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
  return gy_napi_free(env) && gy_napi_given(env, value) &&
         gy_napi_need(env, gy_is_object(env->js, gy_napi_in(value)), napi_object_expected);
}

static void belong(napi_ref reference, enum gy_napi_wrap kind) {
  reference->kind = kind;
  gy_napi_wrap_add(reference->env->room, reference);
}

napi_status napi_wrap(napi_env env, napi_value object, void *data, node_api_basic_finalize finalize,
                      void *hint, napi_ref *result) {
  if (!object_given(env, object)) {
    return gy_napi_status(env);
  }
  bool is_free = gy_napi_wrap_find(env->room, gy_napi_in(object), GY_NAPI_WRAP) == NULL;
  /* Who has the reference deletes it when the finalizer says so: there must be one. */
  if (!gy_napi_need(env, is_free, napi_invalid_arg) ||
      !gy_napi_need(env, result == NULL || finalize != NULL, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  napi_ref reference =
      gy_napi_reference(env, gy_napi_in(object), 0, result == NULL, finalize, data, hint);
  belong(reference, GY_NAPI_WRAP);
  if (result != NULL) {
    *result = reference;
  }
  return gy_napi_ok(env);
}

static napi_ref wrapped(napi_env env, napi_value object) {
  if (!object_given(env, object)) {
    return NULL;
  }
  napi_ref reference = gy_napi_wrap_find(env->room, gy_napi_in(object), GY_NAPI_WRAP);
  gy_napi_given(env, reference);
  return reference;
}

napi_status napi_unwrap(napi_env env, napi_value object, void **result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, object) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  napi_ref reference = wrapped(env, object);
  if (reference == NULL) {
    return gy_napi_status(env);
  }
  *result = reference->data;
  return gy_napi_ok(env);
}

napi_status napi_remove_wrap(napi_env env, napi_value object, void **result) {
  napi_ref reference = wrapped(env, object);
  if (reference == NULL) {
    return gy_napi_status(env);
  }
  if (result != NULL) {
    *result = reference->data;
  }
  if (reference->owned) {
    gy_napi_reference_free(reference);
  } else {
    gy_napi_wrap_remove(env->room, reference);
    reference->finalize = NULL;
  }
  return gy_napi_ok(env);
}

napi_status napi_type_tag_object(napi_env env, napi_value value, const napi_type_tag *tag) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, value);
  if (object == NULL || !gy_napi_given(env, tag)) {
    return gy_napi_status(env);
  }
  bool is_free = gy_napi_wrap_find(env->room, object, GY_NAPI_TAG) == NULL;
  if (!gy_napi_need(env, is_free, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  napi_ref reference = gy_napi_reference(env, object, 0, true, NULL, NULL, NULL);
  reference->tag = *tag;
  belong(reference, GY_NAPI_TAG);
  return gy_napi_ok(env);
}

napi_status napi_check_object_type_tag(napi_env env, napi_value value, const napi_type_tag *tag,
                                       bool *result) {
  if (!gy_napi_free(env)) {
    return gy_napi_status(env);
  }
  gy_object object = gy_napi_object_of(env, value);
  if (object == NULL || !gy_napi_given(env, tag) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  napi_ref reference = gy_napi_wrap_find(env->room, object, GY_NAPI_TAG);
  *result =
      reference != NULL && reference->tag.lower == tag->lower && reference->tag.upper == tag->upper;
  return gy_napi_ok(env);
}

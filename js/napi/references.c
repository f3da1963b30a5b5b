/* SPDX-License-Identifier: MIT */
/* References, and what is done when a value is gone. The collector only wakes the loop: there the
 * weak references are looked through, and finalizers are called as one callback of the loop, in
 * which they may run JavaScript. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

static void link_in(gy_napi_link *list, gy_napi_link *link) {
  link->next = list->next;
  link->previous = list;
  list->next->previous = link;
  list->next = link;
}

static void link_out(gy_napi_link *link) {
  link->next->previous = link->previous;
  link->previous->next = link->next;
  link->next = link->previous = link;
}

/* A symbol of the registry is there for ever. */
static bool is_lasting(napi_env env, gy_value value) {
  if (gy_type_of(env->js, value) != GY_SYMBOL_VALUE) {
    return false;
  }
  gy_value answer = gy_napi_help(env, GY_NAPI_isRegistered, 1, &value);
  return answer != NULL && gy_to_bool(env->js, answer);
}

static bool can_be_weak(napi_env env, gy_value value) {
  gy_type type = gy_type_of(env->js, value);
  return type == GY_OBJECT || type == GY_SYMBOL_VALUE;
}

static void hold(napi_ref reference, gy_value value) {
  reference->pin = gy_pin_new(reference->env->js, value);
}

static void let_go(napi_ref reference) {
  gy_pin_free(&reference->pin);
  if (reference->weak != NULL) {
    gy_weak_free(reference->env->js, reference->weak);
    reference->weak = NULL;
  }
}

napi_ref gy_napi_reference(napi_env env, gy_value value, uint32_t count, bool owned,
                           node_api_basic_finalize finalize, void *data, void *hint) {
  napi_ref reference = gy_memory_new(sizeof(*reference), "a reference");
  *reference = (struct napi_ref__){
      .env = env,
      .value = value,
      .count = count,
      .owned = owned,
      .finalize = finalize,
      .data = data,
      .hint = hint,
  };
  link_in(finalize != NULL ? &env->finalizers : &env->plain, &reference->link);
  if (value == NULL) {
    return reference;
  }
  bool is_object = gy_is_object(env->js, value);
  if (count > 0 || (!is_object && is_lasting(env, value))) {
    hold(reference, value);
  } else if (is_object || can_be_weak(env, value)) {
    reference->weak = gy_weak_new(env->js, (gy_object)value);
  }
  return reference;
}

void gy_napi_reference_free(napi_ref reference) {
  if (reference->kind != 0) {
    gy_napi_wrap_remove(reference->env->room, reference);
  }
  let_go(reference);
  link_out(&reference->link);
  free(reference);
}

static gy_value value_of(napi_ref reference) {
  if (reference->pin.value != NULL) {
    return reference->pin.value;
  }
  return reference->weak == NULL ? NULL : gy_weak_get(reference->weak);
}

/* --- finalizers */

typedef struct {
  napi_env env;
  node_api_basic_finalize finalize;
  void *data, *hint;
} gy_final;

static void run_final(void *arg) {
  gy_final *final = arg;
  final->finalize(final->env, final->data, final->hint);
}

void gy_napi_finalize(napi_env env, node_api_basic_finalize finalize, void *data, void *hint) {
  gy_final final = {env, finalize, data, hint};
  if (finalize != NULL) {
    gy_napi_call(env, run_final, &final, false);
  }
}

/* That of a reference, whose exception is the program's. An experimental addon is held to what its
 * finalizer may do: Node calls it in the middle of a collection. */
static void finalize_strictly(gy_final *final) {
  napi_env env = final->env;
  if (final->finalize != NULL) {
    env->finalizing = env->version == GY_NAPI_EXPERIMENTAL && !env->room->ends;
    gy_napi_call(env, run_final, final, true);
    env->finalizing = false;
  }
}

/* As if its value were gone. Who owns it may still ask for it, and delete it. */
static void finish(napi_ref reference) {
  napi_env env = reference->env;
  gy_final final = {env, reference->finalize, reference->data, reference->hint};
  if (reference->kind != 0) {
    gy_napi_wrap_remove(env->room, reference);
  }
  let_go(reference);
  link_out(&reference->link);
  reference->finalize = NULL;
  reference->count = 0;
  if (reference == env->instance) {
    env->instance = NULL;
  }
  if (reference->owned) {
    free(reference);
  }
  finalize_strictly(&final);
}

static void finish_list(gy_napi_link *list) {
  while (list->next != list) {
    finish((napi_ref)list->next);
  }
}

void gy_napi_finalize_all(napi_env env) {
  finish_list(&env->finalizers);
  finish_list(&env->plain);
}

/* Moves what is gone to the list, whose members may be deleted by finalizers before their turn. */
static void find_gone(gy_napi_link *list, gy_napi_link *gone) {
  for (gy_napi_link *at = list->next, *next; at != list; at = next) {
    napi_ref reference = (napi_ref)at;
    next = at->next;
    if (reference->weak != NULL && gy_weak_get(reference->weak) == NULL) {
      link_out(at);
      link_in(gone, at);
    }
  }
}

/* An addon's reference without a finalizer stays with the others. */
static void keep_plain(napi_ref reference) {
  let_go(reference);
  link_out(&reference->link);
  link_in(&reference->env->plain, &reference->link);
}

static void run_gone(void *arg) {
  gy_napi_link *gone = arg;
  while (gone->next != gone) {
    napi_ref reference = (napi_ref)gone->next;
    if (!reference->owned && reference->finalize == NULL) {
      if (reference->kind != 0) {
        gy_napi_wrap_remove(reference->env->room, reference);
      }
      keep_plain(reference);
      continue;
    }
    finish(reference);
  }
}

/* gc() has collected: finalizers that Node calls in it are called now, and others keep the loop
 * alive until they have been. */
void gy_napi_collected_now(void) {
  gy_napi_link gone = {&gone, &gone};
  gy_napi_room *room = gy_napi_here;
  for (napi_env env = room->envs; env != NULL; env = env->next) {
    if (env->version == GY_NAPI_EXPERIMENTAL) {
      find_gone(&env->finalizers, &gone);
    }
  }
  bool held = room->held; /* who called gc() may hold it, and gc() does not */
  room->held = false;
  run_gone(&gone);
  room->held = held;
  uv_ref((uv_handle_t *)&room->collected);
  uv_async_send(&room->collected);
}

void gy_napi_collected(uv_async_t *async) {
  gy_napi_room *room = async->data;
  gy_napi_link gone = {&gone, &gone};
  uv_unref((uv_handle_t *)async);
  for (napi_env env = room->envs; env != NULL; env = env->next) {
    find_gone(&env->finalizers, &gone);
    find_gone(&env->plain, &gone);
  }
  if (gone.next != &gone) {
    gy_napi_enter(((napi_ref)gone.next)->env, gy_pin_object(&room->entry), run_gone, &gone);
    run_gone(&gone); /* what an error of one has left behind */
  }
  gy_napi_released(room);
}

/* --- the interface */

napi_status napi_create_reference(napi_env env, napi_value value, uint32_t count,
                                  napi_ref *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_type type = gy_type_of(env->js, gy_napi_in(value));
  bool can_be = type == GY_OBJECT || type == GY_SYMBOL_VALUE || env->version >= GY_NAPI_LATEST;
  if (!gy_napi_need(env, can_be, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  *result = gy_napi_reference(env, gy_napi_in(value), count, false, NULL, NULL, NULL);
  return gy_napi_ok(env);
}

napi_status napi_delete_reference(node_api_basic_env basic_env, napi_ref reference) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gy_napi_given(env, reference)) {
    return gy_napi_status(env);
  }
  gy_napi_reference_free(reference);
  return gy_napi_ok(env);
}

napi_status napi_reference_ref(napi_env env, napi_ref reference, uint32_t *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, reference)) {
    return gy_napi_status(env);
  }
  gy_value value = value_of(reference);
  if (value != NULL && ++reference->count == 1 && reference->pin.value == NULL) {
    let_go(reference);
    hold(reference, value);
  }
  if (result != NULL) { /* 0 if its value is gone */
    *result = reference->count;
  }
  return gy_napi_ok(env);
}

napi_status napi_reference_unref(napi_env env, napi_ref reference, uint32_t *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, reference) ||
      !gy_napi_need(env, reference->count > 0, napi_generic_failure)) {
    return gy_napi_status(env);
  }
  if (--reference->count == 0 && !is_lasting(env, reference->pin.value)) {
    gy_value value = reference->pin.value;
    if (can_be_weak(env, value)) {
      reference->weak = gy_weak_new(env->js, (gy_object)value);
    }
    gy_pin_free(&reference->pin);
  }
  if (result != NULL) {
    *result = reference->count;
  }
  return gy_napi_ok(env);
}

napi_status napi_get_reference_value(napi_env env, napi_ref reference, napi_value *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, reference) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_value value = value_of(reference);
  if (value == NULL) {
    *result = NULL;
    return gy_napi_ok(env);
  }
  return gy_napi_give(env, value, result);
}

napi_status napi_add_finalizer(napi_env env, napi_value object, void *data,
                               node_api_basic_finalize finalize, void *hint, napi_ref *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, object) ||
      !gy_napi_given(env, (const void *)(uintptr_t)finalize) ||
      !gy_napi_need(env, gy_is_object(env->js, gy_napi_in(object)), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  napi_ref reference =
      gy_napi_reference(env, gy_napi_in(object), 0, result == NULL, finalize, data, hint);
  if (result != NULL) {
    *result = reference;
  }
  return gy_napi_ok(env);
}

/* --- externals */

static void nothing(void *memory) { (void)memory; }

static gy_class external_class(void) {
  static gy_class place; /* process: made once */
  return gy_class_made(&place, "External", nothing);
}

bool gy_napi_is_external(gy_context js, gy_value value) {
  return gy_class_is(js, value, external_class());
}

void *gy_napi_external_data(gy_value external) { return gy_class_memory((gy_object)external); }

napi_status napi_create_external(napi_env env, void *data, node_api_basic_finalize finalize,
                                 void *hint, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_value argv[] = {gy_class_object(env->js, external_class(), data), gy_null(env->js)};
  gy_napi_keep(env, argv[0]);
  gy_napi_help(env, GY_NAPI_setPrototype, 2, argv);
  if (finalize != NULL) {
    gy_napi_reference(env, argv[0], 0, true, finalize, data, hint);
  }
  *result = gy_napi_out(argv[0]);
  return gy_napi_ok(env);
}

napi_status napi_get_value_external(napi_env env, napi_value value, void **result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result) ||
      !gy_napi_need(env, gy_napi_is_external(env->js, gy_napi_in(value)), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  *result = gy_napi_external_data(gy_napi_in(value));
  return gy_napi_ok(env);
}

/* In a later turn, as a finalizer that may do all: one of an object that is gone at once. */
napi_status node_api_post_finalizer(napi_env env, napi_finalize finalize, void *data, void *hint) {
  if (env == NULL || !gy_napi_given(env, (const void *)(uintptr_t)finalize)) {
    return gy_napi_status(env);
  }
  gy_napi_post(env, finalize, data, hint);
  return gy_napi_ok(env);
}

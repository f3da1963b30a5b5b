/* SPDX-License-Identifier: MIT */
/* References, and what happens when a value is gone. The collector only wakes the loop. There the
 * weak references are checked, and finalizers are called in one callback of the loop, in which they
 * may run JavaScript. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

static void link_in(gj_napi_link *list, gj_napi_link *link) {
  link->next = list->next;
  link->previous = list;
  list->next->previous = link;
  list->next = link;
}

static void link_out(gj_napi_link *link) {
  link->next->previous = link->previous;
  link->previous->next = link->next;
  link->next = link->previous = link;
}

/* A registered symbol is never collected. */
static bool is_lasting(napi_env env, gj_value value) {
  if (gj_type_of(env->js, value) != GJ_SYMBOL_VALUE) {
    return false;
  }
  gj_value answer = gj_napi_help(env, GJ_NAPI_isRegistered, 1, &value);
  return answer != NULL && gj_to_bool(env->js, answer);
}

static bool can_be_weak(napi_env env, gj_value value) {
  gj_type type = gj_type_of(env->js, value);
  return type == GJ_OBJECT || type == GJ_SYMBOL_VALUE;
}

static void hold(napi_ref reference, gj_value value) {
  reference->pin = gj_pin_new(reference->env->js, value);
}

static void let_go(napi_ref reference) {
  gj_pin_free(&reference->pin);
  if (reference->weak != NULL) {
    gj_weak_free(reference->env->js, reference->weak);
    reference->weak = NULL;
  }
}

napi_ref gj_napi_reference(napi_env env, gj_value value, uint32_t count, bool owned,
                           node_api_basic_finalize finalize, void *data, void *hint) {
  napi_ref reference = gj_memory_new(sizeof(*reference), "a reference");
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
  bool is_object = gj_is_object(env->js, value);
  if (count > 0 || (!is_object && is_lasting(env, value))) {
    hold(reference, value);
  } else if (is_object || can_be_weak(env, value)) {
    reference->weak = gj_weak_new(env->js, (gj_object)value);
  }
  return reference;
}

void gj_napi_reference_free(napi_ref reference) {
  if (reference->kind != 0) {
    gj_napi_wrap_remove(reference->env->room, reference);
  }
  let_go(reference);
  link_out(&reference->link);
  free(reference);
}

static gj_value value_of(napi_ref reference) {
  if (reference->pin.value != NULL) {
    return reference->pin.value;
  }
  return reference->weak == NULL ? NULL : gj_weak_get(reference->weak);
}

/* --- finalizers */

typedef struct {
  napi_env env;
  node_api_basic_finalize finalize;
  void *data, *hint;
} gj_final;

static void run_final(void *arg) {
  gj_final *final = arg;
  final->finalize(final->env, final->data, final->hint);
}

void gj_napi_finalize(napi_env env, node_api_basic_finalize finalize, void *data, void *hint) {
  gj_final final = {env, finalize, data, hint};
  if (finalize != NULL) {
    gj_napi_call(env, run_final, &final, false);
  }
}

/* The finalizer of a reference; its exception is the program's. For an experimental addon the rules
 * for finalizers are enforced: Node calls them during a collection. */
static void finalize_strictly(gj_final *final) {
  napi_env env = final->env;
  if (final->finalize != NULL) {
    env->finalizing = env->version == GJ_NAPI_EXPERIMENTAL && !env->room->ends;
    gj_napi_call(env, run_final, final, true);
    env->finalizing = false;
  }
}

/* As if its value were gone. Its owner may still read and delete it. */
static void finish(napi_ref reference) {
  napi_env env = reference->env;
  gj_final final = {env, reference->finalize, reference->data, reference->hint};
  if (reference->kind != 0) {
    gj_napi_wrap_remove(env->room, reference);
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

static void finish_list(gj_napi_link *list) {
  while (list->next != list) {
    finish((napi_ref)list->next);
  }
}

void gj_napi_finalize_all(napi_env env) {
  finish_list(&env->finalizers);
  finish_list(&env->plain);
}

/* Moves references whose values are gone to the list; finalizers may delete them before their
 * turn. */
static void find_gone(gj_napi_link *list, gj_napi_link *gone) {
  for (gj_napi_link *at = list->next, *next; at != list; at = next) {
    napi_ref reference = (napi_ref)at;
    next = at->next;
    if (reference->weak != NULL && gj_weak_get(reference->weak) == NULL) {
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
  gj_napi_link *gone = arg;
  while (gone->next != gone) {
    napi_ref reference = (napi_ref)gone->next;
    if (!reference->owned && reference->finalize == NULL) {
      if (reference->kind != 0) {
        gj_napi_wrap_remove(reference->env->room, reference);
      }
      keep_plain(reference);
      continue;
    }
    finish(reference);
  }
}

/* gc() has collected: finalizers that Node calls during gc() are called now, and others keep the
 * loop alive until they have run. */
void gj_napi_collected_now(void) {
  gj_napi_link gone = {&gone, &gone};
  gj_napi_room *room = gj_napi_here;
  for (napi_env env = room->envs; env != NULL; env = env->next) {
    if (env->version == GJ_NAPI_EXPERIMENTAL) {
      find_gone(&env->finalizers, &gone);
    }
  }
  bool held = room->held; /* the caller of gc() may hold it, and gc() does not */
  room->held = false;
  run_gone(&gone);
  room->held = held;
  uv_ref((uv_handle_t *)&room->collected);
  uv_async_send(&room->collected);
}

void gj_napi_collected(uv_async_t *async) {
  gj_napi_room *room = async->data;
  gj_napi_link gone = {&gone, &gone};
  uv_unref((uv_handle_t *)async);
  for (napi_env env = room->envs; env != NULL; env = env->next) {
    find_gone(&env->finalizers, &gone);
    find_gone(&env->plain, &gone);
  }
  if (gone.next != &gone) {
    gj_napi_enter(((napi_ref)gone.next)->env, gj_pin_object(&room->entry), run_gone, &gone);
    run_gone(&gone); /* what was left after an error */
  }
  gj_napi_released(room);
}

/* --- the interface */

napi_status napi_create_reference(napi_env env, napi_value value, uint32_t count,
                                  napi_ref *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_type type = gj_type_of(env->js, gj_napi_in(value));
  bool can_be = type == GJ_OBJECT || type == GJ_SYMBOL_VALUE || env->version >= GJ_NAPI_LATEST;
  if (!gj_napi_need(env, can_be, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  *result = gj_napi_reference(env, gj_napi_in(value), count, false, NULL, NULL, NULL);
  return gj_napi_ok(env);
}

napi_status napi_delete_reference(node_api_basic_env basic_env, napi_ref reference) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, reference)) {
    return gj_napi_status(env);
  }
  gj_napi_reference_free(reference);
  return gj_napi_ok(env);
}

napi_status napi_reference_ref(napi_env env, napi_ref reference, uint32_t *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, reference)) {
    return gj_napi_status(env);
  }
  gj_value value = value_of(reference);
  if (value != NULL && ++reference->count == 1 && reference->pin.value == NULL) {
    let_go(reference);
    hold(reference, value);
  }
  if (result != NULL) { /* 0 if its value is gone */
    *result = reference->count;
  }
  return gj_napi_ok(env);
}

napi_status napi_reference_unref(napi_env env, napi_ref reference, uint32_t *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, reference) ||
      !gj_napi_need(env, reference->count > 0, napi_generic_failure)) {
    return gj_napi_status(env);
  }
  if (--reference->count == 0 && !is_lasting(env, reference->pin.value)) {
    gj_value value = reference->pin.value;
    if (can_be_weak(env, value)) {
      reference->weak = gj_weak_new(env->js, (gj_object)value);
    }
    gj_pin_free(&reference->pin);
  }
  if (result != NULL) {
    *result = reference->count;
  }
  return gj_napi_ok(env);
}

napi_status napi_get_reference_value(napi_env env, napi_ref reference, napi_value *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, reference) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value value = value_of(reference);
  if (value == NULL) {
    *result = NULL;
    return gj_napi_ok(env);
  }
  return gj_napi_give(env, value, result);
}

napi_status napi_add_finalizer(napi_env env, napi_value object, void *data,
                               node_api_basic_finalize finalize, void *hint, napi_ref *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, object) ||
      !gj_napi_given(env, (const void *)(uintptr_t)finalize) ||
      !gj_napi_need(env, gj_is_object(env->js, gj_napi_in(object)), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  napi_ref reference =
      gj_napi_reference(env, gj_napi_in(object), 0, result == NULL, finalize, data, hint);
  if (result != NULL) {
    *result = reference;
  }
  return gj_napi_ok(env);
}

/* --- externals */

static void nothing(void *memory) { (void)memory; }

static gj_class external_class(void) {
  static gj_class place; /* process: made once */
  return gj_class_made(&place, "External", nothing);
}

bool gj_napi_is_external(gj_context js, gj_value value) {
  return gj_class_is(js, value, external_class());
}

void *gj_napi_external_data(gj_value external) { return gj_class_memory((gj_object)external); }

napi_status napi_create_external(napi_env env, void *data, node_api_basic_finalize finalize,
                                 void *hint, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value argv[] = {gj_class_object(env->js, external_class(), data), gj_null(env->js)};
  gj_napi_keep(env, argv[0]);
  gj_napi_help(env, GJ_NAPI_setPrototype, 2, argv);
  if (finalize != NULL) {
    gj_napi_reference(env, argv[0], 0, true, finalize, data, hint);
  }
  *result = gj_napi_out(argv[0]);
  return gj_napi_ok(env);
}

napi_status napi_get_value_external(napi_env env, napi_value value, void **result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, gj_napi_is_external(env->js, gj_napi_in(value)), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  *result = gj_napi_external_data(gj_napi_in(value));
  return gj_napi_ok(env);
}

/* In a later turn, as a finalizer that may do anything: like that of an object that is gone at
 * once. */
napi_status node_api_post_finalizer(napi_env env, napi_finalize finalize, void *data, void *hint) {
  if (env == NULL || !gj_napi_given(env, (const void *)(uintptr_t)finalize)) {
    return gj_napi_status(env);
  }
  gj_napi_post(env, finalize, data, hint);
  return gj_napi_ok(env);
}

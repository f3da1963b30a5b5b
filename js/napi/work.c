/* SPDX-License-Identifier: MIT */
/* Work for the threads of the pool. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

struct napi_async_work__ {
  gj_work work; /* first */
  napi_env env;
  napi_async_execute_callback execute;
  napi_async_complete_callback complete;
  void *data;
  gj_pin entry;
  int status;
};

static napi_status from_uv(int code) {
  if (code == UV_EINVAL) {
    return napi_invalid_arg;
  }
  return code == 0 ? napi_ok : code == UV_ECANCELED ? napi_cancelled : napi_generic_failure;
}

napi_status napi_create_async_work(napi_env env, napi_value resource, napi_value name,
                                   napi_async_execute_callback execute,
                                   napi_async_complete_callback complete, void *data,
                                   napi_async_work *result) {
  gj_value exception = NULL;
  if (!gj_napi_env(env) || !gj_napi_given(env, (const void *)(uintptr_t)execute) ||
      !gj_napi_given(env, result) ||
      (resource != NULL && gj_napi_object_of(env, resource) == NULL) || !gj_napi_given(env, name)) {
    return gj_napi_status(env);
  }
  gj_value type = gj_as_string(env->js, gj_napi_in(name), &exception);
  if (exception != NULL) {
    gj_napi_threw(env, exception);
    return gj_napi_set(env, napi_string_expected);
  }
  napi_async_work work = gj_memory_new(sizeof(*work), "work");
  work->env = env;
  work->execute = execute;
  work->complete = complete;
  work->data = data;
  work->entry = gj_pin_new(env->js, gj_napi_entry(env, resource, gj_napi_out(type)));
  *result = work;
  return gj_napi_ok(env);
}

napi_status napi_delete_async_work(napi_env env, napi_async_work work) {
  if (!gj_napi_env(env) || !gj_napi_given(env, work)) {
    return gj_napi_status(env);
  }
  gj_napi_entry_free(env, &work->entry);
  free(work);
  return gj_napi_ok(env);
}

static void run(uv_work_t *request) {
  napi_async_work work = (napi_async_work)request;
  work->execute(work->env, work->data);
}

/* Usually its end: the addon deletes it there. */
static void run_complete(void *arg) {
  napi_async_work work = arg;
  work->complete(work->env, from_uv(work->status), work->data);
}

static void on_done(uv_work_t *request, int status) {
  napi_async_work work = (napi_async_work)request;
  work->status = status;
  work->env->room->works--;
  if (work->complete != NULL) {
    gj_napi_enter(work->env, gj_pin_object(&work->entry), run_complete, work);
  }
}

napi_status napi_queue_async_work(node_api_basic_env basic_env, napi_async_work work) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, work)) {
    return gj_napi_status(env);
  }
  env->room->works++;
  gj_work_start(&work->work, run, on_done);
  return gj_napi_ok(env);
}

napi_status napi_cancel_async_work(node_api_basic_env basic_env, napi_async_work work) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gj_napi_given(env, work)) {
    return gj_napi_status(env);
  }
  return gj_napi_set(env, from_uv(uv_cancel((uv_req_t *)&work->work.uv)));
}

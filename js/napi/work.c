/* SPDX-License-Identifier: MIT */
/* Work for the threads of the pool. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

struct napi_async_work__ {
  gy_work work; /* first */
  napi_env env;
  napi_async_execute_callback execute;
  napi_async_complete_callback complete;
  void *data;
  gy_pin entry;
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
  gy_value exception = NULL;
  if (!gy_napi_env(env) || !gy_napi_given(env, (const void *)(uintptr_t)execute) ||
      !gy_napi_given(env, result) ||
      (resource != NULL && gy_napi_object_of(env, resource) == NULL) || !gy_napi_given(env, name)) {
    return gy_napi_status(env);
  }
  gy_value type = gy_as_string(env->js, gy_napi_in(name), &exception);
  if (exception != NULL) {
    gy_napi_threw(env, exception);
    return gy_napi_set(env, napi_string_expected);
  }
  napi_async_work work = gy_memory_new(sizeof(*work), "work");
  work->env = env;
  work->execute = execute;
  work->complete = complete;
  work->data = data;
  work->entry = gy_pin_new(env->js, gy_napi_entry(env, resource, gy_napi_out(type)));
  *result = work;
  return gy_napi_ok(env);
}

napi_status napi_delete_async_work(napi_env env, napi_async_work work) {
  if (!gy_napi_env(env) || !gy_napi_given(env, work)) {
    return gy_napi_status(env);
  }
  gy_napi_entry_free(env, &work->entry);
  free(work);
  return gy_napi_ok(env);
}

static void run(uv_work_t *request) {
  napi_async_work work = (napi_async_work)request;
  work->execute(work->env, work->data);
}

/* Mostly the last that is seen of it: the addon deletes it there. */
static void run_complete(void *arg) {
  napi_async_work work = arg;
  work->complete(work->env, from_uv(work->status), work->data);
}

static void on_done(uv_work_t *request, int status) {
  napi_async_work work = (napi_async_work)request;
  work->status = status;
  work->env->room->works--;
  if (work->complete != NULL) {
    gy_napi_enter(work->env, gy_pin_object(&work->entry), run_complete, work);
  }
}

napi_status napi_queue_async_work(node_api_basic_env basic_env, napi_async_work work) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gy_napi_given(env, work)) {
    return gy_napi_status(env);
  }
  env->room->works++;
  gy_work_start(&work->work, run, on_done);
  return gy_napi_ok(env);
}

napi_status napi_cancel_async_work(node_api_basic_env basic_env, napi_async_work work) {
  napi_env env = (napi_env)basic_env;
  if (env == NULL || !gy_napi_given(env, work)) {
    return gy_napi_status(env);
  }
  return gy_napi_set(env, from_uv(uv_cancel((uv_req_t *)&work->work.uv)));
}

/* SPDX-License-Identifier: MIT */
/* The runtime inside a program in C, by gyre-js.h. Its values are exchanged through an env of
 * Node-API that belongs to no addon. */
#include "napi/napi.h"

#include <gyre-js.h>
#include <signal.h>
#include <stdlib.h>

#include "engine/memory.h"

struct gyre_js {
  gy_runtime runtime; /* first */
  gy_pin road, start;
  napi_env env;
};

static _Thread_local bool used; /* the thread has a runtime, or had one */

static gy_value start_library(gyre_js *js) {
  gy_context context = js->runtime.js;
  gy_object start = (gy_object)gy_get(context, gy_pin_object(&js->road), "embed");
  return gy_enter_library(&js->runtime, start, 0, NULL);
}

int gyre_js_new(uv_loop_t *loop, int argc, char **argv, gyre_js **result) {
  if (used) {
    return UV_EEXIST;
  }
  used = true;
  signal(SIGPIPE, SIG_IGN);
  gyre_js *js = gy_memory_new(sizeof(*js), "a runtime");
  js->runtime.loop = loop;
  js->runtime.argc = argc;
  js->runtime.argv = argv;
  js->runtime.start_ns = uv_hrtime();
  gy_object road = gy_runtime_open(&js->runtime);
  js->road = gy_pin_new(js->runtime.js, road);
  js->start = gy_pin_new(js->runtime.js, start_library(js));
  if (!gy_addons_can()) {
    gy_pin_free(&js->start);
    gy_pin_free(&js->road);
    gy_runtime_close(&js->runtime, NULL, NULL);
    free(js);
    return UV_ENOTSUP;
  }
  gy_value helpers = gy_get(js->runtime.js, gy_pin_object(&js->start), "helpers");
  gy_napi_room *room = gy_napi_room_get(js->runtime.js, (gy_object)helpers);
  js->env = gy_napi_env_new(room, "", GY_NAPI_LATEST);
  *result = js;
  return 0;
}

int gyre_js_run_file(gyre_js *js, const char *path) {
  gy_context context = js->runtime.js;
  gy_value argument = gy_string(context, path);
  gy_object run = (gy_object)gy_get(context, gy_pin_object(&js->start), "runFile");
  gy_enter(&js->runtime, run, 1, &argument);
  return 0;
}

typedef struct {
  napi_env env;
  gyre_js_cb fn;
  void *arg;
} gy_embed_call;

static void run_call(void *arg) {
  gy_embed_call *call = arg;
  call->fn(call->env, call->arg);
}

int gyre_js_enter(gyre_js *js, gyre_js_cb fn, void *arg) {
  gy_embed_call call = {js->env, fn, arg};
  if (js->env->room->depth > 0) {
    return UV_EBUSY;
  }
  gy_napi_enter(js->env, gy_pin_object(&js->env->room->entry), run_call, &call);
  return 0;
}

int gyre_js_end(gyre_js *js, gyre_js_own_cb is_own, void *arg) {
  gy_context context = js->runtime.js;
  gy_object road = gy_pin_object(&js->road);
  gy_enter(&js->runtime, (gy_object)gy_get(context, road, "end"), 0, NULL);
  gy_object ask = (gy_object)gy_get(context, road, "exitNumber");
  gy_value number = gy_enter_library(&js->runtime, ask, 0, NULL);
  int code = number == NULL ? 0 : gy_to_int32(context, number);
  gy_napi_end();
  gy_pin_free(&js->start);
  gy_pin_free(&js->road);
  gy_runtime_close(&js->runtime, is_own, arg);
  free(js);
  return code;
}

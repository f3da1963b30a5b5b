/* SPDX-License-Identifier: MIT */
/* The runtime inside a C program, with gyre-js.h. Values are exchanged through an env of Node-API
 * that belongs to no addon. */
#include "napi/napi.h"

#include <gyre-js.h>
#include <signal.h>
#include <stdlib.h>

#include "engine/memory.h"

struct gyre_js {
  gj_runtime runtime; /* first */
  gj_pin road, start;
  napi_env env;
};

static _Thread_local bool used; /* the thread has a runtime, or had one */

static gj_value start_library(gyre_js *js) {
  gj_context context = js->runtime.js;
  gj_object start = (gj_object)gj_get(context, gj_pin_object(&js->road), "embed");
  return gj_enter_library(&js->runtime, start, 0, NULL);
}

int gyre_js_new(uv_loop_t *loop, int argc, char **argv, gyre_js **result) {
  if (used) {
    return UV_EEXIST;
  }
  used = true;
  signal(SIGPIPE, SIG_IGN);
  gyre_js *js = gj_memory_new(sizeof(*js), "a runtime");
  js->runtime.loop = loop;
  js->runtime.argc = argc;
  js->runtime.argv = argv;
  js->runtime.start_ns = uv_hrtime();
  gj_object road = gj_runtime_open(&js->runtime);
  js->road = gj_pin_new(js->runtime.js, road);
  js->start = gj_pin_new(js->runtime.js, start_library(js));
  if (!gj_addons_can()) {
    gj_pin_free(&js->start);
    gj_pin_free(&js->road);
    gj_runtime_close(&js->runtime, NULL, NULL);
    free(js);
    return UV_ENOTSUP;
  }
  gj_value helpers = gj_get(js->runtime.js, gj_pin_object(&js->start), "helpers");
  gj_napi_room *room = gj_napi_room_get(js->runtime.js, (gj_object)helpers);
  js->env = gj_napi_env_new(room, "", GJ_NAPI_LATEST);
  *result = js;
  return 0;
}

int gyre_js_run_file(gyre_js *js, const char *path) {
  gj_context context = js->runtime.js;
  gj_value argument = gj_string(context, path);
  gj_object run = (gj_object)gj_get(context, gj_pin_object(&js->start), "runFile");
  gj_enter(&js->runtime, run, 1, &argument);
  return 0;
}

typedef struct {
  napi_env env;
  gyre_js_cb fn;
  void *arg;
} gj_embed_call;

static void run_call(void *arg) {
  gj_embed_call *call = arg;
  call->fn(call->env, call->arg);
}

int gyre_js_enter(gyre_js *js, gyre_js_cb fn, void *arg) {
  gj_embed_call call = {js->env, fn, arg};
  if (js->env->room->depth > 0) {
    return UV_EBUSY;
  }
  gj_napi_enter(js->env, gj_pin_object(&js->env->room->entry), run_call, &call);
  return 0;
}

int gyre_js_end(gyre_js *js, gyre_js_own_cb is_own, void *arg) {
  gj_context context = js->runtime.js;
  gj_object road = gj_pin_object(&js->road);
  gj_enter(&js->runtime, (gj_object)gj_get(context, road, "end"), 0, NULL);
  gj_object ask = (gj_object)gj_get(context, road, "exitNumber");
  gj_value number = gj_enter_library(&js->runtime, ask, 0, NULL);
  int code = number == NULL ? 0 : gj_to_int32(context, number);
  gj_napi_end();
  gj_pin_free(&js->start);
  gj_pin_free(&js->road);
  gj_runtime_close(&js->runtime, is_own, arg);
  free(js);
  return code;
}

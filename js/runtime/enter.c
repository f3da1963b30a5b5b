/* SPDX-License-Identifier: MIT */
/* The way from the loop into JavaScript; runtime.h has the rule. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "runtime/runtime.h"
#include "runtime/trace.h"

#define ARGUMENTS_MAX 8

/* An exception from the library's own code: a bug of ours, or memory has run out. */
static void die(gj_runtime *runtime, gj_value exception) {
  gj_text text;
  gj_text_get(runtime->js, exception, &text);
  fprintf(stderr, "gyre: %s\n", text.data);
  gj_text_free(&text);
  if (gj_is_object(runtime->js, exception)) {
    gj_text_get(runtime->js, gj_get(runtime->js, (gj_object)exception, "stack"), &text);
    fprintf(stderr, "%s\n", text.data);
  }
  exit(7); /* as Node: an exception while an exception was handled */
}

/* No more JavaScript runs, and nobody waits for it. */
static void leave(gj_runtime *runtime) {
  memset(runtime->counts, 0, sizeof(runtime->counts));
  uv_stop(runtime->loop);
}

gj_value gj_enter_library(gj_runtime *runtime, gj_object function, size_t argc,
                          const gj_value argv[]) {
  if (runtime->gc_stress) {
    gj_collect(runtime->js);
  }
  runtime->times[GJ_ENTERED] = (double)(uv_now(runtime->loop) - runtime->timer_base);
  bool inside = runtime->traced && gj_trace_enter();
  gj_value exception = NULL;
  gj_value value = gj_call(runtime->js, function, NULL, argc, argv, &exception);
  if (runtime->traced) {
    gj_trace_leave(inside);
  }
  if (runtime->leaves) {
    gj_runtime_leave(runtime->leave_code);
    leave(runtime);
    return NULL;
  }
  if (exception != NULL) {
    if (gj_stop_asked()) {
      leave(runtime);
      return NULL;
    }
    die(runtime, exception);
  }
  return value;
}

static void run_microtasks(gj_runtime *runtime) {
  gj_direct_microtasks(runtime->js, runtime->inside);
  if (runtime->leaves) {
    gj_runtime_leave(runtime->leave_code);
    leave(runtime);
  }
}

static void run_queues(gj_runtime *runtime) {
  int32_t *counts = runtime->counts;
  if (counts[GJ_FAILED] != 0 || gj_stop_asked()) {
    return;
  }
  run_microtasks(runtime);
  while ((counts[GJ_TICKS] | counts[GJ_REJECTIONS]) != 0) {
    gj_enter_library(runtime, gj_pin_object(&runtime->drain), 0, NULL);
    if (counts[GJ_FAILED] != 0) {
      return;
    }
    run_microtasks(runtime);
  }
}

void gj_enter_finish(gj_runtime *runtime) {
  run_queues(runtime);
  gj_tick_sync(runtime);
}

void gj_enter_ticks(gj_runtime *runtime) {
  runtime->counts[GJ_FAILED] = 0;
  if (runtime->counts[GJ_TICKS] != 0) {
    gj_enter_library(runtime, gj_pin_object(&runtime->drain), 0, NULL);
  }
  gj_enter_finish(runtime);
}

void gj_enter(gj_runtime *runtime, gj_object function, size_t argc, const gj_value argv[]) {
  gj_value all[ARGUMENTS_MAX + 1];
  if (argc > ARGUMENTS_MAX) {
    gj_memory_fatal("a callback with too many arguments");
  }
  runtime->entered = true;
  all[0] = function;
  if (argc != 0) {
    memcpy(all + 1, argv, argc * sizeof(*argv));
  }
  gj_enter_library(runtime, gj_pin_object(&runtime->enter), argc + 1, all);
  gj_enter_finish(runtime);
}

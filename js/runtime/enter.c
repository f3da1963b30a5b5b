/* SPDX-License-Identifier: MIT */
/* The road from the loop into JavaScript; runtime.h has the rule. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "runtime/runtime.h"
#include "runtime/trace.h"

#define ARGUMENTS_MAX 8

/* An exception that came out of the library's own code: a mistake of ours, or memory has run out.
 */
static void die(gy_runtime *runtime, gy_value exception) {
  gy_text text;
  gy_text_get(runtime->js, exception, &text);
  fprintf(stderr, "gyre: %s\n", text.data);
  gy_text_free(&text);
  if (gy_is_object(runtime->js, exception)) {
    gy_text_get(runtime->js, gy_get(runtime->js, (gy_object)exception, "stack"), &text);
    fprintf(stderr, "%s\n", text.data);
  }
  exit(7); /* as Node: an exception while an exception was handled */
}

/* No JavaScript runs any more, and nobody waits for it. */
static void leave(gy_runtime *runtime) {
  memset(runtime->counts, 0, sizeof(runtime->counts));
  uv_stop(runtime->loop);
}

gy_value gy_enter_library(gy_runtime *runtime, gy_object function, size_t argc,
                          const gy_value argv[]) {
  if (runtime->gc_stress) {
    gy_collect(runtime->js);
  }
  bool inside = runtime->traced && gy_trace_enter();
  gy_value exception = NULL;
  gy_value value = gy_call(runtime->js, function, NULL, argc, argv, &exception);
  if (runtime->traced) {
    gy_trace_leave(inside);
  }
  if (exception != NULL) {
    if (gy_stop_asked()) {
      leave(runtime);
      return NULL;
    }
    die(runtime, exception);
  }
  return value;
}

static void run_queues(gy_runtime *runtime) {
  int32_t *counts = runtime->counts;
  if (counts[GY_FAILED] != 0 || gy_stop_asked()) {
    return;
  }
  gy_direct_microtasks(runtime->js);
  while ((counts[GY_TICKS] | counts[GY_REJECTIONS]) != 0) {
    gy_enter_library(runtime, gy_pin_object(&runtime->drain), 0, NULL);
    if (counts[GY_FAILED] != 0) {
      return;
    }
    gy_direct_microtasks(runtime->js);
  }
}

void gy_enter_finish(gy_runtime *runtime) {
  run_queues(runtime);
  gy_tick_sync(runtime);
}

void gy_enter_ticks(gy_runtime *runtime) {
  runtime->counts[GY_FAILED] = 0;
  if (runtime->counts[GY_TICKS] != 0) {
    gy_enter_library(runtime, gy_pin_object(&runtime->drain), 0, NULL);
  }
  gy_enter_finish(runtime);
}

void gy_enter(gy_runtime *runtime, gy_object function, size_t argc, const gy_value argv[]) {
  gy_value all[ARGUMENTS_MAX + 1];
  if (argc > ARGUMENTS_MAX) {
    gy_memory_fatal("a callback with too many arguments");
  }
  runtime->entered = true;
  all[0] = function;
  if (argc != 0) {
    memcpy(all + 1, argv, argc * sizeof(*argv));
  }
  gy_enter_library(runtime, gy_pin_object(&runtime->enter), argc + 1, all);
  gy_enter_finish(runtime);
}

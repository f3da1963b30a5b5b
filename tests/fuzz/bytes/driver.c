/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer around the runtime: fuzz TARGET.js [libFuzzer's options]. The target is a program for
 * gyre that sets globalThis.fuzz to a function of bytes. When it has run, and the loop turns, that
 * function is called with one input after the other. What it throws is a finding. The C files are
 * built so that libFuzzer sees which of their branches an input takes.
 *
 * globalThis.fuzzBinding(name) gives a target what C offers to the library.
 */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/runtime.h"

#define COLLECT_EVERY 4096

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

static int fuzz_argc;
static char **fuzz_argv;
static gj_pin target;

GJ_FUNCTION(binding) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gj_object object = gj_bindings_get(js, name.data);
  gj_text_free(&name);
  return object == NULL ? gj_undefined(js) : object;
}

static int test_one(const uint8_t *data, size_t size) {
  static unsigned count;
  gj_context js = target.js;
  gj_value bytes = gj_bytes_copy(js, data, size);
  gj_value exception = NULL;
  gj_call(js, gj_pin_object(&target), NULL, 1, &bytes, &exception);
  if (exception != NULL) {
    gj_text text;
    gj_value stack =
        gj_is_object(js, exception) ? gj_get(js, (gj_object)exception, "stack") : exception;
    gj_text_get(js, stack, &text);
    fprintf(stderr, "the target threw: %s\n", text.data);
    abort();
  }
  gj_direct_microtasks(js, false);
  uv_run(gj_runtime_self()->loop, UV_RUN_NOWAIT); /* frees memory of ended operations */
  if (++count % COLLECT_EVERY == 0) {
    gj_collect(js);
  }
  return 0;
}

static void begin(uv_timer_t *timer) {
  gj_context js = gj_runtime_self()->js;
  gj_value function = gj_get(js, gj_global(js), "fuzz");
  (void)timer;
  if (!gj_is_function(js, function)) {
    fprintf(stderr, "the target does not set globalThis.fuzz to a function\n");
    exit(2);
  }
  target = gj_pin_new(js, function);
  gj_set_function(js, gj_global(js), "fuzzBinding", binding);
  _exit(LLVMFuzzerRunDriver(&fuzz_argc, &fuzz_argv, test_one));
}

int main(int argc, char **argv) {
  static uv_timer_t timer;
  if (argc < 2) {
    fprintf(stderr, "usage: fuzz TARGET.js [OPTION...] [CORPUS...]\n");
    return 2;
  }
  char *script[] = {argv[0], argv[1], NULL};
  argv[1] = argv[0];
  fuzz_argv = argv + 1;
  fuzz_argc = argc - 1;
  uv_timer_init(uv_default_loop(), &timer); /* the loop that the runtime uses */
  uv_timer_start(&timer, begin, 0, 0);
  return gj_runtime_main(2, script);
}

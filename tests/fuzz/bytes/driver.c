/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer around the runtime: fuzz TARGET.js [libFuzzer's options]. The target is a program for
 * gyre that sets globalThis.fuzz to a function of bytes; when it has run, and the loop turns, that
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
static gy_pin target;

GY_FUNCTION(binding) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  gy_object object = gy_bindings_get(js, name.data);
  gy_text_free(&name);
  return object == NULL ? gy_undefined(js) : object;
}

static int test_one(const uint8_t *data, size_t size) {
  static unsigned count;
  gy_context js = target.js;
  gy_value bytes = gy_bytes_copy(js, data, size);
  gy_value exception = NULL;
  gy_call(js, gy_pin_object(&target), NULL, 1, &bytes, &exception);
  if (exception != NULL) {
    gy_text text;
    gy_value stack =
        gy_is_object(js, exception) ? gy_get(js, (gy_object)exception, "stack") : exception;
    gy_text_get(js, stack, &text);
    fprintf(stderr, "the target threw: %s\n", text.data);
    abort();
  }
  gy_direct_microtasks(js);
  if (++count % COLLECT_EVERY == 0) {
    gy_collect(js);
  }
  return 0;
}

static void begin(uv_timer_t *timer) {
  gy_context js = gy_runtime_self()->js;
  gy_value function = gy_get(js, gy_global(js), "fuzz");
  (void)timer;
  if (!gy_is_function(js, function)) {
    fprintf(stderr, "the target sets no function globalThis.fuzz\n");
    exit(2);
  }
  target = gy_pin_new(js, function);
  gy_set_function(js, gy_global(js), "fuzzBinding", binding);
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
  return gy_runtime_main(2, script);
}

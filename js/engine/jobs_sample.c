/* SPDX-License-Identifier: MIT */
/* The program of the sample of jobs.c. It is a short form of js/lib/internal/async/promises.js:
 * `seen` must have the contexts of an `await` of a value (1), of a promise that other code settles
 * (2), of a thenable (3), of then() (4), and of an `await` after a promise was settled whose
 * constructor was only read (5). */
#include <string.h>

#include "engine/jobs.h"

static const char GJ_JOBS_SAMPLE[] =
    "(() => {"
    "const { prototype } = Promise, { then } = prototype, context = { frame: undefined };"
    "const settled = Promise.resolve(), seen = [], A = { name: 'A' }, B = { name: 'B' };"
    "let inside = false, go, call;"
    "const library = { context, promise: settled, pending: new Promise(() => {}),"
    "  queueOne() { then.call(settled, () => {}); },"
    "  settle(handler, value) { return then.call(Promise.resolve(value), handler); },"
    "  resolve(object) { return Promise.resolve(object); },"
    "  await: async (object) => { await object; },"
    "  add(promise) { return then.call(promise, Object, Object); },"
    "  enter(frame) { context.frame = frame; }, leave() {}, describe: (frame) => frame,"
    "  wrapThen: (then, frame) => function(resolve) {"
    "    then.call(this, (value) => {"
    "      const before = context.frame; context.frame = frame; resolve(value);"
    "      context.frame = before; }); } };"
    "library.follow = (begin, end, marker) => Object.defineProperty(prototype, 'constructor', {"
    "  get() { if (!inside && this !== prototype && begin(this)) {"
    "    const mark = marker(context.frame); inside = true;"
    "    end(this, then.call(this, mark, mark)); inside = false; }"
    "    return Promise; } });"
    "const see = (name) => { seen.push(name + context.frame?.name); context.frame = undefined; };"
    "const pending = new Promise((resolve) => { go = resolve; });"
    "async function one(frame) { context.frame = frame; await 1; see(1); context.frame = frame;"
    "  await pending; see(2); context.frame = frame; await { then(resolve) { call = resolve; } };"
    "  see(3); }"
    "library.begin = () => { one(A); one(B); context.frame = A; pending.then(() => see(4));"
    "  context.frame = B; pending.constructor; context.frame = undefined; };"
    "library.go = () => { context.frame = B; go(); context.frame = A;"
    "  (async () => { await undefined; see(5); })(); context.frame = undefined; };"
    "library.end = () => { context.frame = A; call(); context.frame = undefined; };"
    "library.seen = () => seen.join(' ');"
    "return library; })()";

gj_object gj_jobs_sample_library(gj_context js) { return gj_private_evaluate(js, GJ_JOBS_SAMPLE); }

GJ_FUNCTION(sample_begin) { return gj_bool(js, gj_jobs_begin_mark(argv[0])); }

GJ_FUNCTION(sample_end) {
  gj_jobs_end_mark(argv[0], argv[1]);
  return gj_undefined(js);
}

GJ_FUNCTION(sample_marker) { return gj_jobs_marker(js, argv[0]); }

bool gj_jobs_follow_sample(gj_context js, gj_object library) {
  gj_value argv[] = {gj_function_new(js, "begin", sample_begin),
                     gj_function_new(js, "end", sample_end),
                     gj_function_new(js, "marker", sample_marker)};
  static const char *const steps[] = {"follow", "begin", "go", "end", "seen"};
  gj_value exception = NULL;
  gj_value seen = NULL;
  for (size_t i = 0; i < sizeof(steps) / sizeof(*steps) && exception == NULL; i++) {
    gj_object step = (gj_object)gj_get(js, library, steps[i]);
    seen = gj_call(js, step, NULL, i == 0 ? 3 : 0, argv, &exception);
  }
  if (exception != NULL) {
    return false;
  }
  gj_text text;
  gj_text_get(js, seen, &text);
  bool right = strcmp(text.data, "1A 1B 4A 2A 2B 5A 3B") == 0;
  gj_text_free(&text);
  return right;
}

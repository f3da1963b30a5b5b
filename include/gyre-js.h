/* SPDX-License-Identifier: MIT */
/* libgyre-js: runs JavaScript written for Node inside a C program, on the program's own loop.
 *
 * A thread may have one runtime. All functions are called on its thread. Values are exchanged
 * through Node-API (node_api.h). The library contains libgyre: uv.h and gyre.h are its interface,
 * too.
 *
 *   gyre_js *js;
 *   gyre_js_new(loop, argc, argv, &js);
 *   gyre_js_run_file(js, "program.js");
 *   uv_run(loop, UV_RUN_DEFAULT);            // or turn by turn: UV_RUN_ONCE, UV_RUN_NOWAIT
 *   int code = gyre_js_end(js, NULL, NULL);
 *
 * What JavaScript does to its process it does to this one: process.exit() and an uncaught exception
 * end it. SIGPIPE is ignored from the first runtime on. */
#ifndef GYRE_JS_H
#define GYRE_JS_H

#include <node_api.h>
#include <uv.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gyre_js gyre_js;

/* Makes the runtime of this thread, on a loop that is not running. process.argv is argv; none of it
 * is taken for an option. The array must stay in memory. 0; UV_EEXIST if the thread has a runtime
 * or had one; UV_ENOTSUP if the engine lacks what Node-API needs. */
UV_EXTERN int gyre_js_new(uv_loop_t *loop, int argc, char **argv, gyre_js **result);

/* Runs a file as `gyre FILE` does: as the main module, CommonJS or ES module. Its pending
 * operations run when the loop does. */
UV_EXTERN int gyre_js_run_file(gyre_js *js, const char *path);

/* Calls fn as a callback of the loop: ticks and microtasks follow. In it you may use Node-API:
 * napi_run_script, napi_get_global, napi_call_function, ... Scripts have `require` as a global. An
 * exception that is pending when it returns is uncaught. Not from within JavaScript. */
typedef void (*gyre_js_cb)(napi_env env, void *arg);
UV_EXTERN int gyre_js_enter(gyre_js *js, gyre_js_cb fn, void *arg);

/* Emits 'exit', runs the hooks of addons, closes handles and frees everything; not from within
 * JavaScript or a callback of the loop. The loop stays with the program, and runs until the handles
 * are closed. Handles for which is_own(handle, arg) is not 0 are left alone; without the function
 * all are closed. Returns process.exitCode, or 0. */
typedef int (*gyre_js_own_cb)(const uv_handle_t *handle, void *arg);
UV_EXTERN int gyre_js_end(gyre_js *js, gyre_js_own_cb is_own, void *arg);

#ifdef __cplusplus
}
#endif

#endif

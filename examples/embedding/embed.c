/* SPDX-License-Identifier: MIT */
/*
 * JavaScript inside a program in C, on the loop that the program has anyway (docs/embedding.md).
 * The program has a timer of its own. JavaScript listens for HTTP, and asks C for what it answers.
 *
 *   make lib-js
 *   gcc -Iinclude -Ibuild/js/node_modules/node-api-headers/include examples/embedding/embed.c \
 *     -Lbuild -lgyre-js -Wl,-rpath,$PWD/build -o embed && ./embed
 */
#include <gyre-js.h>
#include <stdio.h>

static uv_timer_t timer; /* the program's own */
static int beats;

/* answer(path), for JavaScript. */
static napi_value answer(napi_env env, napi_callback_info info) {
  size_t argc = 1;
  napi_value argv[1], result;
  char path[256], text[320];
  napi_get_cb_info(env, info, &argc, argv, NULL, NULL);
  if (napi_get_value_string_utf8(env, argv[0], path, sizeof(path), NULL) != napi_ok) {
    napi_throw_type_error(env, NULL, "a path is a string");
    return NULL;
  }
  snprintf(text, sizeof(text), "%s after %d beats", path, beats);
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &result);
  return result;
}

static void begin(napi_env env, void *arg) {
  napi_value global, function, script, ignored;
  (void)arg;
  napi_get_global(env, &global);
  napi_create_function(env, "answer", NAPI_AUTO_LENGTH, answer, NULL, &function);
  napi_set_named_property(env, global, "answer", function);
  static const char text[] =
      "const http = require('http');"
      "const server = http.createServer((request, response) => {"
      "  response.end(answer(request.url));"
      "}).listen(0, '127.0.0.1', () => {"
      "  http.get({ port: server.address().port, path: '/hello' }, async (response) => {"
      "    let text = '';"
      "    for await (const piece of response) text += piece;"
      "    console.log('JavaScript got:', text);"
      "    server.close();"
      "  });"
      "});"
      "globalThis.onBeat = (n) => n * n;"
      "process.on('exit', () => { process.exitCode = 3; });";
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &script);
  napi_run_script(env, script, &ignored);
}

/* Calls a function of JavaScript with a number. */
static void beat(napi_env env, void *arg) {
  napi_value global, function, argument, result;
  (void)arg;
  napi_get_global(env, &global);
  napi_get_named_property(env, global, "onBeat", &function);
  napi_create_int32(env, beats, &argument);
  int squared = 0;
  if (napi_call_function(env, global, function, 1, &argument, &result) == napi_ok) {
    napi_get_value_int32(env, result, &squared);
  }
  printf("C: beat %d, squared %d\n", beats, squared);
}

static void on_timer(uv_timer_t *handle) {
  if (++beats == 3) {
    uv_timer_stop(handle);
  }
  gyre_js_enter(handle->data, beat, NULL);
}

static int is_own(const uv_handle_t *handle, void *arg) {
  (void)arg;
  return handle == (const uv_handle_t *)&timer;
}

int main(int argc, char **argv) {
  gyre_js *js;
  uv_loop_t *loop = uv_default_loop();
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (gyre_js_new(loop, argc, argv, &js) != 0) {
    return 1;
  }
  uv_timer_init(loop, &timer);
  timer.data = js;
  uv_timer_start(&timer, on_timer, 200, 10);
  gyre_js_enter(js, begin, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
  printf("JavaScript ended with %d\n", gyre_js_end(js, is_own, NULL));
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop);
}

/* SPDX-License-Identifier: MIT */
/* An addon that uses the loop: timers, async, poll, idle, check, prepare, and the pool, each of
 * which calls a function of JavaScript with its name. */
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

typedef struct {
  napi_env env;
  napi_ref log;
  napi_async_context context;
  uv_timer_t timer;
  uv_async_t async;
  uv_poll_t poll;
  uv_idle_t idle;
  uv_check_t check;
  uv_prepare_t prepare;
  uv_work_t work;
  int pipe[2];
  int turns;
} state;

static void tell(state *s, const char *text) {
  napi_handle_scope scope;
  napi_value log, self, argument;
  napi_open_handle_scope(s->env, &scope);
  napi_get_reference_value(s->env, s->log, &log);
  napi_get_global(s->env, &self);
  napi_create_string_utf8(s->env, text, NAPI_AUTO_LENGTH, &argument);
  napi_make_callback(s->env, s->context, self, log, 1, &argument, NULL);
  napi_close_handle_scope(s->env, scope);
}

static void on_timer(uv_timer_t *timer) {
  state *s = timer->data;
  tell(s, "timer");
  uv_async_send(&s->async);
  uv_close((uv_handle_t *)timer, NULL);
}

static void on_async(uv_async_t *async) {
  state *s = async->data;
  tell(s, "async");
  if (write(s->pipe[1], "x", 1) == 1) {
    uv_close((uv_handle_t *)async, NULL);
  }
}

static void run_work(uv_work_t *work) { (void)work; }

static void on_turn_end(state *s) {
  if (++s->turns == 2) {
    tell(s, "done");
    uv_close((uv_handle_t *)&s->idle, NULL);
    uv_close((uv_handle_t *)&s->check, NULL);
    uv_close((uv_handle_t *)&s->prepare, NULL);
  }
}

static void on_idle(uv_idle_t *idle) { tell(idle->data, "idle"); }
static void on_prepare(uv_prepare_t *prepare) { tell(prepare->data, "prepare"); }
static void on_check(uv_check_t *check) {
  tell(check->data, "check");
  on_turn_end(check->data);
}

static void after_the_pool(uv_work_t *work, int status) {
  state *s = work->data;
  (void)status;
  tell(s, "work");
  uv_idle_start(&s->idle, on_idle);
  uv_prepare_start(&s->prepare, on_prepare);
  uv_check_start(&s->check, on_check);
}

static void on_poll(uv_poll_t *poll, int status, int events) {
  state *s = poll->data;
  char byte;
  if (status == 0 && (events & UV_READABLE) != 0 && read(s->pipe[0], &byte, 1) == 1) {
    tell(s, "poll");
  }
  uv_close((uv_handle_t *)poll, NULL);
  uv_queue_work(poll->loop, &s->work, run_work, after_the_pool);
}

static void on_end(void *arg) {
  state *s = arg;
  napi_delete_reference(s->env, s->log);
  napi_async_destroy(s->env, s->context);
  close(s->pipe[0]);
  close(s->pipe[1]);
  free(s);
}

static napi_value start(napi_env env, napi_callback_info info) {
  size_t argc = 1;
  napi_value argv[1], name;
  uv_loop_t *loop;
  state *s = calloc(1, sizeof(*s));
  napi_get_cb_info(env, info, &argc, argv, NULL, NULL);
  s->env = env;
  napi_create_reference(env, argv[0], 1, &s->log);
  napi_create_string_utf8(env, "loop", NAPI_AUTO_LENGTH, &name);
  napi_async_init(env, NULL, name, &s->context);
  napi_get_uv_event_loop(env, &loop);
  uv_timer_init(loop, &s->timer);
  uv_async_init(loop, &s->async, on_async);
  uv_idle_init(loop, &s->idle);
  uv_check_init(loop, &s->check);
  uv_prepare_init(loop, &s->prepare);
  s->timer.data = s->async.data = s->poll.data = s->idle.data = s->check.data = s->prepare.data =
      s->work.data = s;
  if (pipe(s->pipe) == 0) {
    uv_poll_init(loop, &s->poll, s->pipe[0]);
    uv_poll_start(&s->poll, UV_READABLE, on_poll);
  }
  uv_timer_start(&s->timer, on_timer, 1, 0);
  napi_add_env_cleanup_hook(env, on_end, s);
  return NULL;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "start", NAPI_AUTO_LENGTH, start, NULL, &function);
  return function;
}

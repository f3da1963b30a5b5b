/* SPDX-License-Identifier: MIT */
/* Functions that other threads call: a queue, and an async handle that takes from it on the loop.
 *
 * `threads` counts who may call it. It closes when that is 0 and the queue is empty, when a thread
 * aborts it, or with the env. Then nothing is taken any more, calls return napi_closing, and each
 * thread that gets that is subtracted. Its memory is freed when its handle is closed and no thread
 * is left. */
#include <stdlib.h>

#include "engine/memory.h"
#include "napi/napi.h"

enum {
  IN_A_ROW = 1000, /* calls before the loop continues */
  FIRST_CAPACITY = 16,
  AT_ONCE = 32, /* that the loop takes from a queue without a limit */
};

struct napi_threadsafe_function__ {
  uv_async_t async; /* first */
  uv_mutex_t lock;  /* of the next group */
  uv_cond_t room_made;
  void **ring;                  /* the arguments of the calls that wait */
  size_t first, size, capacity; /* a power of 2 */
  size_t threads;
  bool is_closed;
  bool is_awake;          /* the loop will look; no wake-up is needed */
  atomic_bool is_closing; /* is also read without it */

  void *taken[AT_ONCE]; /* by the loop, not called yet */
  size_t taken_first, taken_end;
  napi_env env;
  size_t most; /* in the queue; 0: no limit */
  bool handle_closing;
  gj_pin function, entry;
  void *context, *finalize_data;
  napi_finalize finalize;
  napi_threadsafe_function_call_js call;
  gj_napi_hook *hook;
};

static void on_ready(uv_async_t *async);
static void on_env_end(void *arg);

static void call_plainly(napi_env env, napi_value function, void *context, void *data) {
  gj_value exception = NULL;
  (void)context, (void)data;
  if (env == NULL || function == NULL || !gj_napi_free(env)) {
    return;
  }
  gj_addons_call_on(env->js, gj_napi_object(function), gj_undefined(env->js), 0, NULL, &exception);
  if (exception != NULL) {
    gj_napi_threw(env, exception);
  }
}

static bool function_given(napi_env env, napi_value function,
                           napi_threadsafe_function_call_js call) {
  if (function == NULL) {
    return gj_napi_given(env, (const void *)(uintptr_t)call);
  }
  return gj_napi_need(env, gj_is_function(env->js, gj_napi_in(function)), napi_invalid_arg);
}

napi_status napi_create_threadsafe_function(napi_env env, napi_value function, napi_value resource,
                                            napi_value name, size_t most, size_t threads,
                                            void *finalize_data, napi_finalize finalize,
                                            void *context, napi_threadsafe_function_call_js call,
                                            napi_threadsafe_function *result) {
  gj_value exception = NULL;
  if (!gj_napi_env(env) || !gj_napi_given(env, name) ||
      !gj_napi_need(env, threads > 0, napi_invalid_arg) || !gj_napi_given(env, result) ||
      !function_given(env, function, call) ||
      (resource != NULL && gj_napi_object_of(env, resource) == NULL)) {
    return gj_napi_status(env);
  }
  gj_value type = gj_as_string(env->js, gj_napi_in(name), &exception);
  if (exception != NULL) {
    gj_napi_threw(env, exception);
    return gj_napi_set(env, napi_string_expected);
  }
  napi_threadsafe_function made = gj_memory_new(sizeof(*made), "a thread-safe function");
  if (uv_async_init(env->room->runtime->loop, &made->async, on_ready) != 0) {
    free(made);
    return gj_napi_set(env, napi_generic_failure);
  }
  uv_mutex_init(&made->lock);
  uv_cond_init(&made->room_made);
  made->threads = threads;
  made->env = env;
  made->most = most;
  made->context = context;
  made->finalize_data = finalize_data;
  made->finalize = finalize;
  made->call = call == NULL ? call_plainly : call;
  if (function != NULL) {
    made->function = gj_pin_new(env->js, gj_napi_in(function));
  }
  made->entry = gj_pin_new(env->js, gj_napi_entry(env, resource, gj_napi_out(type)));
  made->hook = gj_napi_hook_add(env->room, on_env_end, made);
  *result = made;
  return gj_napi_ok(env);
}

/* --- its end */

static void destroy(napi_threadsafe_function function) {
  uv_mutex_destroy(&function->lock);
  uv_cond_destroy(&function->room_made);
  free(function->ring);
  free(function);
}

static void *shift(napi_threadsafe_function function) {
  void *data = function->ring[function->first];
  function->first = (function->first + 1) & (function->capacity - 1);
  function->size--;
  return data;
}

static void push(napi_threadsafe_function function, void *data) {
  if (function->size == function->capacity) {
    size_t capacity = function->capacity == 0 ? FIRST_CAPACITY : function->capacity * 2;
    void **ring = gj_memory_bound(NULL, capacity * sizeof(*ring), "calls of a function");
    for (size_t i = 0; i < function->size; i++) {
      ring[i] = function->ring[(function->first + i) & (function->capacity - 1)];
    }
    free(function->ring);
    function->ring = ring;
    function->first = 0;
    function->capacity = capacity;
  }
  function->ring[(function->first + function->size++) & (function->capacity - 1)] = data;
}

static void empty_queue(napi_threadsafe_function function) {
  while (function->taken_first < function->taken_end) {
    function->call(NULL, NULL, function->context, function->taken[function->taken_first++]);
  }
  while (function->size > 0) {
    function->call(NULL, NULL, function->context, shift(function));
  }
}

static void run_end(void *arg) {
  napi_threadsafe_function function = arg;
  if (function->finalize != NULL) {
    gj_napi_finalize(function->env, function->finalize, function->finalize_data, function->context);
  }
  empty_queue(function);
}

static void on_closed(uv_handle_t *handle) {
  napi_threadsafe_function function = (napi_threadsafe_function)handle;
  napi_env env = function->env;
  gj_napi_enter(env, gj_pin_object(&function->entry), run_end, function);
  gj_pin_free(&function->function);
  gj_napi_entry_free(env, &function->entry);
  env->room->handles_closing--;
  uv_mutex_lock(&function->lock);
  function->is_closed = true;
  bool is_last = function->threads == 0;
  uv_mutex_unlock(&function->lock);
  if (is_last) {
    destroy(function);
  }
}

/* With the lock held. */
static void set_closing(napi_threadsafe_function function) {
  function->is_closing = true;
  uv_cond_broadcast(&function->room_made);
}

static void close_handle(napi_threadsafe_function function) {
  if (!function->handle_closing) {
    function->handle_closing = true;
    if (function->hook != NULL) {
      gj_napi_hook_remove(function->env->room, function->hook);
    }
    function->env->room->handles_closing++;
    uv_close((uv_handle_t *)&function->async, on_closed);
  }
}

static void on_env_end(void *arg) {
  napi_threadsafe_function function = arg;
  function->hook = NULL; /* it runs */
  uv_mutex_lock(&function->lock);
  set_closing(function);
  uv_mutex_unlock(&function->lock);
  close_handle(function);
}

/* --- on the loop */

typedef struct {
  napi_threadsafe_function function;
  void *data;
} gj_one_call;

static void call_js(void *arg) {
  gj_one_call *one = arg;
  napi_threadsafe_function function = one->function;
  function->call(function->env, gj_napi_out(function->function.value), function->context,
                 one->data);
}

/* With the lock held, after the last one that was taken: whether more wait. */
static bool look_for_more(napi_threadsafe_function function) {
  if (function->size == 0 && function->threads == 0) {
    set_closing(function);
  }
  function->is_awake = function->size > 0 && !function->is_closing;
  return function->is_awake;
}

/* Takes as many as may be missing from the queue while they wait to be called: one, if it has a
 * limit. Returns whether more wait. */
static bool refill(napi_threadsafe_function function) {
  uv_mutex_lock(&function->lock);
  size_t most = function->is_closing ? 0 : function->most > 0 ? 1 : AT_ONCE;
  if (function->most > 0 && function->size == function->most) {
    uv_cond_signal(&function->room_made);
  }
  function->taken_first = function->taken_end = 0;
  while (function->size > 0 && function->taken_end < most) {
    function->taken[function->taken_end++] = shift(function);
  }
  bool more = function->taken_end > 1 || look_for_more(function);
  uv_mutex_unlock(&function->lock);
  return more;
}

/* The argument of the next call, if there is one; whether it is to close, and whether more wait. */
static bool take(napi_threadsafe_function function, void **data, bool *closes, bool *more) {
  bool is_one = !function->is_closing;
  *more = true;
  if (function->taken_first == function->taken_end) {
    *more = refill(function);
    is_one = is_one && function->taken_end > 0;
  } else if (is_one && function->taken_first + 1 == function->taken_end) {
    uv_mutex_lock(&function->lock);
    *more = look_for_more(function);
    uv_mutex_unlock(&function->lock);
  }
  if (is_one) {
    *data = function->taken[function->taken_first++];
  }
  *closes = function->is_closing;
  *more = *more && !*closes;
  return is_one;
}

typedef struct {
  napi_threadsafe_function function;
  int left;
  bool closes, more;
} gj_turn;

/* One call. JavaScript asks for the next one when ticks and microtasks have run. */
static void run_next(void *arg) {
  gj_turn *turn = arg;
  napi_threadsafe_function function = turn->function;
  gj_one_call one = {function, NULL};
  if (take(function, &one.data, &turn->closes, &turn->more)) {
    gj_napi_call(function->env, call_js, &one, false);
  }
  turn->more = turn->more && !turn->closes && !function->handle_closing && --turn->left > 0;
  function->env->room->more = turn->more;
}

static void on_ready(uv_async_t *async) {
  napi_threadsafe_function function = (napi_threadsafe_function)async;
  gj_turn turn = {.function = function, .left = IN_A_ROW, .more = true};
  while (turn.more) { /* again if something threw, or if microtasks run between entries */
    gj_napi_enter_many(function->env, gj_pin_object(&function->entry), run_next, &turn);
  }
  if (turn.closes) {
    close_handle(function);
  } else if (turn.left == 0 && !function->handle_closing) {
    uv_async_send(async);
  }
}

/* --- on any thread */

/* With the lock held, which it releases: a thread that learns that it closes is subtracted. */
static napi_status refuse_call(napi_threadsafe_function function) {
  if (function->threads == 0) {
    uv_mutex_unlock(&function->lock);
    return napi_invalid_arg;
  }
  bool is_last = --function->threads == 0 && function->is_closed;
  uv_mutex_unlock(&function->lock);
  if (is_last) {
    destroy(function);
  }
  return napi_closing;
}

napi_status napi_call_threadsafe_function(napi_threadsafe_function function, void *data,
                                          napi_threadsafe_function_call_mode mode) {
  if (function == NULL) {
    return napi_invalid_arg;
  }
  uv_mutex_lock(&function->lock);
  while (function->most > 0 && function->size >= function->most && !function->is_closing) {
    if (mode == napi_tsfn_nonblocking) {
      uv_mutex_unlock(&function->lock);
      return napi_queue_full;
    }
    uv_cond_wait(&function->room_made, &function->lock);
  }
  if (function->is_closing) {
    return refuse_call(function);
  }
  push(function, data);
  if (!function->is_awake) {
    function->is_awake = true;
    uv_async_send(&function->async);
  }
  uv_mutex_unlock(&function->lock);
  return napi_ok;
}

napi_status napi_acquire_threadsafe_function(napi_threadsafe_function function) {
  if (function == NULL) {
    return napi_invalid_arg;
  }
  uv_mutex_lock(&function->lock);
  napi_status status = function->is_closing ? napi_closing : napi_ok;
  function->threads += status == napi_ok;
  uv_mutex_unlock(&function->lock);
  return status;
}

napi_status napi_release_threadsafe_function(napi_threadsafe_function function,
                                             napi_threadsafe_function_release_mode mode) {
  if (function == NULL) {
    return napi_invalid_arg;
  }
  uv_mutex_lock(&function->lock);
  if (function->threads == 0) {
    uv_mutex_unlock(&function->lock);
    return napi_invalid_arg;
  }
  function->threads--;
  if ((function->threads == 0 || mode == napi_tsfn_abort) && !function->is_closing) {
    if (mode == napi_tsfn_abort) {
      set_closing(function);
    }
    uv_async_send(&function->async);
  }
  bool is_last = function->threads == 0 && function->is_closed;
  uv_mutex_unlock(&function->lock);
  if (is_last) {
    destroy(function);
  }
  return napi_ok;
}

napi_status napi_get_threadsafe_function_context(napi_threadsafe_function function, void **result) {
  if (function == NULL || result == NULL) {
    return napi_invalid_arg;
  }
  *result = function->context;
  return napi_ok;
}

napi_status napi_ref_threadsafe_function(node_api_basic_env env,
                                         napi_threadsafe_function function) {
  (void)env;
  if (function == NULL) {
    return napi_invalid_arg;
  }
  uv_ref((uv_handle_t *)&function->async);
  return napi_ok;
}

napi_status napi_unref_threadsafe_function(node_api_basic_env env,
                                           napi_threadsafe_function function) {
  (void)env;
  if (function == NULL) {
    return napi_invalid_arg;
  }
  uv_unref((uv_handle_t *)&function->async);
  return napi_ok;
}

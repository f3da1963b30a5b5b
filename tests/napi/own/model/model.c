/* SPDX-License-Identifier: MIT */
/* Scopes and references for test.js, which knows the expected results. */
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>

enum { REFERENCES = 4096, DEEPEST = 64, MOST = 4096 };

static _Thread_local napi_ref references[REFERENCES];
static _Thread_local int wrapped, finalized;

static void expect(bool is_so, const char *what) {
  if (!is_so) {
    fprintf(stderr, "model: %s\n", what);
    abort();
  }
}

static int arguments(napi_env env, napi_callback_info info, napi_value argv[4], int numbers[4]) {
  size_t argc = 4;
  expect(napi_get_cb_info(env, info, &argc, argv, NULL, NULL) == napi_ok, "arguments");
  for (int i = 0; i < 4; i++) {
    numbers[i] = 0;
    napi_get_value_int32(env, argv[i], &numbers[i]);
  }
  return (int)argc;
}

static napi_value number(napi_env env, int value) {
  napi_value result;
  napi_create_int32(env, value, &result);
  return result;
}

/* create(index, value, count), ref(index), unref(index): the status, or the count */
static napi_value create(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  arguments(env, info, argv, n);
  return number(env, -(int)napi_create_reference(env, argv[1], (uint32_t)n[2], &references[n[0]]));
}

static napi_value ref(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  uint32_t count = 0;
  arguments(env, info, argv, n);
  napi_status status = napi_reference_ref(env, references[n[0]], &count);
  return number(env, status == napi_ok ? (int)count : -(int)status);
}

static napi_value unref(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  uint32_t count = 0;
  arguments(env, info, argv, n);
  napi_status status = napi_reference_unref(env, references[n[0]], &count);
  return number(env, status == napi_ok ? (int)count : -(int)status);
}

static napi_value value(napi_env env, napi_callback_info info) {
  napi_value argv[4], result;
  int n[4];
  arguments(env, info, argv, n);
  expect(napi_get_reference_value(env, references[n[0]], &result) == napi_ok, "value");
  return result;
}

static napi_value forget(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  arguments(env, info, argv, n);
  expect(napi_delete_reference(env, references[n[0]]) == napi_ok, "delete");
  references[n[0]] = NULL;
  return NULL;
}

static void on_gone(napi_env env, void *data, void *hint) {
  expect(hint == references, "the hint of a finalizer");
  expect(*(int *)data >= 0, "a finalizer is called once");
  *(int *)data = -1;
  free(data);
  finalized++;
}

/* wrap(object, n): the status; unwrap(object): n, or minus the status; remove likewise */
static napi_value wrap(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  arguments(env, info, argv, n);
  int *data = malloc(sizeof(*data));
  *data = n[1];
  napi_status status = napi_wrap(env, argv[0], data, on_gone, references, NULL);
  if (status == napi_ok) {
    wrapped++;
  } else {
    free(data);
  }
  return number(env, -(int)status);
}

static napi_value unwrap(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  void *data;
  arguments(env, info, argv, n);
  napi_status status = napi_unwrap(env, argv[0], &data);
  return number(env, status == napi_ok ? *(int *)data : -(int)status);
}

static napi_value remove_wrap(napi_env env, napi_callback_info info) {
  napi_value argv[4];
  int n[4];
  void *data;
  arguments(env, info, argv, n);
  napi_status status = napi_remove_wrap(env, argv[0], &data);
  if (status != napi_ok) {
    return number(env, -(int)status);
  }
  n[0] = *(int *)data;
  free(data);
  wrapped--;
  return number(env, n[0]);
}

static napi_value counts(napi_env env, napi_callback_info info) {
  napi_value list;
  napi_create_array(env, &list);
  napi_set_element(env, list, 0, number(env, wrapped));
  napi_set_element(env, list, 1, number(env, finalized));
  return list;
}

/* --- scopes: a list of values with what is in them, and where each scope began */

typedef struct {
  napi_value values[MOST];
  int marks[MOST], count;
  struct {
    napi_handle_scope plain;
    napi_escapable_handle_scope escapable;
    int begin;
    bool escaped;
  } scopes[DEEPEST];
  int depth;
  unsigned seed;
} model;

static unsigned draw(model *m, unsigned below) {
  m->seed = m->seed * 1664525u + 1013904223u;
  return (m->seed >> 8) % below;
}

static void add(model *m, napi_value made, int mark) {
  m->values[m->count] = made;
  m->marks[m->count++] = mark;
}

static void check_all(napi_env env, model *m) {
  for (int i = 0; i < m->count; i++) {
    napi_value property;
    int found = -1;
    expect(napi_get_named_property(env, m->values[i], "mark", &property) == napi_ok, "get");
    napi_get_value_int32(env, property, &found);
    expect(found == m->marks[i], "a value of an open scope is what it was");
  }
}

static void make_value(napi_env env, model *m) {
  napi_value object;
  napi_create_object(env, &object);
  int mark = (int)draw(m, 1000000);
  napi_set_named_property(env, object, "mark", number(env, mark));
  add(m, object, mark);
}

static void open_scope(napi_env env, model *m) {
  bool escapable = draw(m, 2) == 0;
  m->scopes[m->depth].escaped = false;
  m->scopes[m->depth].plain = NULL;
  m->scopes[m->depth].begin = m->count;
  napi_status status = escapable
                           ? napi_open_escapable_handle_scope(env, &m->scopes[m->depth].escapable)
                           : napi_open_handle_scope(env, &m->scopes[m->depth].plain);
  expect(status == napi_ok, "open");
  m->depth++;
}

static void close_scope(napi_env env, model *m) {
  int at = m->depth - 1;
  int begin = m->scopes[at].begin;
  napi_value out = NULL;
  int mark = 0;
  if (m->scopes[at].plain == NULL && m->count > begin) {
    int chosen = begin + (int)draw(m, (unsigned)(m->count - begin));
    mark = m->marks[chosen];
    napi_status status = napi_escape_handle(env, m->scopes[at].escapable, m->values[chosen], &out);
    expect(status == napi_ok, "escape");
    status = napi_escape_handle(env, m->scopes[at].escapable, m->values[chosen], &out);
    expect(status == napi_escape_called_twice, "a second escape");
  }
  napi_status status = m->scopes[at].plain != NULL
                           ? napi_close_handle_scope(env, m->scopes[at].plain)
                           : napi_close_escapable_handle_scope(env, m->scopes[at].escapable);
  expect(status == napi_ok, "close");
  m->depth--;
  m->count = begin;
  if (out != NULL) {
    add(m, out, mark);
  }
}

/* scopes(seed, steps, gc) */
static napi_value scopes(napi_env env, napi_callback_info info) {
  napi_value argv[4], self;
  int n[4];
  arguments(env, info, argv, n);
  napi_get_undefined(env, &self);
  model *m = calloc(1, sizeof(*m));
  m->seed = (unsigned)n[0];
  for (int i = 0; i < n[1]; i++) {
    switch (draw(m, 8)) {
      case 0:
        if (m->depth < DEEPEST) {
          open_scope(env, m);
        }
        break;
      case 1:
        if (m->depth > 0) {
          close_scope(env, m);
        }
        break;
      case 2:
        if (draw(m, 16) == 0) {
          napi_call_function(env, self, argv[2], 0, NULL, NULL);
        }
        check_all(env, m);
        break;
      default:
        if (m->count < MOST) {
          make_value(env, m);
        }
    }
  }
  while (m->depth > 0) {
    close_scope(env, m);
  }
  check_all(env, m);
  expect(napi_close_handle_scope(env, (napi_handle_scope)1) == napi_handle_scope_mismatch,
         "a scope that is not open");
  free(m);
  return NULL;
}

NAPI_MODULE_INIT() {
  static const napi_property_descriptor functions[] = {
      {"create", 0, create, 0, 0, 0, napi_enumerable, 0},
      {"ref", 0, ref, 0, 0, 0, napi_enumerable, 0},
      {"unref", 0, unref, 0, 0, 0, napi_enumerable, 0},
      {"value", 0, value, 0, 0, 0, napi_enumerable, 0},
      {"forget", 0, forget, 0, 0, 0, napi_enumerable, 0},
      {"wrap", 0, wrap, 0, 0, 0, napi_enumerable, 0},
      {"unwrap", 0, unwrap, 0, 0, 0, napi_enumerable, 0},
      {"remove", 0, remove_wrap, 0, 0, 0, napi_enumerable, 0},
      {"counts", 0, counts, 0, 0, 0, napi_enumerable, 0},
      {"scopes", 0, scopes, 0, 0, 0, napi_enumerable, 0},
  };
  napi_define_properties(env, exports, sizeof(functions) / sizeof(*functions), functions);
  return exports;
}

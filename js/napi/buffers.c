/* SPDX-License-Identifier: MIT */
/* ArrayBuffers, typed arrays, DataViews and Buffers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "napi/napi.h"

static const struct {
  const char *name;
  size_t size;
} types[] = {
    {"Int8Array", 1},    {"Uint8Array", 1},    {"Uint8ClampedArray", 1}, {"Int16Array", 2},
    {"Uint16Array", 2},  {"Int32Array", 4},    {"Uint32Array", 4},       {"Float32Array", 4},
    {"Float64Array", 8}, {"BigInt64Array", 8}, {"BigUint64Array", 8},
};
enum { TYPES = sizeof(types) / sizeof(*types) };

unsigned gj_napi_kind(napi_env env, gj_value value) {
  if (!gj_is_object(env->js, value)) {
    return 0;
  }
  gj_value kind = gj_napi_help(env, GJ_NAPI_kind, 1, &value);
  if (kind == NULL) {
    gj_napi_take_exception(env);
    return 0;
  }
  return gj_to_uint32(env->js, kind);
}

static bool is_arraybuffer(napi_env env, napi_value value) {
  return gj_view_type(env->js, gj_napi_in(value)) == GJ_ARRAY_BUFFER &&
         (gj_napi_kind(env, gj_napi_in(value)) & GJ_NAPI_IS_SHARED) == 0;
}

static void free_bytes(void *data, void *arg) {
  (void)arg;
  free(data);
}

/* A buffer of this size, all 0; NULL: no memory. */
static gj_object new_buffer(napi_env env, size_t size, void **data) {
  void *bytes = gj_memory_rooms(size == 0 ? 1 : size, 1);
  if (bytes == NULL) {
    gj_napi_set(env, napi_generic_failure);
    return NULL;
  }
  if (data != NULL) {
    *data = bytes;
  }
  gj_addons_report(env->js, size);
  return gj_bytes_buffer(env->js, bytes, size, free_bytes, NULL);
}

napi_status napi_create_arraybuffer(napi_env env, size_t size, void **data, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object buffer = new_buffer(env, size, data);
  return buffer == NULL ? gj_napi_status(env) : gj_napi_give(env, buffer, result);
}

static gj_object over(napi_env env, void *data, size_t size, node_api_basic_finalize finalize,
                      void *hint) {
  /* process: the address of empty buffers */
  static uint8_t none;
  gj_napi_external *external = gj_napi_external_new(env, finalize, data, hint);
  gj_value buffer = gj_bytes_buffer(env->js, data == NULL ? &none : data, data == NULL ? 0 : size,
                                    gj_napi_external_release, external);
  gj_napi_keep(env, buffer);
  gj_napi_help(env, data == NULL ? GJ_NAPI_transfer : GJ_NAPI_keepHere, 1, &buffer);
  return (gj_object)buffer;
}

napi_status napi_create_external_arraybuffer(napi_env env, void *data, size_t size,
                                             node_api_basic_finalize finalize, void *hint,
                                             napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  return gj_napi_give(env, over(env, data, size, finalize, hint), result);
}

/* A Buffer over an ArrayBuffer. */
static napi_status give_buffer(napi_env env, gj_value buffer, size_t offset, size_t size,
                               napi_value *result) {
  gj_value argv[] = {buffer, gj_number(env->js, (double)offset), gj_number(env->js, (double)size)};
  gj_value made = gj_napi_help(env, GJ_NAPI_toBuffer, 3, argv);
  return made == NULL ? gj_napi_status(env) : gj_napi_give(env, made, result);
}

napi_status napi_create_buffer(napi_env env, size_t size, void **data, napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_object buffer = new_buffer(env, size, data);
  return buffer == NULL ? gj_napi_status(env) : give_buffer(env, buffer, 0, size, result);
}

napi_status napi_create_buffer_copy(napi_env env, size_t size, const void *from, void **data,
                                    napi_value *result) {
  void *bytes = NULL;
  napi_status status = napi_create_buffer(env, size, &bytes, result);
  if (status == napi_ok) {
    if (size > 0) {
      memcpy(bytes, from, size);
    }
    if (data != NULL) {
      *data = bytes;
    }
  }
  return status;
}

napi_status napi_create_external_buffer(napi_env env, size_t size, void *data,
                                        node_api_basic_finalize finalize, void *hint,
                                        napi_value *result) {
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  if (data == NULL) { /* a Buffer has a buffer */
    gj_napi_post(env, finalize, data, hint);
    return napi_create_buffer(env, 0, NULL, result);
  }
  return give_buffer(env, over(env, data, size, finalize, hint), 0, size, result);
}

napi_status node_api_create_buffer_from_arraybuffer(napi_env env, napi_value buffer, size_t offset,
                                                    size_t size, napi_value *result) {
  gj_bytes bytes;
  if (!gj_napi_free(env) || !gj_napi_given(env, buffer) || !gj_napi_given(env, result) ||
      !gj_napi_need(env, is_arraybuffer(env, buffer), napi_arraybuffer_expected)) {
    return gj_napi_status(env);
  }
  gj_view_bytes(env->js, gj_napi_in(buffer), &bytes);
  if (size > bytes.size || offset > bytes.size - size) {
    napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "The byte offset + length is out of range");
    return gj_napi_set(env, napi_pending_exception);
  }
  return give_buffer(env, gj_napi_in(buffer), offset, size, result);
}

napi_status napi_is_arraybuffer(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = is_arraybuffer(env, value);
  return gj_napi_ok(env);
}

static bool is_typed(napi_env env, napi_value value) {
  int type = gj_view_type(env->js, gj_napi_in(value));
  return type >= 0 && type < TYPES;
}

static bool is_dataview(napi_env env, napi_value value) {
  return (gj_napi_kind(env, gj_napi_in(value)) & GJ_NAPI_IS_DATAVIEW) != 0;
}

napi_status napi_is_typedarray(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = is_typed(env, value);
  return gj_napi_ok(env);
}

napi_status napi_is_dataview(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = is_dataview(env, value);
  return gj_napi_ok(env);
}

/* As in Node: any view is one. */
napi_status napi_is_buffer(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = is_typed(env, value) || is_dataview(env, value);
  return gj_napi_ok(env);
}

static napi_status tell_bytes(napi_env env, const gj_bytes *bytes, void **data, size_t *size) {
  if (data != NULL) {
    *data = bytes->data;
  }
  if (size != NULL) {
    *size = bytes->size;
  }
  return gj_napi_ok(env);
}

napi_status napi_get_buffer_info(napi_env env, napi_value value, void **data, size_t *size) {
  gj_bytes bytes;
  if (!gj_napi_env(env) || !gj_napi_given(env, value) ||
      !gj_napi_need(env, gj_view_bytes(env->js, gj_napi_in(value), &bytes), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  return tell_bytes(env, &bytes, data, size);
}

napi_status napi_get_arraybuffer_info(napi_env env, napi_value value, void **data, size_t *size) {
  gj_bytes bytes;
  if (!gj_napi_env(env) || !gj_napi_given(env, value)) {
    return gj_napi_status(env);
  }
  bool is_one = gj_view_type(env->js, gj_napi_in(value)) == GJ_ARRAY_BUFFER;
  if (!gj_napi_need(env, is_one, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_view_bytes(env->js, gj_napi_in(value), &bytes);
  return tell_bytes(env, &bytes, data, size);
}

static napi_status refuse_range(napi_env env, const char *code, const char *message,
                                napi_status status) {
  napi_throw_range_error(env, code, message);
  return gj_napi_set(env, status);
}

napi_status napi_create_typedarray(napi_env env, napi_typedarray_type type, size_t length,
                                   napi_value buffer, size_t offset, napi_value *result) {
  char message[96];
  gj_bytes bytes;
  gj_value exception = NULL;
  if (!gj_napi_free(env) || !gj_napi_given(env, buffer) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  bool is_one = gj_view_type(env->js, gj_napi_in(buffer)) == GJ_ARRAY_BUFFER;
  if (!gj_napi_need(env, is_one && (unsigned)type < TYPES, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  size_t size = types[type].size;
  if (offset % size != 0) {
    snprintf(message, sizeof(message), "start offset of %s should be a multiple of %zu",
             types[type].name, size);
    return refuse_range(env, "ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT", message, napi_invalid_arg);
  }
  gj_view_bytes(env->js, gj_napi_in(buffer), &bytes);
  if (length > bytes.size / size || offset > bytes.size - length * size) {
    return refuse_range(env, "ERR_NAPI_INVALID_TYPEDARRAY_LENGTH", "Invalid typed array length",
                        napi_invalid_arg);
  }
  gj_object view =
      gj_view_new(env->js, (int)type, gj_napi_object(buffer), offset, length, &exception);
  return gj_napi_result(env, view, exception, result);
}

napi_status napi_get_typedarray_info(napi_env env, napi_value value, napi_typedarray_type *type,
                                     size_t *length, void **data, napi_value *buffer,
                                     size_t *offset) {
  gj_bytes bytes;
  if (!gj_napi_env(env) || !gj_napi_given(env, value)) {
    return gj_napi_status(env);
  }
  int found = gj_view_type(env->js, gj_napi_in(value));
  if (!gj_napi_need(env, found >= 0 && found < TYPES, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  if (type != NULL) {
    *type = (napi_typedarray_type)found;
  }
  if (data != NULL || length != NULL) {
    gj_view_bytes(env->js, gj_napi_in(value), &bytes);
    tell_bytes(env, &bytes, data, length);
  }
  if (length != NULL) {
    *length /= types[found].size;
  }
  if (buffer != NULL) {
    gj_napi_give(env, gj_view_buffer(env->js, gj_napi_object(value)), buffer);
  }
  if (offset != NULL) {
    *offset = gj_view_offset(env->js, gj_napi_object(value));
  }
  return gj_napi_ok(env);
}

napi_status napi_create_dataview(napi_env env, size_t size, napi_value buffer, size_t offset,
                                 napi_value *result) {
  gj_bytes bytes;
  if (!gj_napi_free(env) || !gj_napi_given(env, buffer) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  bool is_one = gj_view_type(env->js, gj_napi_in(buffer)) == GJ_ARRAY_BUFFER;
  if (!gj_napi_need(env, is_one, napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_view_bytes(env->js, gj_napi_in(buffer), &bytes);
  if (size > bytes.size || offset > bytes.size - size) {
    return refuse_range(env, "ERR_NAPI_INVALID_DATAVIEW_ARGS",
                        "byte_offset + byte_length should be less than or equal to the size in "
                        "bytes of the array passed in",
                        napi_pending_exception);
  }
  gj_value argv[] = {gj_napi_in(buffer), gj_number(env->js, (double)offset),
                     gj_number(env->js, (double)size)};
  gj_value view = gj_napi_help(env, GJ_NAPI_dataView, 3, argv);
  return view == NULL ? gj_napi_status(env) : gj_napi_give(env, view, result);
}

napi_status napi_get_dataview_info(napi_env env, napi_value value, size_t *size, void **data,
                                   napi_value *buffer, size_t *offset) {
  gj_bytes bytes;
  if (!gj_napi_env(env) || !gj_napi_given(env, value) ||
      !gj_napi_need(env, is_dataview(env, value), napi_invalid_arg)) {
    return gj_napi_status(env);
  }
  gj_view_bytes(env->js, gj_napi_in(value), &bytes);
  tell_bytes(env, &bytes, data, size);
  if (buffer != NULL) {
    gj_napi_give(env, gj_view_buffer(env->js, gj_napi_object(value)), buffer);
  }
  if (offset != NULL) {
    *offset = gj_view_offset(env->js, gj_napi_object(value));
  }
  return gj_napi_ok(env);
}

napi_status napi_detach_arraybuffer(napi_env env, napi_value value) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value)) {
    return gj_napi_status(env);
  }
  bool is_buffer = gj_view_type(env->js, gj_napi_in(value)) == GJ_ARRAY_BUFFER;
  if (!gj_napi_need(env, is_buffer, napi_arraybuffer_expected) ||
      !gj_napi_need(env, is_arraybuffer(env, value), napi_detachable_arraybuffer_expected)) {
    return gj_napi_status(env);
  }
  gj_value argument = gj_napi_in(value);
  gj_value done = gj_napi_help(env, GJ_NAPI_transfer, 1, &argument);
  return done == NULL ? gj_napi_status(env) : gj_napi_ok(env);
}

napi_status napi_is_detached_arraybuffer(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = (gj_napi_kind(env, gj_napi_in(value)) & GJ_NAPI_IS_DETACHED) != 0;
  return gj_napi_ok(env);
}

napi_status node_api_is_sharedarraybuffer(napi_env env, napi_value value, bool *result) {
  if (!gj_napi_env(env) || !gj_napi_given(env, value) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  *result = (gj_napi_kind(env, gj_napi_in(value)) & GJ_NAPI_IS_SHARED) != 0;
  return gj_napi_ok(env);
}

napi_status node_api_create_sharedarraybuffer(napi_env env, size_t size, void **data,
                                              napi_value *result) {
  gj_bytes bytes;
  if (!gj_napi_free(env) || !gj_napi_given(env, result)) {
    return gj_napi_status(env);
  }
  gj_value argument = gj_number(env->js, (double)size);
  gj_value made = gj_napi_help(env, GJ_NAPI_shared, 1, &argument);
  if (made == NULL) {
    return gj_napi_status(env);
  }
  gj_view_bytes(env->js, made, &bytes);
  if (data != NULL) {
    *data = bytes.data;
  }
  return gj_napi_give(env, made, result);
}

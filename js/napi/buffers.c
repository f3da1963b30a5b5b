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

unsigned gy_napi_kind(napi_env env, gy_value value) {
  if (!gy_is_object(env->js, value)) {
    return 0;
  }
  gy_value kind = gy_napi_help(env, GY_NAPI_kind, 1, &value);
  if (kind == NULL) {
    gy_napi_take_exception(env);
    return 0;
  }
  return gy_to_uint32(env->js, kind);
}

static bool is_arraybuffer(napi_env env, napi_value value) {
  return gy_view_type(env->js, gy_napi_in(value)) == GY_ARRAY_BUFFER &&
         (gy_napi_kind(env, gy_napi_in(value)) & GY_NAPI_IS_SHARED) == 0;
}

static void free_bytes(void *data, void *arg) {
  (void)arg;
  free(data);
}

/* A buffer of so many bytes, all 0; NULL: there is no memory for it. */
static gy_object new_buffer(napi_env env, size_t size, void **data) {
  void *bytes = gy_memory_rooms(size == 0 ? 1 : size, 1);
  if (bytes == NULL) {
    gy_napi_set(env, napi_generic_failure);
    return NULL;
  }
  if (data != NULL) {
    *data = bytes;
  }
  gy_addons_report(env->js, size);
  return gy_bytes_buffer(env->js, bytes, size, free_bytes, NULL);
}

napi_status napi_create_arraybuffer(napi_env env, size_t size, void **data, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object buffer = new_buffer(env, size, data);
  return buffer == NULL ? gy_napi_status(env) : gy_napi_give(env, buffer, result);
}

static gy_object over(napi_env env, void *data, size_t size, node_api_basic_finalize finalize,
                      void *hint) {
  /* process: for buffers that have no bytes */
  static uint8_t none;
  gy_napi_external *external = gy_napi_external_new(env, finalize, data, hint);
  gy_value buffer = gy_bytes_buffer(env->js, data == NULL ? &none : data, data == NULL ? 0 : size,
                                    gy_napi_external_release, external);
  gy_napi_keep(env, buffer);
  gy_napi_help(env, data == NULL ? GY_NAPI_transfer : GY_NAPI_keepHere, 1, &buffer);
  return (gy_object)buffer;
}

napi_status napi_create_external_arraybuffer(napi_env env, void *data, size_t size,
                                             node_api_basic_finalize finalize, void *hint,
                                             napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  return gy_napi_give(env, over(env, data, size, finalize, hint), result);
}

/* A Buffer over an ArrayBuffer. */
static napi_status give_buffer(napi_env env, gy_value buffer, size_t offset, size_t size,
                               napi_value *result) {
  gy_value argv[] = {buffer, gy_number(env->js, (double)offset), gy_number(env->js, (double)size)};
  gy_value made = gy_napi_help(env, GY_NAPI_toBuffer, 3, argv);
  return made == NULL ? gy_napi_status(env) : gy_napi_give(env, made, result);
}

napi_status napi_create_buffer(napi_env env, size_t size, void **data, napi_value *result) {
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_object buffer = new_buffer(env, size, data);
  return buffer == NULL ? gy_napi_status(env) : give_buffer(env, buffer, 0, size, result);
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
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  if (data == NULL) { /* a Buffer has a buffer */
    gy_napi_post(env, finalize, data, hint);
    return napi_create_buffer(env, 0, NULL, result);
  }
  return give_buffer(env, over(env, data, size, finalize, hint), 0, size, result);
}

napi_status node_api_create_buffer_from_arraybuffer(napi_env env, napi_value buffer, size_t offset,
                                                    size_t size, napi_value *result) {
  gy_bytes bytes;
  if (!gy_napi_free(env) || !gy_napi_given(env, buffer) || !gy_napi_given(env, result) ||
      !gy_napi_need(env, is_arraybuffer(env, buffer), napi_arraybuffer_expected)) {
    return gy_napi_status(env);
  }
  gy_view_bytes(env->js, gy_napi_in(buffer), &bytes);
  if (size > bytes.size || offset > bytes.size - size) {
    napi_throw_range_error(env, "ERR_OUT_OF_RANGE", "The byte offset + length is out of range");
    return gy_napi_set(env, napi_pending_exception);
  }
  return give_buffer(env, gy_napi_in(buffer), offset, size, result);
}

napi_status napi_is_arraybuffer(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = is_arraybuffer(env, value);
  return gy_napi_ok(env);
}

static bool is_typed(napi_env env, napi_value value) {
  int type = gy_view_type(env->js, gy_napi_in(value));
  return type >= 0 && type < TYPES;
}

static bool is_dataview(napi_env env, napi_value value) {
  return (gy_napi_kind(env, gy_napi_in(value)) & GY_NAPI_IS_DATAVIEW) != 0;
}

napi_status napi_is_typedarray(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = is_typed(env, value);
  return gy_napi_ok(env);
}

napi_status napi_is_dataview(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = is_dataview(env, value);
  return gy_napi_ok(env);
}

/* As in Node: any view is one. */
napi_status napi_is_buffer(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = is_typed(env, value) || is_dataview(env, value);
  return gy_napi_ok(env);
}

static napi_status tell_bytes(napi_env env, const gy_bytes *bytes, void **data, size_t *size) {
  if (data != NULL) {
    *data = bytes->data;
  }
  if (size != NULL) {
    *size = bytes->size;
  }
  return gy_napi_ok(env);
}

napi_status napi_get_buffer_info(napi_env env, napi_value value, void **data, size_t *size) {
  gy_bytes bytes;
  if (!gy_napi_env(env) || !gy_napi_given(env, value) ||
      !gy_napi_need(env, gy_view_bytes(env->js, gy_napi_in(value), &bytes), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  return tell_bytes(env, &bytes, data, size);
}

napi_status napi_get_arraybuffer_info(napi_env env, napi_value value, void **data, size_t *size) {
  gy_bytes bytes;
  if (!gy_napi_env(env) || !gy_napi_given(env, value)) {
    return gy_napi_status(env);
  }
  bool is_one = gy_view_type(env->js, gy_napi_in(value)) == GY_ARRAY_BUFFER;
  if (!gy_napi_need(env, is_one, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_view_bytes(env->js, gy_napi_in(value), &bytes);
  return tell_bytes(env, &bytes, data, size);
}

static napi_status refuse_range(napi_env env, const char *code, const char *message,
                                napi_status status) {
  napi_throw_range_error(env, code, message);
  return gy_napi_set(env, status);
}

napi_status napi_create_typedarray(napi_env env, napi_typedarray_type type, size_t length,
                                   napi_value buffer, size_t offset, napi_value *result) {
  char message[96];
  gy_bytes bytes;
  gy_value exception = NULL;
  if (!gy_napi_free(env) || !gy_napi_given(env, buffer) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  bool is_one = gy_view_type(env->js, gy_napi_in(buffer)) == GY_ARRAY_BUFFER;
  if (!gy_napi_need(env, is_one && (unsigned)type < TYPES, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  size_t size = types[type].size;
  if (offset % size != 0) {
    snprintf(message, sizeof(message), "start offset of %s should be a multiple of %zu",
             types[type].name, size);
    return refuse_range(env, "ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT", message, napi_invalid_arg);
  }
  gy_view_bytes(env->js, gy_napi_in(buffer), &bytes);
  if (length > bytes.size / size || offset > bytes.size - length * size) {
    return refuse_range(env, "ERR_NAPI_INVALID_TYPEDARRAY_LENGTH", "Invalid typed array length",
                        napi_invalid_arg);
  }
  gy_object view =
      gy_view_new(env->js, (int)type, gy_napi_object(buffer), offset, length, &exception);
  return gy_napi_result(env, view, exception, result);
}

napi_status napi_get_typedarray_info(napi_env env, napi_value value, napi_typedarray_type *type,
                                     size_t *length, void **data, napi_value *buffer,
                                     size_t *offset) {
  gy_bytes bytes;
  if (!gy_napi_env(env) || !gy_napi_given(env, value)) {
    return gy_napi_status(env);
  }
  int found = gy_view_type(env->js, gy_napi_in(value));
  if (!gy_napi_need(env, found >= 0 && found < TYPES, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  if (type != NULL) {
    *type = (napi_typedarray_type)found;
  }
  if (data != NULL || length != NULL) {
    gy_view_bytes(env->js, gy_napi_in(value), &bytes);
    tell_bytes(env, &bytes, data, length);
  }
  if (length != NULL) {
    *length /= types[found].size;
  }
  if (buffer != NULL) {
    gy_napi_give(env, gy_view_buffer(env->js, gy_napi_object(value)), buffer);
  }
  if (offset != NULL) {
    *offset = gy_view_offset(env->js, gy_napi_object(value));
  }
  return gy_napi_ok(env);
}

napi_status napi_create_dataview(napi_env env, size_t size, napi_value buffer, size_t offset,
                                 napi_value *result) {
  gy_bytes bytes;
  if (!gy_napi_free(env) || !gy_napi_given(env, buffer) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  bool is_one = gy_view_type(env->js, gy_napi_in(buffer)) == GY_ARRAY_BUFFER;
  if (!gy_napi_need(env, is_one, napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_view_bytes(env->js, gy_napi_in(buffer), &bytes);
  if (size > bytes.size || offset > bytes.size - size) {
    return refuse_range(env, "ERR_NAPI_INVALID_DATAVIEW_ARGS",
                        "byte_offset + byte_length should be less than or equal to the size in "
                        "bytes of the array passed in",
                        napi_pending_exception);
  }
  gy_value argv[] = {gy_napi_in(buffer), gy_number(env->js, (double)offset),
                     gy_number(env->js, (double)size)};
  gy_value view = gy_napi_help(env, GY_NAPI_dataView, 3, argv);
  return view == NULL ? gy_napi_status(env) : gy_napi_give(env, view, result);
}

napi_status napi_get_dataview_info(napi_env env, napi_value value, size_t *size, void **data,
                                   napi_value *buffer, size_t *offset) {
  gy_bytes bytes;
  if (!gy_napi_env(env) || !gy_napi_given(env, value) ||
      !gy_napi_need(env, is_dataview(env, value), napi_invalid_arg)) {
    return gy_napi_status(env);
  }
  gy_view_bytes(env->js, gy_napi_in(value), &bytes);
  tell_bytes(env, &bytes, data, size);
  if (buffer != NULL) {
    gy_napi_give(env, gy_view_buffer(env->js, gy_napi_object(value)), buffer);
  }
  if (offset != NULL) {
    *offset = gy_view_offset(env->js, gy_napi_object(value));
  }
  return gy_napi_ok(env);
}

napi_status napi_detach_arraybuffer(napi_env env, napi_value value) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value)) {
    return gy_napi_status(env);
  }
  bool is_buffer = gy_view_type(env->js, gy_napi_in(value)) == GY_ARRAY_BUFFER;
  if (!gy_napi_need(env, is_buffer, napi_arraybuffer_expected) ||
      !gy_napi_need(env, is_arraybuffer(env, value), napi_detachable_arraybuffer_expected)) {
    return gy_napi_status(env);
  }
  gy_value argument = gy_napi_in(value);
  gy_value done = gy_napi_help(env, GY_NAPI_transfer, 1, &argument);
  return done == NULL ? gy_napi_status(env) : gy_napi_ok(env);
}

napi_status napi_is_detached_arraybuffer(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = (gy_napi_kind(env, gy_napi_in(value)) & GY_NAPI_IS_DETACHED) != 0;
  return gy_napi_ok(env);
}

napi_status node_api_is_sharedarraybuffer(napi_env env, napi_value value, bool *result) {
  if (!gy_napi_env(env) || !gy_napi_given(env, value) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  *result = (gy_napi_kind(env, gy_napi_in(value)) & GY_NAPI_IS_SHARED) != 0;
  return gy_napi_ok(env);
}

napi_status node_api_create_sharedarraybuffer(napi_env env, size_t size, void **data,
                                              napi_value *result) {
  gy_bytes bytes;
  if (!gy_napi_free(env) || !gy_napi_given(env, result)) {
    return gy_napi_status(env);
  }
  gy_value argument = gy_number(env->js, (double)size);
  gy_value made = gy_napi_help(env, GY_NAPI_shared, 1, &argument);
  if (made == NULL) {
    return gy_napi_status(env);
  }
  gy_view_bytes(env->js, made, &bytes);
  if (data != NULL) {
    *data = bytes.data;
  }
  return gy_napi_give(env, made, result);
}

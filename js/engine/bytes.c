/* SPDX-License-Identifier: MIT */
/* Memory that C and JavaScript share. */
#include <JavaScriptCore/JavaScript.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"

/* A DataView, which the engine's C interface does not know. */
static bool view_bytes(gy_context js, gy_value value, gy_bytes *bytes) {
  if (!gy_is_object(js, value)) {
    return false;
  }
  gy_object view = (gy_object)value;
  gy_value buffer = gy_get(js, view, "buffer");
  if (!gy_is_object(js, buffer) ||
      JSValueGetTypedArrayType(js, buffer, NULL) != kJSTypedArrayTypeArrayBuffer) {
    return false;
  }
  double offset = gy_to_number(js, gy_get(js, view, "byteOffset"));
  double size = gy_to_number(js, gy_get(js, view, "byteLength"));
  gy_bytes whole;
  if (!gy_bytes_get(js, buffer, &whole) || !(offset >= 0 && size >= 0) ||
      offset + size > (double)whole.size) {
    return false;
  }
  *bytes = (gy_bytes){whole.data + (size_t)offset, (size_t)size};
  return true;
}

bool gy_bytes_get(gy_context js, gy_value value, gy_bytes *bytes) {
  static uint8_t nothing;
  JSValueRef exception = NULL;
  JSTypedArrayType type = JSValueGetTypedArrayType(js, value, &exception);
  JSObjectRef object = (JSObjectRef)value;
  switch (type) {
    case kJSTypedArrayTypeNone:
      return view_bytes(js, value, bytes);
    case kJSTypedArrayTypeArrayBuffer:
      bytes->data = JSObjectGetArrayBufferBytesPtr(js, object, &exception);
      bytes->size = JSObjectGetArrayBufferByteLength(js, object, &exception);
      break;
    default: {
      bytes->size = JSObjectGetTypedArrayByteLength(js, object, &exception);
      /* The engine gives the beginning of the buffer, not of the view. */
      uint8_t *data = JSObjectGetTypedArrayBytesPtr(js, object, &exception);
      bytes->data =
          data == NULL ? NULL : data + JSObjectGetTypedArrayByteOffset(js, object, &exception);
    }
  }
  if (bytes->data == NULL) { /* detached, or of no length */
    *bytes = (gy_bytes){&nothing, 0};
  }
  return exception == NULL;
}

gy_object gy_bytes_array(gy_context js, void *data, size_t size,
                         void (*release)(void *data, void *arg), void *arg) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(js, kJSTypedArrayTypeUint8Array, data, size, release,
                                               arg, NULL);
}

gy_object gy_bytes_buffer(gy_context js, void *data, size_t size,
                          void (*release)(void *data, void *arg), void *arg) {
  return JSObjectMakeArrayBufferWithBytesNoCopy(js, data, size, release, arg, NULL);
}

static void release_copy(void *data, void *arg) {
  (void)arg;
  free(data);
}

gy_object gy_bytes_copy(gy_context js, const void *data, size_t size) {
  void *copy = malloc(size == 0 ? 1 : size);
  if (copy == NULL) {
    abort();
  }
  if (size != 0) {
    memcpy(copy, data, size);
  }
  return gy_bytes_array(js, copy, size, release_copy, NULL);
}

/* Exported by the engine, in none of its public headers. */
void JSReportExtraMemoryCost(JSContextRef js, size_t size);

gy_object gy_bytes_room(gy_context js, size_t size) {
  void *data = malloc(size);
  if (data == NULL) {
    return NULL;
  }
  /* Counted twice, so that it is collected sooner: while it is in the processor's cache it is worth
   * more than what the collection costs. */
  JSReportExtraMemoryCost(js, size);
  return gy_bytes_buffer(js, data, size, release_copy, NULL);
}

static void keep(void *data, void *arg) {
  (void)data;
  (void)arg;
}

gy_object gy_bytes_int32(gy_context js, int32_t *data, size_t count) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(js, kJSTypedArrayTypeInt32Array, data,
                                               count * sizeof(*data), keep, NULL, NULL);
}

gy_object gy_bytes_float64(gy_context js, double *data, size_t count) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(js, kJSTypedArrayTypeFloat64Array, data,
                                               count * sizeof(*data), keep, NULL, NULL);
}

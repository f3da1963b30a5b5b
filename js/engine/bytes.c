/* SPDX-License-Identifier: MIT */
/* Memory that C and JavaScript share. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"

static void release_copy(void *data, void *arg) {
  (void)arg;
  free(data);
}

bool gy_bytes_get(gy_context js, gy_value value, gy_bytes *bytes) {
  /* process: has no bytes that anybody may use */
  static uint8_t nothing;
  *bytes = (gy_bytes){&nothing, 0};
  JSValueRef exception = NULL;
  JSTypedArrayType type = JSValueGetTypedArrayType(js, value, &exception);
  JSObjectRef object = (JSObjectRef)value;
  uint8_t *data;
  if (type == kJSTypedArrayTypeArrayBuffer) {
    data = JSObjectGetArrayBufferBytesPtr(js, object, &exception);
    bytes->size = JSObjectGetArrayBufferByteLength(js, object, &exception);
  } else if (gy_is_object(js, value) &&
             JSObjectGetTypedArrayBuffer(js, object, &exception) != NULL) {
    /* A DataView, too, though it has no type here. The engine gives the beginning of the buffer,
     * not of the view. */
    data = JSObjectGetTypedArrayBytesPtr(js, object, &exception);
    bytes->size = JSObjectGetTypedArrayByteLength(js, object, &exception);
    data += data == NULL ? 0 : JSObjectGetTypedArrayByteOffset(js, object, &exception);
  } else {
    return false;
  }
  if (data == NULL || bytes->size == 0) { /* detached, or out of its buffer, or of no length */
    *bytes = (gy_bytes){&nothing, 0};
  } else {
    bytes->data = data;
  }
  return exception == NULL;
}

/* What gy_bytes_get asks the engine for locks a buffer: it no longer moves its memory to another,
 * but copies it. The engine notes that in a bit of what it keeps of the buffer, and never takes it
 * back. Where that bit is, two samples tell: what changes in the first when it is locked, and
 * whether the second moves its memory when it was locked and that bit is 0 again. */
enum { BUFFER_SIZE = 128 };

static uint8_t *inside_of(JSObjectRef buffer) {
  uint8_t *inside;
  memcpy(&inside, (const uint8_t *)buffer + GY_AT_BUFFER, sizeof(inside));
  return inside;
}

static JSObjectRef sample_buffer(gy_context js) {
  return JSObjectMakeArrayBufferWithBytesNoCopy(js, gy_memory_bound(NULL, 64, "a sample"), 64,
                                                release_copy, NULL, NULL);
}

static int lock_at = -1; /* process: learned by a sample; known if the part `moves` is on */
static uint8_t lock_bit; /* process: in that byte; from 2.54 on it is one of several */

/* Where the byte is; -1: nobody knows. */
static int find_lock(gy_context js, gy_object transfer) {
  uint8_t before[BUFFER_SIZE], after[BUFFER_SIZE];
  JSObjectRef sample = sample_buffer(js);
  if (!gy_private_fetch(inside_of(sample), before, BUFFER_SIZE)) {
    return -1;
  }
  JSObjectGetArrayBufferBytesPtr(js, sample, NULL);
  int at = -1;
  for (int i = 0; gy_private_fetch(inside_of(sample), after, BUFFER_SIZE) && i < BUFFER_SIZE; i++) {
    if (before[i] != after[i]) {
      at = at == -1 && before[i] == 0 && (after[i] & (after[i] - 1)) == 0 ? i : -2;
      lock_bit = after[i];
    }
  }
  if (at < 0) {
    return -1;
  }
  sample = sample_buffer(js);
  JSObjectGetArrayBufferBytesPtr(js, sample, NULL);
  inside_of(sample)[at] &= (uint8_t)~lock_bit;
  JSObjectCallAsFunction(js, transfer, sample, 0, NULL, NULL);
  return JSObjectGetArrayBufferByteLength(js, sample, NULL) == 0 ? at : -1;
}

/* ArrayBuffer.prototype.transfer, as the library found it. */
static _Thread_local gy_object transfer_function;

bool gy_bytes_sample_moves(gy_context js) {
  gy_value found = transfer_function;
  if (found == NULL) { /* only to list what is on */
    gy_object buffers = gy_as_object(js, gy_get(js, gy_global(js), "ArrayBuffer"));
    found = gy_get(js, gy_as_object(js, gy_get(js, buffers, "prototype")), "transfer");
  }
  lock_at = gy_is_object(js, found) ? find_lock(js, gy_as_object(js, found)) : -1;
  return lock_at >= 0;
}

bool gy_bytes_unlock(gy_context js, gy_object buffer, gy_object transfer) {
  transfer_function = transfer;
  bool is_buffer = JSValueGetTypedArrayType(js, buffer, NULL) == kJSTypedArrayTypeArrayBuffer;
  if (!is_buffer || !gy_private_has(GY_PART_moves) ||
      (inside_of(buffer)[lock_at] & lock_bit) == 0) {
    return false;
  }
  inside_of(buffer)[lock_at] &= (uint8_t)~lock_bit;
  return true;
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

gy_object gy_bytes_copy(gy_context js, const void *data, size_t size) {
  void *copy = gy_memory_bound(NULL, size, "bytes that have come");
  if (size != 0) {
    memcpy(copy, data, size);
  }
  return gy_bytes_array(js, copy, size, release_copy, NULL);
}

gy_object gy_bytes_room(gy_context js, size_t size) {
  void *data = gy_memory_room(size);
  if (data == NULL) {
    return NULL;
  }
  /* Counted twice, so that it is collected sooner: while it is in the processor's cache it is worth
   * more than what the collection costs. */
  if (gy_private_has(GY_PART_memory_cost)) {
    gy_jsc.report_memory(js, size);
  }
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

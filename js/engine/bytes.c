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

bool gj_bytes_get(gj_context js, gj_value value, gj_bytes *bytes) {
  /* process: the address of empty buffers */
  static uint8_t nothing;
  *bytes = (gj_bytes){&nothing, 0};
  JSValueRef exception = NULL;
  JSTypedArrayType type = JSValueGetTypedArrayType(js, value, &exception);
  JSObjectRef object = (JSObjectRef)value;
  uint8_t *data;
  if (type == kJSTypedArrayTypeArrayBuffer) {
    data = JSObjectGetArrayBufferBytesPtr(js, object, &exception);
    bytes->size = JSObjectGetArrayBufferByteLength(js, object, &exception);
  } else if (gj_is_object(js, value) &&
             JSObjectGetTypedArrayBuffer(js, object, &exception) != NULL) {
    /* Also for a DataView, though it has no type here. The engine returns the beginning of the
     * buffer, not of the view. */
    data = JSObjectGetTypedArrayBytesPtr(js, object, &exception);
    bytes->size = JSObjectGetTypedArrayByteLength(js, object, &exception);
    data += data == NULL ? 0 : JSObjectGetTypedArrayByteOffset(js, object, &exception);
  } else {
    return false;
  }
  if (data == NULL || bytes->size == 0) { /* detached, or outside of its buffer, or empty */
    *bytes = (gj_bytes){&nothing, 0};
  } else {
    bytes->data = data;
  }
  return exception == NULL;
}

/* What gj_bytes_get asks the engine for locks a buffer: it is then copied instead of transferred.
 * The engine stores that in a bit of the buffer's data, and never clears it. Two samples show where
 * that bit is: what changes in the first when it is locked, and whether the second can be
 * transferred after it was locked and that bit was cleared. */
enum { BUFFER_SIZE = 128 };

static uint8_t *inside_of(JSObjectRef buffer) {
  uint8_t *inside;
  memcpy(&inside, (const uint8_t *)buffer + GJ_AT_BUFFER, sizeof(inside));
  return inside;
}

static JSObjectRef sample_buffer(gj_context js) {
  return JSObjectMakeArrayBufferWithBytesNoCopy(js, gj_memory_bound(NULL, 64, "a sample"), 64,
                                                release_copy, NULL, NULL);
}

static int lock_at = -1; /* process: found by a sample; valid if the part `moves` is on */
static uint8_t lock_bit; /* process: in that byte; from 2.54 on it is one of several */

/* The offset of the byte; -1: unknown. */
static int find_lock(gj_context js, gj_object transfer) {
  uint8_t before[BUFFER_SIZE], after[BUFFER_SIZE];
  JSObjectRef sample = sample_buffer(js);
  if (!gj_private_fetch(inside_of(sample), before, BUFFER_SIZE)) {
    return -1;
  }
  JSObjectGetArrayBufferBytesPtr(js, sample, NULL);
  int at = -1;
  for (int i = 0; gj_private_fetch(inside_of(sample), after, BUFFER_SIZE) && i < BUFFER_SIZE; i++) {
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
static _Thread_local gj_object transfer_function;

bool gj_bytes_sample_moves(gj_context js) {
  gj_value found = transfer_function;
  if (found == NULL) { /* only to list what is on */
    gj_object buffers = gj_as_object(js, gj_get(js, gj_global(js), "ArrayBuffer"));
    found = gj_get(js, gj_as_object(js, gj_get(js, buffers, "prototype")), "transfer");
  }
  lock_at = gj_is_object(js, found) ? find_lock(js, gj_as_object(js, found)) : -1;
  return lock_at >= 0;
}

bool gj_bytes_unlock(gj_context js, gj_object buffer, gj_object transfer) {
  transfer_function = transfer;
  bool is_buffer = JSValueGetTypedArrayType(js, buffer, NULL) == kJSTypedArrayTypeArrayBuffer;
  if (!is_buffer || !gj_private_has(GJ_PART_moves) ||
      (inside_of(buffer)[lock_at] & lock_bit) == 0) {
    return false;
  }
  inside_of(buffer)[lock_at] &= (uint8_t)~lock_bit;
  return true;
}

gj_object gj_bytes_array(gj_context js, void *data, size_t size,
                         void (*release)(void *data, void *arg), void *arg) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(js, kJSTypedArrayTypeUint8Array, data, size, release,
                                               arg, NULL);
}

gj_object gj_bytes_buffer(gj_context js, void *data, size_t size,
                          void (*release)(void *data, void *arg), void *arg) {
  return JSObjectMakeArrayBufferWithBytesNoCopy(js, data, size, release, arg, NULL);
}

gj_object gj_bytes_copy(gj_context js, const void *data, size_t size) {
  void *copy = gj_memory_bound(NULL, size, "bytes that have come");
  if (size != 0) {
    memcpy(copy, data, size);
  }
  return gj_bytes_array(js, copy, size, release_copy, NULL);
}

gj_object gj_bytes_room(gj_context js, size_t size) {
  void *data = gj_memory_room(size);
  if (data == NULL) {
    return NULL;
  }
  /* Counted twice, so that it is collected sooner: memory that is still in the processor's cache
   * saves more than the collection costs. */
  if (gj_private_has(GJ_PART_memory_cost)) {
    gj_jsc.report_memory(js, size);
  }
  return gj_bytes_buffer(js, data, size, release_copy, NULL);
}

static void keep(void *data, void *arg) {
  (void)data;
  (void)arg;
}

gj_object gj_bytes_int32(gj_context js, int32_t *data, size_t count) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(js, kJSTypedArrayTypeInt32Array, data,
                                               count * sizeof(*data), keep, NULL, NULL);
}

gj_object gj_bytes_float64(gj_context js, double *data, size_t count) {
  return JSObjectMakeTypedArrayWithBytesNoCopy(js, kJSTypedArrayTypeFloat64Array, data,
                                               count * sizeof(*data), keep, NULL, NULL);
}

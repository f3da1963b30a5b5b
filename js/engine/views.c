/* SPDX-License-Identifier: MIT */
/* Typed arrays of every type, for addons. */
#include <JavaScriptCore/JavaScript.h>

#include "engine/engine.h"

/* In the order of Node-API's numbers. The engine's interface has none for 16 bits. */
static const JSTypedArrayType types[] = {
    kJSTypedArrayTypeInt8Array,         kJSTypedArrayTypeUint8Array,
    kJSTypedArrayTypeUint8ClampedArray, kJSTypedArrayTypeInt16Array,
    kJSTypedArrayTypeUint16Array,       kJSTypedArrayTypeInt32Array,
    kJSTypedArrayTypeUint32Array,       kJSTypedArrayTypeFloat32Array,
    kJSTypedArrayTypeFloat64Array,      kJSTypedArrayTypeBigInt64Array,
    kJSTypedArrayTypeBigUint64Array,
};
enum { TYPES = sizeof(types) / sizeof(*types) };

int gy_view_type(gy_context js, gy_value value) {
  JSTypedArrayType type = JSValueGetTypedArrayType(js, value, NULL);
  if (type == kJSTypedArrayTypeArrayBuffer) {
    return GY_ARRAY_BUFFER;
  }
  for (int i = 0; i < TYPES; i++) {
    if (types[i] == type) {
      return i;
    }
  }
  return -1;
}

gy_object gy_view_new(gy_context js, int type, gy_object buffer, size_t offset, size_t length,
                      gy_value *exception) {
  return JSObjectMakeTypedArrayWithArrayBufferAndOffset(js, types[type], buffer, offset, length,
                                                        exception);
}

gy_object gy_view_buffer(gy_context js, gy_object view) {
  return JSObjectGetTypedArrayBuffer(js, view, NULL);
}

size_t gy_view_offset(gy_context js, gy_object view) {
  return JSObjectGetTypedArrayByteOffset(js, view, NULL);
}

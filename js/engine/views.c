/* SPDX-License-Identifier: MIT */
/* Typed arrays of every type, for addons. */

#include "engine/api.h"
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

int gj_view_type(gj_context js, gj_value value) {
  JSTypedArrayType type = JSValueGetTypedArrayType(js, value, NULL);
  if (type == kJSTypedArrayTypeArrayBuffer) {
    return GJ_ARRAY_BUFFER;
  }
  for (int i = 0; i < TYPES; i++) {
    if (types[i] == type) {
      return i;
    }
  }
  return -1;
}

gj_object gj_view_new(gj_context js, int type, gj_object buffer, size_t offset, size_t length,
                      gj_value *exception) {
  return JSObjectMakeTypedArrayWithArrayBufferAndOffset(js, types[type], buffer, offset, length,
                                                        exception);
}

gj_object gj_view_buffer(gj_context js, gj_object view) {
  return JSObjectGetTypedArrayBuffer(js, view, NULL);
}

size_t gj_view_offset(gj_context js, gj_object view) {
  return JSObjectGetTypedArrayByteOffset(js, view, NULL);
}

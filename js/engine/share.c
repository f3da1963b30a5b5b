/* SPDX-License-Identifier: MIT */
/* The memory of buffers in transit from one context to another, on another thread: that of an
 * ArrayBuffer is taken from it, that of a SharedArrayBuffer is counted once more. The other side
 * makes an empty buffer and puts the memory there. The engine has to release the buffer's previous
 * memory: an ArrayBuffer transfers it away first, with transfer(); for a SharedArrayBuffer the
 * engine counts itself, so that the count for the transit is one too many then. */
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/private.h"
#include "engine/share.h"

struct gj_carried {
  gj_buffer_contents contents;
  uint8_t *copy; /* if the engine's memory cannot be used: its bytes */
  bool shared;
};

static void *inside_of(JSObjectRef buffer) {
  void *inside;
  memcpy(&inside, (const char *)buffer + GJ_AT_BUFFER, sizeof(inside));
  return inside;
}

static gj_buffer_contents *contents_of(JSObjectRef buffer) {
  return (gj_buffer_contents *)((char *)inside_of(buffer) + GJ_AT_CONTENTS);
}

static void release_copy(void *data, void *arg) {
  (void)arg;
  free(data);
}

static void keep(void *data, void *arg) {
  (void)data;
  (void)arg;
}

/* What holds its memory distinguishes an ArrayBuffer from a SharedArrayBuffer. */
static bool take(gj_context js, JSObjectRef buffer, gj_carried *carried) {
  carried->shared = contents_of(buffer)->shared != NULL;
  gj_context_lock(js);
  bool ok = carried->shared ? gj_jsc.buffer_share(inside_of(buffer), &carried->contents)
                            : gj_jsc.buffer_take(inside_of(buffer), (void *)JSContextGetGroup(js),
                                                 &carried->contents);
  gj_context_unlock(js);
  return ok;
}

static bool take_copy(gj_context js, JSObjectRef buffer, gj_carried *carried) {
  gj_bytes bytes;
  if (!gj_bytes_get(js, buffer, &bytes)) {
    return false;
  }
  carried->copy = gj_memory_room(bytes.size == 0 ? 1 : bytes.size);
  carried->contents.size = bytes.size;
  if (carried->copy != NULL) {
    memcpy(carried->copy, bytes.data, bytes.size);
  }
  return carried->copy != NULL;
}

gj_carried *gj_share_take(gj_context js, gj_object buffer) {
  gj_carried *carried = gj_memory_new(sizeof(*carried), "a buffer that is sent");
  bool is_plain = JSValueGetTypedArrayType(js, buffer, NULL) == kJSTypedArrayTypeArrayBuffer;
  bool ok = gj_private_has(GJ_PART_sharing) ? take(js, buffer, carried)
                                            : is_plain && take_copy(js, buffer, carried);
  if (!ok) {
    free(carried);
    return NULL;
  }
  return carried;
}

bool gj_share_is_shared(const gj_carried *carried) { return carried->shared; }

static void count_down(uint32_t *references) {
  if (references != NULL) {
    __atomic_sub_fetch(references, 1, __ATOMIC_SEQ_CST);
  }
}

static gj_object give_shared(gj_context js, gj_carried *carried, gj_object constructor) {
  JSValueRef size = JSValueMakeNumber(js, 0);
  JSObjectRef buffer = JSObjectCallAsConstructor(js, constructor, 1, &size, NULL);
  if (buffer == NULL) {
    return NULL;
  }
  gj_jsc.contents_share(&carried->contents, contents_of(buffer));
  count_down(carried->contents.shared);
  count_down(carried->contents.handle);
  return buffer;
}

static gj_object give_moved(gj_context js, gj_carried *carried, gj_object transfer) {
  static const uint8_t nothing;
  JSObjectRef buffer =
      JSObjectMakeArrayBufferWithBytesNoCopy(js, (void *)&nothing, 0, keep, NULL, NULL);
  if (buffer == NULL || JSObjectCallAsFunction(js, transfer, buffer, 0, NULL, NULL) == NULL) {
    return NULL;
  }
  *contents_of(buffer) = carried->contents;
  if (gj_private_has(GJ_PART_memory_cost)) {
    gj_jsc.report_memory(js, carried->contents.size);
  }
  return buffer;
}

gj_object gj_share_give(gj_context js, gj_carried *carried, gj_object function) {
  gj_object buffer = NULL;
  if (carried->copy != NULL) {
    buffer = gj_bytes_buffer(js, carried->copy, carried->contents.size, release_copy, NULL);
  } else if (carried->shared) {
    buffer = give_shared(js, carried, function);
  } else {
    buffer = give_moved(js, carried, function);
  }
  free(carried);
  return buffer;
}

/* --- memory of WebAssembly */

typedef struct {
  uint32_t *handle, *shared;
} gj_wasm_memory;

static char *wasm_of(JSObjectRef memory) {
  char *inside;
  memcpy(&inside, (const char *)memory + GJ_AT_WASM_MEMORY, sizeof(inside));
  return inside;
}

static gj_wasm_memory wasm_get(JSObjectRef memory) {
  gj_wasm_memory found;
  memcpy(&found.handle, wasm_of(memory) + GJ_AT_WASM_HANDLE, sizeof(found.handle));
  memcpy(&found.shared, wasm_of(memory) + GJ_AT_WASM_SHARED, sizeof(found.shared));
  return found;
}

bool gj_share_has_memory(void) { return gj_private_has(GJ_PART_wasm_memory); }

/* What the memory had before goes into a SharedArrayBuffer that nobody gets: with that, the engine
 * releases it. */
static bool exchange(gj_context js, JSObjectRef memory, gj_carried *carried,
                     gj_object constructor) {
  gj_wasm_memory before = wasm_get(memory);
  gj_carried old = carried[0];
  old.contents.shared = before.shared;
  old.contents.handle = before.handle;
  if (give_shared(js, &old, constructor) == NULL) {
    return false;
  }
  memcpy(wasm_of(memory) + GJ_AT_WASM_HANDLE, &carried->contents.handle, sizeof(uint32_t *));
  memcpy(wasm_of(memory) + GJ_AT_WASM_SHARED, &carried->contents.shared, sizeof(uint32_t *));
  return true;
}

bool gj_share_memory(gj_context js, gj_object memory, gj_object buffer, gj_object constructor) {
  gj_carried *carried = gj_share_take(js, buffer);
  bool ok = carried != NULL && exchange(js, memory, carried, constructor);
  free(carried);
  return ok;
}

/* --- the sample: both, there and back */

static bool comes_back(gj_context js, JSObjectRef buffer, gj_object function, bool shared) {
  gj_buffer_contents before, after;
  gj_carried carried = {{0}, NULL, false};
  if (!gj_private_fetch(contents_of(buffer), &before, sizeof(before)) || before.data == NULL ||
      before.size != 24 || (before.shared != NULL) != shared) {
    return false;
  }
  uint32_t references = shared ? *before.shared : 0;
  if (!take(js, buffer, &carried) || carried.contents.data != before.data ||
      carried.contents.size != 24 || (shared && *before.shared != references + 1)) {
    return false;
  }
  JSObjectRef back =
      shared ? give_shared(js, &carried, function) : give_moved(js, &carried, function);
  if (back == NULL || !gj_private_fetch(contents_of(back), &after, sizeof(after))) {
    return false;
  }
  return after.data == before.data && after.size == 24 &&
         (!shared || *before.shared == references + 1) &&
         (shared || contents_of(buffer)->data == NULL);
}

bool gj_share_sample(gj_context js) {
  JSObjectRef plain = gj_private_evaluate(js, "new ArrayBuffer(24)");
  JSObjectRef shared = gj_private_evaluate(js, "new SharedArrayBuffer(24)");
  JSObjectRef transfer = gj_private_evaluate(js, "ArrayBuffer.prototype.transfer");
  JSObjectRef constructor = gj_private_evaluate(js, "SharedArrayBuffer");
  return plain != NULL && shared != NULL && transfer != NULL && constructor != NULL &&
         JSValueGetTypedArrayType(js, plain, NULL) == kJSTypedArrayTypeArrayBuffer &&
         JSValueIsObject(js, shared) && JSValueIsObject(js, transfer) &&
         JSValueIsObject(js, constructor) && comes_back(js, plain, transfer, false) &&
         comes_back(js, shared, constructor, true);
}

/* The memory becomes that of another one, and both see what one of them changes. */
bool gj_share_sample_memory(gj_context js) {
  static const char make[] = "new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true })";
  JSObjectRef memory = gj_private_has(GJ_PART_sharing) ? gj_private_evaluate(js, make) : NULL;
  JSObjectRef other = gj_private_evaluate(js, make);
  JSObjectRef get = gj_private_evaluate(js, "(function get(memory) { return memory.buffer })");
  JSObjectRef agree = gj_private_evaluate(
      js, "(function agree(one, other) { new Uint8Array(one.buffer)[7] = 7;"
          " return new Uint8Array(other.buffer)[7] === 7 && other.grow(1) === 1 &&"
          " one.buffer.byteLength === 131072 && other.buffer.byteLength === 131072 })");
  JSObjectRef constructor = gj_private_evaluate(js, "SharedArrayBuffer");
  if (memory == NULL || other == NULL || get == NULL || agree == NULL || constructor == NULL) {
    return false;
  }
  JSValueRef both[] = {memory, other};
  JSValueRef buffer = JSObjectCallAsFunction(js, get, NULL, 1, both, NULL);
  char *inside, bytes[32];
  if (buffer == NULL ||
      !gj_private_fetch((const char *)memory + GJ_AT_WASM_MEMORY, &inside, sizeof(inside)) ||
      !gj_private_fetch(inside, bytes, sizeof(bytes)) ||
      !gj_private_fetch((const char *)other + GJ_AT_WASM_MEMORY, &inside, sizeof(inside)) ||
      !gj_private_fetch(inside, bytes, sizeof(bytes))) {
    return false;
  }
  const gj_buffer_contents *contents = contents_of((JSObjectRef)buffer);
  gj_wasm_memory found = wasm_get(memory);
  if (found.handle == NULL || found.handle != contents->handle ||
      found.shared != contents->shared || wasm_get(other).handle == found.handle) {
    return false;
  }
  if (!gj_share_memory(js, other, (JSObjectRef)buffer, constructor)) {
    return false;
  }
  JSValueRef same = JSObjectCallAsFunction(js, agree, NULL, 2, both, NULL);
  return same != NULL && JSValueToBoolean(js, same);
}

/* SPDX-License-Identifier: MIT */
/* Objects that own C memory. What the class must do when one is gone stands in front of that
 * memory, since the engine's finalizer is told the object alone. */
#include <JavaScriptCore/JavaScript.h>
#include <stdlib.h>

#include "engine/engine.h"

typedef struct {
  void (*finalize)(void *memory);
  void *memory;
} gy_owner;

struct gy_class_data {
  JSClassRef engine;
  void (*finalize)(void *memory);
};

static void on_gone(JSObjectRef object) {
  gy_owner *owner = JSObjectGetPrivate(object);
  if (owner != NULL) {
    owner->finalize(owner->memory);
    free(owner);
  }
}

gy_class gy_class_new(const char *name, void (*finalize)(void *memory)) {
  JSClassDefinition definition = kJSClassDefinitionEmpty;
  definition.className = name;
  definition.finalize = on_gone;
  definition.attributes = kJSClassAttributeNoAutomaticPrototype;
  gy_class class = malloc(sizeof(*class));
  if (class == NULL) {
    abort();
  }
  *class = (struct gy_class_data){JSClassCreate(&definition), finalize};
  return class;
}

gy_object gy_class_object(gy_context js, gy_class class, void *memory) {
  gy_owner *owner = malloc(sizeof(*owner));
  if (owner == NULL) {
    abort();
  }
  *owner = (gy_owner){class->finalize, memory};
  return JSObjectMake(js, class->engine, owner);
}

void *gy_class_memory(gy_object object) {
  gy_owner *owner = JSObjectGetPrivate(object);
  return owner == NULL ? NULL : owner->memory;
}

bool gy_class_is(gy_context js, gy_value value, gy_class class) {
  return JSValueIsObjectOfClass(js, value, class->engine);
}

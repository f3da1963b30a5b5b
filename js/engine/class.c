/* SPDX-License-Identifier: MIT */
/* Objects that own C memory. What the class must do when one is gone stands in front of that
 * memory, since the engine's finalizer is told the object alone.
 *
 * Bindings ask for that memory in every call, and the engine's interface takes its lock to tell. So
 * it is read where the engine keeps it, in objects of the same shape as a sample. */
#include <pthread.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "engine/private.h"

typedef struct {
  void (*finalize)(void *memory);
  void *memory;
} gy_owner;

struct gy_class_data {
  JSClassRef engine;
  void (*finalize)(void *memory);
};

/* Pinned, so that no other shape gets its number; NULL: the engine is asked. */
static _Thread_local gy_object sample;
static _Thread_local bool asked;

static void nothing(void *memory) { (void)memory; }

static gy_owner *owner_new(void (*finalize)(void *memory), void *memory) {
  gy_owner *owner = gy_memory_new(sizeof(*owner), "an object");
  *owner = (gy_owner){finalize, memory};
  return owner;
}

bool gy_class_sample_owners(gy_context js) {
  static gy_class place;
  gy_cell_owner object;
  gy_kept kept;
  gy_class class = gy_class_made(&place, "Sample", nothing);
  gy_owner *owner = owner_new(nothing, NULL);
  gy_object made = JSObjectMake(js, class->engine, owner);
  return gy_inside_sample_shapes(js) && gy_private_fetch(made, &object, sizeof(object)) &&
         gy_private_fetch(object.kept, &kept, sizeof(kept)) && kept.memory == owner &&
         kept.class == class->engine;
}

static void learn(gy_context js, JSClassRef class) {
  asked = true;
  if (gy_private_has(GY_PART_owners)) {
    sample = JSObjectMake(js, class, owner_new(nothing, NULL));
    JSValueProtect(js, sample);
  }
}

static const gy_kept *look(gy_value value) {
  bool alike = sample != NULL && gy_private_cell(value) != NULL &&
               gy_inside_same_shape((gy_object)value, sample);
  return alike ? ((const gy_cell_owner *)value)->kept : NULL;
}

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
  gy_class class = gy_memory_new(sizeof(*class), "a class");
  *class = (struct gy_class_data){JSClassCreate(&definition), finalize};
  return class;
}

gy_class gy_class_made(gy_class *place, const char *name, void (*finalize)(void *memory)) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  gy_class class = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (class == NULL) {
    pthread_mutex_lock(&lock);
    class = *place;
    if (class == NULL) {
      class = gy_class_new(name, finalize);
      __atomic_store_n(place, class, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
  }
  return class;
}

gy_object gy_class_object(gy_context js, gy_class class, void *memory) {
  if (!asked) {
    learn(js, class->engine);
  }
  return JSObjectMake(js, class->engine, owner_new(class->finalize, memory));
}

void *gy_class_memory(gy_object object) {
  const gy_kept *kept = look(object);
  gy_owner *owner = kept != NULL ? kept->memory : JSObjectGetPrivate(object);
  return owner == NULL ? NULL : owner->memory;
}

void *gy_class_take(gy_context js, gy_value value, gy_class class, gy_value *exception) {
  if (gy_class_is(js, value, class)) {
    return gy_class_memory((gy_object)value);
  }
  gy_throw_type(js, exception, "Illegal invocation");
  return NULL;
}

bool gy_class_is(gy_context js, gy_value value, gy_class class) {
  const gy_kept *kept = look(value);
  return kept != NULL ? kept->class == class->engine
                      : JSValueIsObjectOfClass(js, value, class->engine);
}

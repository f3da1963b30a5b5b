/* SPDX-License-Identifier: MIT */
/* Objects that own C memory. The finalizer of the class is stored before that memory, because the
 * engine's finalizer only gets the object.
 *
 * Bindings need that memory in every call, and the engine's interface takes its lock to return it.
 * So it is read where the engine stores it, in objects of the same shape as a sample. */
#include <pthread.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "engine/private.h"

typedef struct {
  void (*finalize)(void *memory);
  void *memory;
} gj_owner;

struct gj_class_data {
  JSClassRef engine;
  void (*finalize)(void *memory);
};

/* Pinned, so that no other shape gets its number; NULL: the engine is asked. */
static _Thread_local gj_object sample;
static _Thread_local bool asked;

static void nothing(void *memory) { (void)memory; }

static gj_owner *owner_new(void (*finalize)(void *memory), void *memory) {
  gj_owner *owner = gj_memory_new(sizeof(*owner), "an object");
  *owner = (gj_owner){finalize, memory};
  return owner;
}

bool gj_class_sample_owners(gj_context js) {
  static gj_class place;
  gj_cell_owner object;
  gj_kept kept;
  gj_class class = gj_class_made(&place, "Sample", nothing);
  gj_owner *owner = owner_new(nothing, NULL);
  gj_object made = JSObjectMake(js, class->engine, owner);
  return gj_inside_sample_shapes(js) && gj_private_fetch(made, &object, sizeof(object)) &&
         gj_private_fetch(object.kept, &kept, sizeof(kept)) && kept.memory == owner &&
         kept.class == class->engine;
}

static void learn(gj_context js, JSClassRef class) {
  asked = true;
  if (gj_private_has(GJ_PART_owners)) {
    sample = JSObjectMake(js, class, owner_new(nothing, NULL));
    JSValueProtect(js, sample);
  }
}

static const gj_kept *look(gj_value value) {
  bool alike = sample != NULL && gj_private_cell(value) != NULL &&
               gj_inside_same_shape((gj_object)value, sample);
  return alike ? ((const gj_cell_owner *)value)->kept : NULL;
}

static void on_gone(JSObjectRef object) {
  gj_owner *owner = JSObjectGetPrivate(object);
  if (owner != NULL) {
    owner->finalize(owner->memory);
    free(owner);
  }
}

static gj_class class_new(const char *name, void (*finalize)(void *memory)) {
  JSClassDefinition definition = {0};
  definition.className = name;
  definition.finalize = on_gone;
  definition.attributes = kJSClassAttributeNoAutomaticPrototype;
  gj_class class = gj_memory_new(sizeof(*class), "a class");
  *class = (struct gj_class_data){JSClassCreate(&definition), finalize};
  return class;
}

gj_class gj_class_made(gj_class *place, const char *name, void (*finalize)(void *memory)) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  gj_class class = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (class == NULL) {
    pthread_mutex_lock(&lock);
    class = *place;
    if (class == NULL) {
      class = class_new(name, finalize);
      __atomic_store_n(place, class, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
  }
  return class;
}

gj_object gj_class_object(gj_context js, gj_class class, void *memory) {
  if (!asked) {
    learn(js, class->engine);
  }
  return JSObjectMake(js, class->engine, owner_new(class->finalize, memory));
}

void *gj_class_memory(gj_object object) {
  const gj_kept *kept = look(object);
  gj_owner *owner = kept != NULL ? kept->memory : JSObjectGetPrivate(object);
  return owner == NULL ? NULL : owner->memory;
}

void *gj_class_take(gj_context js, gj_value value, gj_class class, gj_value *exception) {
  if (gj_class_is(js, value, class)) {
    return gj_class_memory((gj_object)value);
  }
  gj_throw_type(js, exception, "Illegal invocation");
  return NULL;
}

bool gj_class_is(gj_context js, gj_value value, gj_class class) {
  const gj_kept *kept = look(value);
  return kept != NULL ? kept->class == class->engine
                      : JSValueIsObjectOfClass(js, value, class->engine);
}

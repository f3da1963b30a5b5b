/* SPDX-License-Identifier: MIT */
/* Objects that own C memory. What the class must do when one is gone stands in front of that
 * memory, since the engine's finalizer is told the object alone.
 *
 * Bindings ask for that memory in every call, and the engine's interface takes its lock to tell. So
 * a sample is looked at (as in look.c): an object of the same shape has a pointer to what the
 * engine keeps for it, which begins with our memory and the class. */
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

/* What the engine keeps for such an object. */
typedef struct {
  gy_owner *owner;
  JSClassRef class;
} gy_kept;

enum { KEPT_OFFSET = 16 };

static _Thread_local struct {
  bool asked, works;
  gy_object sample; /* pinned, so that no other shape gets its number */
} known;

static void nothing(void *memory) { (void)memory; }

static gy_owner *owner_new(void (*finalize)(void *memory), void *memory) {
  gy_owner *owner = malloc(sizeof(*owner));
  if (owner == NULL) {
    abort();
  }
  *owner = (gy_owner){finalize, memory};
  return owner;
}

static void learn(gy_context js, JSClassRef class) {
  gy_owner *owner = owner_new(nothing, NULL);
  const gy_kept *place;
  gy_kept kept;
  known.sample = JSObjectMake(js, class, owner);
  JSValueProtect(js, known.sample);
  known.works = gy_look_fetch((const char *)known.sample + KEPT_OFFSET, &place, sizeof(place)) &&
                gy_look_fetch(place, &kept, sizeof(kept)) && kept.owner == owner &&
                kept.class == class;
  known.asked = true;
}

static const gy_kept *kept_by(gy_value object) {
  return *(const gy_kept *const *)((const char *)object + KEPT_OFFSET);
}

static const gy_kept *look(gy_value value) {
  bool alike =
      known.works && gy_look_is_cell(value) && gy_inside_same_shape((gy_object)value, known.sample);
  return alike ? kept_by(value) : NULL;
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
  gy_class class = malloc(sizeof(*class));
  if (class == NULL) {
    abort();
  }
  *class = (struct gy_class_data){JSClassCreate(&definition), finalize};
  return class;
}

gy_object gy_class_object(gy_context js, gy_class class, void *memory) {
  if (!known.asked) {
    learn(js, class->engine);
  }
  return JSObjectMake(js, class->engine, owner_new(class->finalize, memory));
}

void *gy_class_memory(gy_object object) {
  const gy_kept *kept = look(object);
  gy_owner *owner = kept != NULL ? kept->owner : JSObjectGetPrivate(object);
  return owner == NULL ? NULL : owner->memory;
}

bool gy_class_is(gy_context js, gy_value value, gy_class class) {
  const gy_kept *kept = look(value);
  return kept != NULL ? kept->class == class->engine
                      : JSValueIsObjectOfClass(js, value, class->engine);
}

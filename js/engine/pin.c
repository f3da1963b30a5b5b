/* SPDX-License-Identifier: MIT */
/* Values that C keeps alive. The engine can be told about a value, which takes its lock and a
 * table. But it also keeps what it finds on the stack. So the runtime runs above an array of slots
 * on the stack, for values that are kept during a request; if all are in use, the engine is
 * told. */
#include <string.h>

#include "engine/api.h"
#include "engine/engine.h"

#define SLOTS 2048

/* A slot has a value, or points to the next free one. */
struct gj_pin_slot {
  gj_value value;
  struct gj_pin_slot *next;
};

static _Thread_local struct gj_pin_slot *unused;

/* Not a variable: sanitizers would put that elsewhere. */
__attribute__((noinline)) int gj_pin_room(int (*body)(void *arg), void *arg) {
  struct gj_pin_slot *slots = __builtin_alloca(SLOTS * sizeof(*slots));
  memset(slots, 0, SLOTS * sizeof(*slots));
  for (size_t i = 0; i + 1 < SLOTS; i++) {
    slots[i].next = &slots[i + 1];
  }
  unused = slots;
  int result = body(arg);
  unused = NULL;
  return result;
}

gj_pin gj_pin_new(gj_context js, gj_value value) {
  JSValueProtect(js, value);
  return (gj_pin){js, value, NULL};
}

gj_pin gj_pin_brief(gj_context js, gj_value value) {
  struct gj_pin_slot *slot = unused;
  if (slot == NULL) {
    return gj_pin_new(js, value);
  }
  unused = slot->next;
  slot->value = value;
  return (gj_pin){js, value, slot};
}

void gj_pin_free(gj_pin *pin) {
  if (pin->value == NULL) {
    return;
  }
  if (pin->slot == NULL) {
    JSValueUnprotect(pin->js, pin->value);
  } else {
    pin->slot->value = NULL;
    pin->slot->next = unused;
    unused = pin->slot;
  }
  pin->value = NULL;
}

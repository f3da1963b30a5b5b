/* SPDX-License-Identifier: MIT */
/* The life of protocols over streams: see layer.h. */
#include "bind/layer.h"

#include <stdlib.h>

typedef struct {
  GJ_LAYER_MEMBERS;
} gj_layer;

static void on_gone(void *memory) {
  gj_layer *layer = memory;
  if (!layer->over) {
    layer->kind->release(layer);
  }
  free(layer);
}

static gj_class layer_class(void) {
  static gj_class place;
  return gj_class_made(&place, "Layer", on_gone);
}

gj_value gj_layer_new(gj_context js, void *memory, const gj_layer_kind *kind, gj_sink *below,
                      gj_value below_native) {
  gj_layer *layer = memory;
  layer->kind = kind;
  layer->runtime = gj_runtime_self();
  gj_value native = gj_class_object(js, layer_class(), layer);
  layer->native = gj_pin_new(js, native);
  if (below != NULL) {
    layer->below = below;
    layer->below_native = gj_pin_new(js, below_native);
    below->taker = layer;
  }
  return native;
}

void *gj_layer_of(gj_context js, gj_value native, const gj_layer_kind *kind) {
  if (!gj_class_is(js, native, layer_class())) {
    return NULL;
  }
  gj_layer *layer = gj_class_memory((gj_object)native);
  return layer->closing || layer->kind != kind ? NULL : layer;
}

void gj_layer_own(gj_context js, void *layer, gj_value owner) {
  ((gj_layer *)layer)->owner = gj_pin_new(js, owner);
}

void gj_layer_enter(void *layer) { ((gj_layer *)layer)->inside++; }

void gj_layer_leave(void *memory) {
  gj_layer *layer = memory;
  if (--layer->inside > 0 || !layer->closing || layer->over) {
    return;
  }
  if (layer->kind->settle != NULL) {
    layer->inside++;
    layer->kind->settle(layer);
    layer->inside--;
  }
  layer->over = true;
  layer->kind->release(layer);
  gj_pin_free(&layer->owner);
  gj_pin_free(&layer->below_native);
  gj_pin_free(&layer->native);
}

gj_pin gj_layer_hold(void *memory) {
  gj_layer *layer = memory;
  return gj_pin_brief(layer->runtime->js, layer->native.value);
}

static void on_later(gj_later *later) {
  gj_layer *layer = (gj_layer *)((char *)later - offsetof(gj_layer, later));
  if (layer->closing && !layer->over) {
    gj_layer_enter(layer);
    gj_layer_leave(layer);
  } else if (!layer->over) {
    layer->kind->resume(layer);
  }
}

void gj_layer_later(void *memory) {
  gj_layer *layer = memory;
  gj_later_once(&layer->later, layer->native.value, on_later);
}

void gj_layer_end(void *memory) {
  gj_layer *layer = memory;
  if (layer->below != NULL && layer->below->taker == layer) {
    layer->below->take = NULL;
    layer->below->ended = NULL;
    layer->below->taker = NULL;
  }
  layer->closing = true;
  gj_layer_later(layer);
}

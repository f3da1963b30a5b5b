/* SPDX-License-Identifier: MIT */
/* Looking at the loop: for js/lib/internal/scope. */
#include "runtime/scope.h"

#include <gyre.h>

#include "bind/stream.h"
#include "runtime/trace.h"

typedef struct {
  gj_context js;
  gj_object list;
  unsigned count;
} gj_collection;

static void push(gj_collection *to, gj_value value) {
  gj_set_index(to->js, to->list, to->count++, value);
}

static void add_item(const gyre_alive_item *item, void *arg) {
  gj_collection *to = arg;
  const gj_runtime *runtime = gj_runtime_self();
  if (item->subject == &runtime->timer || item->subject == &runtime->idle) {
    return; /* stand for timers and immediates, which JavaScript knows itself */
  }
  double age_ms = item->since_ns == 0 ? -1 : (double)(uv_hrtime() - item->since_ns) / 1e6;
  push(to, gj_string(to->js, item->kind));
  push(to, gj_number(to->js, item->count));
  push(to, gj_number(to->js, age_ms));
  push(to, gj_string(to->js, item->site));
  gj_value owner = item->is_handle ? gj_process_owner(item->subject) : NULL;
  push(to, owner != NULL ? owner : gj_undefined(to->js));
}

/* alive(): kind, count, age in milliseconds (-1: not known), site, owner (or undefined), and so on,
 * of all that keeps the loop alive. */
GJ_FUNCTION(alive) {
  gj_collection collection = {js, gj_array(js, 0, NULL), 0};
  gyre_alive(gj_runtime_self()->loop, add_item, &collection);
  return collection.list;
}

/* why(), block(ms): begin to look; 0 or a negative error. */
GJ_FUNCTION(why) { return gj_number(js, gyre_why(gj_runtime_self()->loop)); }

GJ_FUNCTION(block) {
  return gj_number(js, gyre_block_threshold(gj_runtime_self()->loop, gj_to_uint32(js, argv[0])));
}

/* start(site, stack, print): the functions that tell where the program is. */
GJ_FUNCTION(start) {
  gj_scope_start(gj_runtime_self(), gj_as_object(js, argv[0]), gj_as_object(js, argv[1]),
                 gj_as_object(js, argv[2]));
  return gj_undefined(js);
}

gj_object gj_bind_scope(gj_context js) {
  static const gj_export exports[] = {
      {"alive", alive}, {"why", why}, {"block", block}, {"start", start}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_trace_bind(js, binding);
  return binding;
}

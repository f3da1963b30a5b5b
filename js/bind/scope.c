/* SPDX-License-Identifier: MIT */
/* Looking at the loop: for js/lib/internal/scope. */
#include "runtime/scope.h"

#include <gyre.h>

#include "bind/stream.h"
#include "runtime/trace.h"

typedef struct {
  gy_context js;
  gy_object list;
  unsigned count;
} gy_collection;

static void push(gy_collection *to, gy_value value) {
  gy_set_index(to->js, to->list, to->count++, value);
}

static void add_item(const gyre_alive_item *item, void *arg) {
  gy_collection *to = arg;
  const gy_runtime *runtime = gy_runtime_self();
  if (item->subject == &runtime->timer || item->subject == &runtime->idle) {
    return; /* stand for timers and immediates, which JavaScript knows itself */
  }
  double age_ms = item->since_ns == 0 ? -1 : (double)(uv_hrtime() - item->since_ns) / 1e6;
  push(to, gy_string(to->js, item->kind));
  push(to, gy_number(to->js, item->count));
  push(to, gy_number(to->js, age_ms));
  push(to, gy_string(to->js, item->site));
  gy_value owner = item->is_handle ? gy_process_owner(item->subject) : NULL;
  push(to, owner != NULL ? owner : gy_undefined(to->js));
}

/* alive(): kind, count, age in milliseconds (-1: not known), site, owner (or undefined), and so on,
 * of all that keeps the loop alive. */
GY_FUNCTION(alive) {
  gy_collection collection = {js, gy_array(js, 0, NULL), 0};
  gyre_alive(gy_runtime_self()->loop, add_item, &collection);
  return collection.list;
}

/* why(), block(ms): begin to look; 0 or a negative error. */
GY_FUNCTION(why) { return gy_number(js, gyre_why(gy_runtime_self()->loop)); }

GY_FUNCTION(block) {
  return gy_number(js, gyre_block_threshold(gy_runtime_self()->loop, gy_to_uint32(js, argv[0])));
}

/* start(site, stack, print): the functions that tell where the program is. */
GY_FUNCTION(start) {
  gy_scope_start(gy_runtime_self(), gy_as_object(js, argv[0]), gy_as_object(js, argv[1]),
                 gy_as_object(js, argv[2]));
  return gy_undefined(js);
}

gy_object gy_bind_scope(gy_context js) {
  static const gy_export exports[] = {
      {"alive", alive}, {"why", why}, {"block", block}, {"start", start}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_trace_bind(js, binding);
  return binding;
}

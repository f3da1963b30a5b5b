/* SPDX-License-Identifier: MIT */
/* binding('locks'): runtime/locks.h, for js/lib/internal/worker/locks.js. */
#include "runtime/locks.h"

#include <stdlib.h>

#include "bind/messaging.h"
#include "engine/memory.h"
#include "runtime/worker.h"

static uint64_t thread_id(void) {
  const gj_worker *worker = gj_runtime_self()->worker;
  return worker == NULL ? 0 : worker->id;
}

static void drop_all(void) { gj_lock_drop_thread(thread_id()); }

/* open(): once on a thread; its locks go with it. */
GJ_FUNCTION(open_locks) {
  gj_runtime_at_stop(drop_all);
  return gj_undefined(js);
}

/* ask(endpoint, name, shared, steal, onlyIfFree): [what, number] */
GJ_FUNCTION(ask) {
  gj_text name;
  uint64_t number = 0;
  gj_text_get(js, argv[1], &name);
  gj_lock_wish wish = {.name = name.data,
                       .size = name.size,
                       .shared = gj_to_bool(js, argv[2]),
                       .steal = gj_to_bool(js, argv[3]),
                       .only_if_free = gj_to_bool(js, argv[4]),
                       .thread = thread_id(),
                       .heard = gj_messaging_endpoint(js, argv[0])};
  int what = gj_lock_ask(&wish, &number);
  gj_text_free(&name);
  gj_value both[] = {gj_number(js, what), gj_number(js, (double)number)};
  return gj_array(js, 2, both);
}

/* drop(number): whether there was such a request. */
GJ_FUNCTION(drop) { return gj_bool(js, gj_lock_drop((uint64_t)gj_to_number(js, argv[0]))); }

typedef struct {
  gj_context js;
  gj_object list;
  unsigned count;
} gj_listing;

static void add(const gj_lock_state *state, void *arg) {
  gj_listing *listing = arg;
  gj_context js = listing->js;
  gj_value one[] = {gj_string_utf8(js, state->name, state->size), gj_bool(js, state->shared),
                    gj_bool(js, state->held), gj_number(js, (double)state->thread)};
  gj_set_index(js, listing->list, listing->count++, gj_array(js, 4, one));
}

/* all(): [name, shared, held, thread] of each. */
GJ_FUNCTION(all) {
  gj_listing listing = {js, gj_array(js, 0, NULL), 0};
  gj_lock_each(add, &listing);
  return listing.list;
}

gj_object gj_bind_locks(gj_context js) {
  static const gj_export exports[] = {
      {"open", open_locks}, {"ask", ask}, {"drop", drop}, {"all", all}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}

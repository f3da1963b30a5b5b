/* SPDX-License-Identifier: MIT */
/* binding('locks'): runtime/locks.h, for js/lib/internal/worker/locks.js. */
#include "runtime/locks.h"

#include <stdlib.h>

#include "bind/messaging.h"
#include "engine/memory.h"
#include "runtime/worker.h"

static uint64_t thread_id(void) {
  const gy_worker *worker = gy_runtime_self()->worker;
  return worker == NULL ? 0 : worker->id;
}

static void drop_all(void) { gy_lock_drop_thread(thread_id()); }

/* open(): once on a thread; its locks go with it. */
GY_FUNCTION(open_locks) {
  gy_runtime_at_stop(drop_all);
  return gy_undefined(js);
}

/* ask(endpoint, name, shared, steal, onlyIfFree): [what, number] */
GY_FUNCTION(ask) {
  gy_text name;
  uint64_t number = 0;
  gy_text_get(js, argv[1], &name);
  gy_lock_wish wish = {.name = name.data,
                       .size = name.size,
                       .shared = gy_to_bool(js, argv[2]),
                       .steal = gy_to_bool(js, argv[3]),
                       .only_if_free = gy_to_bool(js, argv[4]),
                       .thread = thread_id(),
                       .heard = gy_messaging_endpoint(js, argv[0])};
  int what = gy_lock_ask(&wish, &number);
  gy_text_free(&name);
  gy_value both[] = {gy_number(js, what), gy_number(js, (double)number)};
  return gy_array(js, 2, both);
}

/* drop(number): whether there was such a request. */
GY_FUNCTION(drop) { return gy_bool(js, gy_lock_drop((uint64_t)gy_to_number(js, argv[0]))); }

typedef struct {
  gy_context js;
  gy_object list;
  unsigned count;
} gy_listing;

static void add(const gy_lock_state *state, void *arg) {
  gy_listing *listing = arg;
  gy_context js = listing->js;
  gy_value one[] = {gy_string_utf8(js, state->name, state->size), gy_bool(js, state->shared),
                    gy_bool(js, state->held), gy_number(js, (double)state->thread)};
  gy_set_index(js, listing->list, listing->count++, gy_array(js, 4, one));
}

/* all(): [name, shared, held, thread] of each. */
GY_FUNCTION(all) {
  gy_listing listing = {js, gy_array(js, 0, NULL), 0};
  gy_lock_each(add, &listing);
  return listing.list;
}

gy_object gy_bind_locks(gy_context js) {
  static const gy_export exports[] = {
      {"open", open_locks}, {"ask", ask}, {"drop", drop}, {"all", all}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}

/* SPDX-License-Identifier: MIT */
/* Locks by name, shared by all threads of the process, for worker_threads.locks. A request waits
 * for all earlier ones of its name that it is incompatible with; its thread is notified by a
 * message to an endpoint (ports.h). One mutex protects all of it. */
#ifndef GJ_JS_RUNTIME_LOCKS_H
#define GJ_JS_RUNTIME_LOCKS_H

#include "runtime/ports.h"

enum {
#define LOCK(name) GJ_LOCK_##name,
#include "lists.def"
};

typedef struct {
  const char *name;
  size_t size; /* of the name: it may have zeros in it */
  bool shared;
  bool steal;         /* the holder loses it, and this request comes before all that wait */
  bool only_if_free;  /* otherwise the result is GJ_LOCK_NOT_NOW */
  uint64_t thread;    /* that requests it */
  gj_endpoint *heard; /* gets the number, and GJ_LOCK_HELD or GJ_LOCK_STOLEN, as two doubles */
} gj_lock_wish;

/* A lock as it is now, for query(). */
typedef struct {
  const char *name;
  size_t size;
  bool shared, held;
  uint64_t thread;
} gj_lock_state;

/* The immediate result; *number is that of the request if it waits or is held. */
int gj_lock_ask(const gj_lock_wish *wish, uint64_t *number);
/* It is no longer held, or waited for; false: there is no such request (any more). */
bool gj_lock_drop(uint64_t number);
void gj_lock_drop_thread(uint64_t thread);
/* In their order. */
void gj_lock_each(void (*fn)(const gj_lock_state *state, void *arg), void *arg);

#endif

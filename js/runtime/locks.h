/* SPDX-License-Identifier: MIT */
/* Locks by name, which all threads of the process share: what worker_threads.locks is made of. A
 * request waits behind all earlier ones of its name that it cannot be beside; its thread hears of
 * it by a message to an endpoint (ports.h). One mutex guards all of it. */
#ifndef GY_JS_RUNTIME_LOCKS_H
#define GY_JS_RUNTIME_LOCKS_H

#include "runtime/ports.h"

enum {
#define LOCK(name) GY_LOCK_##name,
#include "lists.def"
};

typedef struct {
  const char *name;
  size_t size; /* of the name: it may have zeros in it */
  bool shared;
  bool steal;         /* whoever has it loses it, and it comes before all that wait */
  bool only_if_free;  /* else the answer is GY_LOCK_NOT_NOW */
  uint64_t thread;    /* who asks */
  gy_endpoint *heard; /* gets the number, and GY_LOCK_HELD or GY_LOCK_STOLEN, as two doubles */
} gy_lock_wish;

/* A lock as it is now, for whoever asks for all. */
typedef struct {
  const char *name;
  size_t size;
  bool shared, held;
  uint64_t thread;
} gy_lock_state;

/* What became of it at once; *number is that of the request if it waits or is held. */
int gy_lock_ask(const gy_lock_wish *wish, uint64_t *number);
/* It is no longer held, or waited for; false: there is no such request (any more). */
bool gy_lock_drop(uint64_t number);
void gy_lock_drop_thread(uint64_t thread);
/* In their order. */
void gy_lock_each(void (*fn)(const gy_lock_state *state, void *arg), void *arg);

#endif

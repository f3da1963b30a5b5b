/* SPDX-License-Identifier: MIT */
/*
 * A first-in first-out list without locks, after Dmitry Vyukov's intrusive queue. Any thread (or
 * signal handler) may push to it, and one thread takes from it.
 *
 * A push swaps the tail, then links the old tail to the new node. Between the two the list is cut:
 * what lies behind cannot be reached yet. gy_mpsc_pop then returns "nothing", while gy_mpsc_empty
 * returns "not empty". So a thread that is about to sleep asks gy_mpsc_empty, and never misses a
 * push that is half done.
 *
 * Nodes are taken in passes. The list always contains one stub; gy_mpsc_begin moves it to the end,
 * and gy_mpsc_pop returns what is before it. So a pass ends even if others push faster than nodes
 * are taken, and a pass that was left early continues where it was.
 *
 * The position of the taking thread, `head`, is not in the list but kept by that thread, on a cache
 * line that no pushing thread writes to.
 *
 * A stack that is taken whole and reversed was rejected: for a million nodes the second pass
 * doubles the cache misses.
 */
#ifndef GY_BASE_MPSC_H
#define GY_BASE_MPSC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct gy_mpsc_node gy_mpsc_node;

struct gy_mpsc_node {
  _Atomic(gy_mpsc_node *) next;
};

typedef struct {
  _Atomic(gy_mpsc_node *) tail; /* the last node pushed; written by all */
  gy_mpsc_node stub;            /* always in the list: it marks the end of a pass */
} gy_mpsc;

static inline void gy_mpsc_init(gy_mpsc *list, gy_mpsc_node **head) {
  atomic_init(&list->stub.next, NULL);
  atomic_init(&list->tail, &list->stub);
  *head = &list->stub;
}

/* Any thread. The swap is a full barrier: a flag read after it is read after the push. */
static inline void gy_mpsc_push(gy_mpsc *list, gy_mpsc_node *node) {
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  gy_mpsc_node *before = atomic_exchange(&list->tail, node);
  atomic_store_explicit(&before->next, node, memory_order_release);
}

/* Taking thread only. */
static inline bool gy_mpsc_empty(gy_mpsc *list, gy_mpsc_node *const *head) {
  return *head == &list->stub && atomic_load(&list->tail) == &list->stub;
}

/* Taking thread only. A pass was begun and is not over. */
static inline bool gy_mpsc_in_pass(const gy_mpsc *list, gy_mpsc_node *const *head) {
  return *head != &list->stub;
}

/* Taking thread only. Starts a pass, if the last one is over; false if there is nothing to take. */
static inline bool gy_mpsc_begin(gy_mpsc *list, gy_mpsc_node **head) {
  if (*head != &list->stub) {
    return true;
  }
  gy_mpsc_node *first = atomic_load_explicit(&list->stub.next, memory_order_acquire);
  if (first == NULL) {
    return false;
  }
  *head = first;
  gy_mpsc_push(list, &list->stub);
  return true;
}

/* Taking thread only. NULL: the pass is over, or the rest of it cannot be reached yet. */
static inline gy_mpsc_node *gy_mpsc_pop(gy_mpsc *list, gy_mpsc_node **head) {
  gy_mpsc_node *first = *head;
  if (first == &list->stub) {
    return NULL;
  }
  gy_mpsc_node *next = atomic_load_explicit(&first->next, memory_order_acquire);
  if (next == NULL) {
    return NULL;
  }
  *head = next;
  return first;
}

#endif

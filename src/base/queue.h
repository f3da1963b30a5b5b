/* SPDX-License-Identifier: MIT */
/*
 * Intrusive doubly linked circular lists.
 *
 * A gy_queue is both the head of a list and a link in one. A link that is on no list points to
 * itself, so removing twice is harmless and "is it on a list?" is one comparison. Every list of the
 * loop is one of these, except the timer wheel's slots and the lists that other threads push to.
 */
#ifndef GY_BASE_QUEUE_H
#define GY_BASE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gy_queue gy_queue;

struct gy_queue {
  gy_queue *next;
  gy_queue *prev;
};

/* The object of TYPE whose member MEMBER is the link at PTR. */
#define GY_CONTAINER(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

static inline void gy_queue_init(gy_queue *q) { q->next = q->prev = q; }

static inline bool gy_queue_empty(const gy_queue *q) { return q->next == q; }

static inline void gy_queue_insert_between(gy_queue *prev, gy_queue *next, gy_queue *node) {
  node->prev = prev;
  node->next = next;
  prev->next = node;
  next->prev = node;
}

static inline void gy_queue_push_back(gy_queue *q, gy_queue *node) {
  gy_queue_insert_between(q->prev, q, node);
}

static inline void gy_queue_push_front(gy_queue *q, gy_queue *node) {
  gy_queue_insert_between(q, q->next, node);
}

/* Removes NODE from its list. Nobody may ask afterwards whether it is on one. */
static inline void gy_queue_drop(const gy_queue *node) {
  gy_queue *prev = node->prev;
  gy_queue *next = node->next;
  prev->next = next;
  next->prev = prev;
}

/* Removes NODE from its list; afterwards it is on none. */
static inline void gy_queue_remove(gy_queue *node) {
  gy_queue_drop(node);
  gy_queue_init(node);
}

/* Removes and returns the first node of a list that is not empty. */
static inline gy_queue *gy_queue_pop(gy_queue *q) {
  gy_queue *node = q->next;
  gy_queue_remove(node);
  return node;
}

/* Appends everything on FROM to TO, in order; FROM is empty afterwards. */
static inline void gy_queue_append(gy_queue *to, gy_queue *from) {
  if (gy_queue_empty(from)) {
    return;
  }
  from->next->prev = to->prev;
  to->prev->next = from->next;
  from->prev->next = to;
  to->prev = from->prev;
  gy_queue_init(from);
}

/* Moves NODE and all that follows it on FROM to TO, which is empty, in order. */
static inline void gy_queue_split(gy_queue *from, gy_queue *to, gy_queue *node) {
  to->next = node;
  to->prev = from->prev;
  from->prev = node->prev;
  node->prev->next = from;
  node->prev = to;
  to->prev->next = to;
}

/* Puts everything on FROM before what is on TO, in order; FROM is empty afterwards. */
static inline void gy_queue_prepend(gy_queue *to, gy_queue *from) {
  if (gy_queue_empty(from)) {
    return;
  }
  gy_queue_append(from, to);
  gy_queue_append(to, from);
}

#endif

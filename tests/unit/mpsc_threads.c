/* SPDX-License-Identifier: MIT */
/*
 * Proves that with several threads pushing no node is lost or duplicated, that those of one thread
 * keep their order, that the thread that takes a node sees what the other wrote before its push,
 * and that the list never looks empty while a push is under way.
 */
#include <sched.h>

#include "base/mpsc.h"
#include "check.h"
#include "uv.h"

enum { THREADS = 4, NODES = 20000, POOL = 512 };

typedef struct {
  gy_mpsc_node node;
  int thread;
  int number;
  atomic_int on_list;
} item;

static gy_mpsc list;
static gy_mpsc_node *head; /* belongs to the taking thread */
static item items[THREADS][POOL];
static atomic_int pushed;

static void push_all(void *arg) {
  int thread = (int)(intptr_t)arg;
  for (int number = 0; number < NODES; number++) {
    item *it = &items[thread][number % POOL];
    while (atomic_load(&it->on_list) != 0) {
      sched_yield();
    }
    atomic_store(&it->on_list, 1);
    it->thread = thread;
    it->number = number;
    gy_mpsc_push(&list, &it->node);
    atomic_fetch_add(&pushed, 1);
  }
}

int main(void) {
  uv_thread_t threads[THREADS];
  int expected[THREADS] = {0};
  int taken = 0;
  gy_mpsc_init(&list, &head);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_create(&threads[i], push_all, (void *)(intptr_t)i), 0);
  }
  while (taken < THREADS * NODES) {
    int known = atomic_load(&pushed);
    CHECK(taken >= known || !gy_mpsc_empty(&list, &head));
    gy_mpsc_node *node = gy_mpsc_begin(&list, &head) ? gy_mpsc_pop(&list, &head) : NULL;
    if (node == NULL) {
      sched_yield();
      continue;
    }
    item *it = (item *)node;
    CHECK_EQ(it->number, expected[it->thread]++);
    taken++;
    atomic_store(&it->on_list, 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(uv_thread_join(&threads[i]), 0);
  }
  CHECK(gy_mpsc_empty(&list, &head));
  CHECK(!gy_mpsc_begin(&list, &head));
  return 0;
}

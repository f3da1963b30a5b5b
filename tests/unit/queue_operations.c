/* SPDX-License-Identifier: MIT */
/*
 * Proves that the intrusive lists behave like an array: pushes at both ends, removal anywhere,
 * appending and prepending whole lists, in random order.
 */
#include "base/queue.h"
#include "check.h"

enum { NODES = 24, OPERATIONS = 300000 };

typedef struct {
  int length;
  int items[NODES];
} array;

static gy_queue heads[2];
static gy_queue nodes[NODES];
static array arrays[2];
static unsigned seed = 7;

static unsigned next_random(void) {
  seed = seed * 1103515245 + 12345;
  return seed >> 8;
}

static void array_remove(array *a, int item) {
  for (int i = 0; i < a->length; i++) {
    if (a->items[i] == item) {
      memmove(a->items + i, a->items + i + 1, (size_t)(--a->length - i) * sizeof(int));
      return;
    }
  }
}

static void array_insert(array *a, int place, int item) {
  memmove(a->items + place + 1, a->items + place, (size_t)(a->length++ - place) * sizeof(int));
  a->items[place] = item;
}

static void array_join(array *to, array *from, bool in_front) {
  while (from->length > 0) {
    int item = in_front ? from->items[--from->length] : from->items[0];
    if (!in_front) {
      array_remove(from, item);
    }
    array_insert(to, in_front ? 0 : to->length, item);
  }
}

static void check_same(const gy_queue *head, const array *a) {
  const gy_queue *link = head->next;
  for (int i = 0; i < a->length; i++, link = link->next) {
    CHECK(link == &nodes[a->items[i]]);
    CHECK(link->next->prev == link && link->prev->next == link);
  }
  CHECK(link == head);
  CHECK_EQ(gy_queue_empty(head), a->length == 0);
}

static void take(int item) {
  gy_queue_remove(&nodes[item]);
  CHECK(gy_queue_empty(&nodes[item]));
  array_remove(&arrays[0], item);
  array_remove(&arrays[1], item);
}

static void step(void) {
  int item = (int)(next_random() % NODES);
  unsigned which = next_random() % 2;
  switch (next_random() % 6) {
    case 0:
      take(item);
      gy_queue_push_back(&heads[which], &nodes[item]);
      array_insert(&arrays[which], arrays[which].length, item);
      break;
    case 1:
      take(item);
      gy_queue_push_front(&heads[which], &nodes[item]);
      array_insert(&arrays[which], 0, item);
      break;
    case 2:
      take(item);
      take(item); /* twice is harmless */
      break;
    case 3:
      if (arrays[which].length > 0) {
        CHECK(gy_queue_pop(&heads[which]) == &nodes[arrays[which].items[0]]);
        array_remove(&arrays[which], arrays[which].items[0]);
      }
      break;
    case 4:
      gy_queue_append(&heads[which], &heads[1 - which]);
      array_join(&arrays[which], &arrays[1 - which], false);
      break;
    default:
      gy_queue_prepend(&heads[which], &heads[1 - which]);
      array_join(&arrays[which], &arrays[1 - which], true);
  }
}

int main(void) {
  gy_queue_init(&heads[0]);
  gy_queue_init(&heads[1]);
  for (int i = 0; i < NODES; i++) {
    gy_queue_init(&nodes[i]);
  }
  for (int i = 0; i < OPERATIONS; i++) {
    step();
    check_same(&heads[0], &arrays[0]);
    check_same(&heads[1], &arrays[1]);
  }
  return 0;
}

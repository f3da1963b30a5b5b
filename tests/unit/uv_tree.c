/* SPDX-License-Identifier: MIT */
/* Proves that trees of uv/tree.h find, order and remove elements, and stay red-black: random
 * elements compared with a table. Also that uv/errno.h has the numbers of uv.h. */
#include <stdint.h>
#include <stdlib.h>

#include "../check.h"
#include "uv.h"
#include "uv/errno.h"
#include "uv/linux.h"
#include "uv/threadpool.h"
#include "uv/tree.h"
#include "uv/unix.h"

enum { KEYS = 400, STEPS = 40000 };

typedef struct item {
  int key;
  RB_ENTRY(item) link;
} item;

static int compare(const item *a, const item *b) { return a->key - b->key; }

RB_HEAD(items, item);
RB_PROTOTYPE_STATIC(items, item, link, compare)
RB_GENERATE_STATIC(items, item, link, compare)

static item all[KEYS];
static int there[KEYS];
static struct items head = RB_INITIALIZER(&head);

/* The number of black nodes on the way down: the same on each path. */
static int height(item *root) {
  if (root == NULL) {
    return 1;
  }
  item *left = RB_LEFT(root, link), *right = RB_RIGHT(root, link);
  if (RB_COLOR(root, link) == RB_RED) {
    CHECK(left == NULL || RB_COLOR(left, link) == RB_BLACK);
    CHECK(right == NULL || RB_COLOR(right, link) == RB_BLACK);
  }
  CHECK(left == NULL || (RB_PARENT(left, link) == root && left->key < root->key));
  CHECK(right == NULL || (RB_PARENT(right, link) == root && right->key > root->key));
  int below = height(left);
  CHECK_EQ(below, height(right));
  return below + (RB_COLOR(root, link) == RB_BLACK);
}

static void look(void) {
  int key = 0;
  item *element, *next;
  RB_FOREACH(element, items, &head) {
    while (!there[key]) {
      key++;
    }
    CHECK_EQ(element->key, key);
    key++;
  }
  for (; key < KEYS; key++) {
    CHECK(!there[key]);
  }
  RB_FOREACH_REVERSE_SAFE(element, items, &head, next) {
    do {
      key--;
    } while (!there[key]);
    CHECK_EQ(element->key, key);
  }
  height(RB_ROOT(&head));
}

static item *least(int from) {
  while (from < KEYS && !there[from]) {
    from++;
  }
  return from < KEYS ? &all[from] : NULL;
}

int main(void) {
  uint32_t random = 12345;
  CHECK(RB_EMPTY(&head));
  for (int i = 0; i < STEPS; i++) {
    random = random * 1664525 + 1013904223;
    int key = (int)(random >> 8) % KEYS;
    all[key].key = key;
    item asked = {.key = key};
    CHECK(RB_FIND(items, &head, &asked) == (there[key] ? &all[key] : NULL));
    CHECK(RB_NFIND(items, &head, &asked) == least(key));
    if (there[key]) {
      CHECK(RB_INSERT(items, &head, &asked) == &all[key]);
      CHECK(RB_REMOVE(items, &head, &all[key]) == &all[key]);
    } else {
      CHECK(RB_INSERT(items, &head, &all[key]) == NULL);
    }
    there[key] = !there[key];
    if (i % 64 == 0) {
      look();
    }
  }
  CHECK(RB_MIN(items, &head) == least(0));
#define SAME(name, text) CHECK_EQ(UV__##name, UV_##name);
  UV_ERRNO_MAP(SAME)
#undef SAME
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that nodes come out in the order of their pushes, that a pass returns only what was pushed
 * before it began, and that a pass which was left early continues where it was.
 */
#include "base/mpsc.h"
#include "check.h"

enum { NODES = 10 };

static gy_mpsc list;
static gy_mpsc_node *head;
static gy_mpsc_node nodes[NODES];

static void expect(int first, int end) {
  for (int i = first; i < end; i++) {
    CHECK(gy_mpsc_pop(&list, &head) == &nodes[i]);
  }
}

int main(void) {
  gy_mpsc_init(&list, &head);
  CHECK(gy_mpsc_empty(&list, &head));
  CHECK(!gy_mpsc_begin(&list, &head));
  CHECK(gy_mpsc_pop(&list, &head) == NULL);

  gy_mpsc_push(&list, &nodes[0]);
  gy_mpsc_push(&list, &nodes[1]);
  gy_mpsc_push(&list, &nodes[2]);
  CHECK(!gy_mpsc_empty(&list, &head));
  CHECK(gy_mpsc_begin(&list, &head));
  expect(0, 1);
  gy_mpsc_push(&list, &nodes[3]);
  gy_mpsc_push(&list, &nodes[0]);
  CHECK(gy_mpsc_begin(&list, &head)); /* the old pass: 3 and 0 are not in it */
  expect(1, 3);
  CHECK(gy_mpsc_pop(&list, &head) == NULL);
  CHECK(!gy_mpsc_empty(&list, &head));

  CHECK(gy_mpsc_begin(&list, &head));
  CHECK(gy_mpsc_pop(&list, &head) == &nodes[3]);
  CHECK(gy_mpsc_pop(&list, &head) == &nodes[0]);
  CHECK(gy_mpsc_pop(&list, &head) == NULL);
  CHECK(gy_mpsc_empty(&list, &head));
  CHECK(!gy_mpsc_begin(&list, &head));

  for (int round = 0; round < 1000; round++) {
    for (int i = 0; i < NODES; i++) {
      gy_mpsc_push(&list, &nodes[i]);
    }
    CHECK(gy_mpsc_begin(&list, &head));
    expect(0, NODES);
    CHECK(gy_mpsc_pop(&list, &head) == NULL);
    CHECK(gy_mpsc_empty(&list, &head));
  }
  return 0;
}

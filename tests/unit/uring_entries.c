/* SPDX-License-Identifier: MIT */
/* Proves that a ring takes as many entries as its size and no more, returns each tag once with its
 * result, and still does when its indexes have wrapped many times. */
#include "../loop/ring.h"

enum { SENT_AT_ONCE = 128, UNDER_WAY = 256 };

static char tags[UNDER_WAY];
static int seen[UNDER_WAY];

static void add(gy_ring *ring, int number) {
  struct io_uring_sqe *entry = gy_ring_add(ring, &tags[number]);
  CHECK(entry != NULL);
  entry->opcode = number % 2 == 0 ? IORING_OP_NOP : IORING_OP_FSYNC;
  entry->fd = -1;
}

static void take_all(gy_ring *ring, int count) {
  void *tag;
  int result;
  memset(seen, 0, sizeof(seen));
  for (int left = count; left > 0;) {
    while (gy_ring_take(ring, &tag, &result)) {
      long number = (char *)tag - tags;
      CHECK(number >= 0 && number < count);
      CHECK_EQ(seen[number]++, 0);
      CHECK_EQ(result, number % 2 == 0 ? 0 : -EBADF);
      left--;
    }
    CHECK_EQ(gy_ring_under_way(ring), left);
    if (left > 0) {
      CHECK_EQ(gy_ring_enter(ring), 0);
    }
  }
  CHECK(!gy_ring_take(ring, &tag, &result));
  CHECK(!gy_ring_ready(ring));
}

int main(void) {
  ring_needed();
  int wake_fd = eventfd(0, EFD_CLOEXEC);
  gy_ring *ring = gy_ring_open(wake_fd);
  CHECK(ring != NULL);
  CHECK(!gy_ring_unsent(ring));
  CHECK(!gy_ring_ready(ring));
  CHECK_EQ(gy_ring_enter(ring), 0);
  for (int lap = 0; lap < 300; lap++) {
    for (int i = 0; i < UNDER_WAY; i++) {
      if (i == SENT_AT_ONCE) {
        CHECK(gy_ring_unsent(ring));
        CHECK(gy_ring_add(ring, tags) == NULL);
        CHECK_EQ(gy_ring_enter(ring), 0);
        CHECK(!gy_ring_unsent(ring));
      }
      add(ring, i);
    }
    CHECK_EQ(gy_ring_enter(ring), 0);
    CHECK(gy_ring_add(ring, tags) == NULL); /* otherwise a completion might find no room */
    take_all(ring, UNDER_WAY);
    for (int i = 0; i < lap % 7; i++) {
      add(ring, i);
    }
    take_all(ring, lap % 7);
  }
  for (int i = 0; i < 5; i++) {
    add(ring, i);
  }
  for (int i = 0; i < 5; i++) {
    CHECK(gy_ring_take_back(ring) == &tags[i]);
  }
  CHECK(gy_ring_take_back(ring) == NULL);
  CHECK_EQ(gy_ring_under_way(ring), 0);
  gy_ring_close(ring);
  CHECK_EQ(ring_count(), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that a thread that goes to sleep misses no completion: when the signal is switched on,
 * either the ring shows that there is one, or the descriptor is signalled. While it is off, it is
 * not. */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "../loop/ring.h"

enum { ROUNDS = 20000 };

static int ends[2];
static atomic_int asked;

static void *writer(void *unused) {
  (void)unused;
  for (int round = 1; round <= ROUNDS; round++) {
    while (atomic_load(&asked) < round) {
    }
    for (volatile int i = 0; i < round % 400; i++) {
    }
    CHECK_EQ(write(ends[1], "x", 1), 1);
  }
  return NULL;
}

static void read_byte(gy_ring *ring, char *byte) {
  struct io_uring_sqe *entry = gy_ring_add(ring, byte);
  entry->opcode = IORING_OP_READ;
  entry->fd = ends[0];
  entry->addr = (uintptr_t)byte;
  entry->len = 1;
  CHECK_EQ(gy_ring_enter(ring), 0);
}

int main(void) {
  pthread_t thread;
  char byte;
  void *tag;
  int result;
  uint64_t count;
  int slept = 0;
  ring_needed();
  int wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  gy_ring *ring = gy_ring_open(wake_fd);
  CHECK_EQ(pipe(ends), 0);
  CHECK(!gy_ring_signals(ring));
  read_byte(ring, &byte);
  CHECK_EQ(write(ends[1], "x", 1), 1);
  CHECK(gy_ring_ready(ring));
  CHECK_EQ(read(wake_fd, &count, sizeof(count)), -1);
  CHECK_EQ(gy_ring_enter(ring), 0);
  CHECK(gy_ring_take(ring, &tag, &result));

  CHECK_EQ(pthread_create(&thread, NULL, writer, NULL), 0);
  for (int round = 1; round <= ROUNDS; round++) {
    read_byte(ring, &byte);
    atomic_store(&asked, round);
    gy_ring_signal(ring, true);
    if (!gy_ring_ready(ring)) {
      struct pollfd wake = {.fd = wake_fd, .events = POLLIN};
      slept++;
      CHECK_EQ(poll(&wake, 1, 20000), 1);
    }
    gy_ring_signal(ring, false);
    while (!gy_ring_take(ring, &tag, &result)) {
      CHECK(gy_ring_ready(ring));
      CHECK_EQ(gy_ring_enter(ring), 0);
    }
    CHECK(tag == &byte);
    CHECK_EQ(result, 1);
    ssize_t ignored = read(wake_fd, &count, sizeof(count));
    (void)ignored;
  }
  CHECK(slept > 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  gy_ring_close(ring);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that a ring knows its thread: another one is refused, even if the system gives it the id
 * of the first one, which has ended; and so is the child of a fork, which closes the ring without
 * harm to its own memory or to the parent's operations. */
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "../loop/ring.h"

static int wake_fd;
static gy_ring *ring;

static void *open_one(void *unused) {
  (void)unused;
  ring = gy_ring_open(wake_fd);
  CHECK(ring != NULL);
  CHECK(gy_ring_is_ours(ring));
  return NULL;
}

static void *look(void *unused) {
  (void)unused;
  CHECK(!gy_ring_is_ours(ring));
  return NULL;
}

static int in_child(void) {
  CHECK(!gy_ring_is_ours(ring));
  /* The child has nothing mapped where the parent has its ring: map something of ours there. */
  for (int i = 0; i < 64; i++) {
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED);
    *page = 'x';
    if (i == 0) {
      gy_ring_close(ring);
    }
    CHECK_EQ(*page, 'x');
  }
  CHECK_EQ(ring_count(), 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  int ends[2];
  int status;
  int result;
  char byte;
  void *tag;
  ring_needed();
  wake_fd = eventfd(0, EFD_CLOEXEC);
  CHECK_EQ(pthread_create(&thread, NULL, open_one, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK(!gy_ring_is_ours(ring));
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(pthread_create(&thread, NULL, look, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
  }
  gy_ring_close(ring);

  ring = gy_ring_open(wake_fd);
  CHECK_EQ(pipe(ends), 0);
  struct io_uring_sqe *entry = gy_ring_add(ring, &byte);
  entry->opcode = IORING_OP_READ;
  entry->fd = ends[0];
  entry->addr = (uintptr_t)&byte;
  entry->len = 1;
  CHECK_EQ(gy_ring_enter(ring), 0);
  pid_t child = fork();
  if (child == 0) {
    _exit(in_child());
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  CHECK(gy_ring_is_ours(ring));
  CHECK_EQ(write(ends[1], "y", 1), 1);
  while (!gy_ring_take(ring, &tag, &result)) {
    CHECK_EQ(gy_ring_enter(ring), 0);
  }
  CHECK_EQ(result, 1);
  CHECK_EQ(byte, 'y');
  child = fork();
  if (child == 0) { /* and a program that is executed does not inherit it */
    execl("/bin/sh", "sh", "-c", "! ls -l /proc/$$/fd | grep -q io_uring", (char *)NULL);
    _exit(1);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
  gy_ring_close(ring);
  return 0;
}

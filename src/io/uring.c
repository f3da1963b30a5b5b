/* SPDX-License-Identifier: MIT */
/*
 * io_uring by its system calls: see uring.h. A library for it would have to be linked by every
 * program that links libgyre.a, and this file is all that is needed of it.
 */
#include "io/uring.h"

#include <errno.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/check.h"
#include "os/arch.h"
#include "os/environment.h"

#define ENTRIES 128u
#define SILENT_ENTRIES 4u

/*
 * The kernel first sets a bit in shared memory, then decides whether to signal. Not every processor
 * shows the two in this order to another one.
 */
#define MUST_ASK_KERNEL (!GY_ARCH_STORES_IN_ORDER)

/* An index that kernel and process share. */
typedef _Atomic unsigned shared_index;

struct gy_ring {
  int fd;
  bool signals;
  uint64_t owner;     /* see this_thread */
  unsigned forks;     /* of the process, when it was opened */
  unsigned unsent;    /* filled in, not submitted */
  unsigned under_way; /* submitted or unsent, completion not taken; at most cq_entries */
  unsigned cq_entries;
  unsigned sq_mask;
  unsigned cq_mask;
  shared_index *sq_tail;
  shared_index *sq_flags;
  shared_index *cq_head;
  shared_index *cq_tail;
  shared_index *cq_flags;
  struct io_uring_sqe *sqes;
  const struct io_uring_cqe *cqes;
  void *rings; /* both rings are in one mapping */
  size_t rings_size;
  size_t sqes_size;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool allowed;
unsigned gy_ring_forks;

static void count_fork(void) { gy_ring_forks++; }

static void read_environment(void) {
  const char *use = gy_environment_get("UV_USE_IO_URING");
  const char *backend = gy_environment_get("GYRE_BACKEND");
  bool epoll = backend != NULL && strcmp(backend, "epoll") == 0;
  if (backend != NULL && !epoll && strcmp(backend, "uring") != 0) {
    fprintf(stderr, "gyre: GYRE_BACKEND is epoll or uring; there is no \"%s\"\n", backend);
  }
  bool wanted = !epoll && (use == NULL || atoi(use) != 0);
  /* Without a fork handler, a child could take the parent's ring for its own. */
  allowed = wanted && pthread_atfork(NULL, NULL, count_fork) == 0;
}

bool gy_ring_allowed(void) {
  pthread_once(&once, read_environment);
  return allowed;
}

/* A number that no other thread has or had: the system's thread ids are reused. */
static uint64_t this_thread(void) {
  static atomic_ullong last;
  static _Thread_local uint64_t number __attribute__((tls_model("initial-exec")));
  if (number == 0) {
    number = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
  }
  return number;
}

static int map_rings(gy_ring *ring, const struct io_uring_params *params) {
  size_t sq_size = params->sq_off.array + params->sq_entries * sizeof(unsigned);
  size_t cq_size = params->cq_off.cqes + params->cq_entries * sizeof(struct io_uring_cqe);
  ring->rings_size = sq_size > cq_size ? sq_size : cq_size;
  ring->sqes_size = params->sq_entries * sizeof(struct io_uring_sqe);
  ring->rings = mmap(NULL, ring->rings_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                     ring->fd, IORING_OFF_SQ_RING);
  if (ring->rings == MAP_FAILED) {
    return -errno;
  }
  void *sqes = mmap(NULL, ring->sqes_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                    ring->fd, IORING_OFF_SQES);
  if (sqes == MAP_FAILED) {
    int err = -errno;
    munmap(ring->rings, ring->rings_size);
    return err;
  }
  /* A child of fork must not write into the parent's ring. */
  madvise(ring->rings, ring->rings_size, MADV_DONTFORK);
  madvise(sqes, ring->sqes_size, MADV_DONTFORK);
  char *base = ring->rings;
  ring->sqes = sqes;
  ring->sq_tail = (shared_index *)(base + params->sq_off.tail);
  ring->sq_flags = (shared_index *)(base + params->sq_off.flags);
  ring->cq_head = (shared_index *)(base + params->cq_off.head);
  ring->cq_tail = (shared_index *)(base + params->cq_off.tail);
  ring->cq_flags = (shared_index *)(base + params->cq_off.flags);
  ring->cqes = (const struct io_uring_cqe *)(base + params->cq_off.cqes);
  ring->sq_mask = params->sq_entries - 1;
  ring->cq_mask = params->cq_entries - 1;
  ring->cq_entries = params->cq_entries;
  unsigned *order = (unsigned *)(base + params->sq_off.array);
  for (unsigned i = 0; i < params->sq_entries; i++) {
    order[i] = i;
  }
  return 0;
}

static gy_ring *open_ring(unsigned entries) {
  struct io_uring_params params = {.flags = IORING_SETUP_CLAMP | IORING_SETUP_SINGLE_ISSUER |
                                            IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_TASKRUN_FLAG};
  const unsigned needed = IORING_FEAT_SINGLE_MMAP | IORING_FEAT_NODROP | IORING_FEAT_RW_CUR_POS;
  gy_ring *ring = gy_alloc_zeroed(1, sizeof(*ring));
  if (ring == NULL) {
    return NULL;
  }
  ring->owner = this_thread();
  ring->forks = gy_ring_forks;
  ring->fd = (int)syscall(SYS_io_uring_setup, entries, &params);
  if (ring->fd < 0) {
    goto fail_alloc;
  }
  if ((params.features & needed) != needed || map_rings(ring, &params) != 0) {
    goto fail_fd;
  }
  gy_ring_signal(ring, false);
  return ring;

fail_fd:
  close(ring->fd);
fail_alloc:
  gy_free(ring);
  return NULL;
}

gy_ring *gy_ring_open_silent(void) { return open_ring(SILENT_ENTRIES); }

gy_ring *gy_ring_open(int wake_fd) {
  gy_ring *ring = open_ring(ENTRIES);
  if (ring != NULL &&
      syscall(SYS_io_uring_register, ring->fd, IORING_REGISTER_EVENTFD, &wake_fd, 1) != 0) {
    gy_ring_close(ring);
    ring = NULL;
  }
  return ring;
}

void gy_ring_close(gy_ring *ring) {
  if (ring->forks ==
      gy_ring_forks) { /* the child of a fork has no such mapping, or another one there */
    munmap(ring->sqes, ring->sqes_size);
    munmap(ring->rings, ring->rings_size);
  }
  close(ring->fd);
  gy_free(ring);
}

bool gy_ring_is_ours(const gy_ring *ring) {
  return ring->owner == this_thread() && ring->forks == gy_ring_forks;
}

struct io_uring_sqe *gy_ring_add(gy_ring *ring, void *tag) {
  if (ring->under_way == ring->cq_entries || ring->unsent > ring->sq_mask) {
    return NULL;
  }
  unsigned tail = atomic_load_explicit(ring->sq_tail, memory_order_relaxed);
  struct io_uring_sqe *entry = &ring->sqes[tail & ring->sq_mask];
  memset(entry, 0, sizeof(*entry));
  entry->user_data = (uintptr_t)tag;
  /* The kernel reads it only when it is entered, so it may be filled in after this. */
  atomic_store_explicit(ring->sq_tail, tail + 1, memory_order_release);
  ring->unsent++;
  ring->under_way++;
  return entry;
}

void *gy_ring_take_back(gy_ring *ring) {
  if (ring->unsent == 0) {
    return NULL;
  }
  unsigned first = atomic_load_explicit(ring->sq_tail, memory_order_relaxed) - ring->unsent;
  ring->unsent--;
  ring->under_way--;
  return (void *)(uintptr_t)ring->sqes[first & ring->sq_mask].user_data;
}

_Static_assert(GY_RING_NEWS == (IORING_SQ_TASKRUN | IORING_SQ_CQ_OVERFLOW), "the kernel's bits");

const _Atomic unsigned *gy_ring_flags(const gy_ring *ring) { return ring->sq_flags; }

bool gy_ring_unsent(const gy_ring *ring) { return ring->unsent > 0; }

unsigned gy_ring_under_way(const gy_ring *ring) { return ring->under_way; }

bool gy_ring_ready(const gy_ring *ring) {
  unsigned flags = atomic_load_explicit(ring->sq_flags, memory_order_acquire);
  unsigned tail = atomic_load_explicit(ring->cq_tail, memory_order_acquire);
  return tail != atomic_load_explicit(ring->cq_head, memory_order_relaxed) ||
         (flags & GY_RING_NEWS) != 0;
}

int gy_ring_enter(gy_ring *ring) {
  do {
    long sent =
        syscall(SYS_io_uring_enter, ring->fd, ring->unsent, 0, IORING_ENTER_GETEVENTS, NULL, 0);
    if (sent < 0 && errno != EINTR) {
      return -errno;
    }
    ring->unsent -= sent < 0 ? 0 : (unsigned)sent;
  } while (ring->unsent > 0);
  return 0;
}

bool gy_ring_take(gy_ring *ring, void **tag, int *result) {
  unsigned head = atomic_load_explicit(ring->cq_head, memory_order_relaxed);
  if (head == atomic_load_explicit(ring->cq_tail, memory_order_acquire)) {
    return false;
  }
  const struct io_uring_cqe *entry = &ring->cqes[head & ring->cq_mask];
  *tag = (void *)(uintptr_t)entry->user_data;
  *result = entry->res;
  atomic_store_explicit(ring->cq_head, head + 1, memory_order_release);
  ring->under_way--;
  return true;
}

bool gy_ring_signals(const gy_ring *ring) { return ring->signals; }

/* The swap is a full barrier: whoever looks at the ring afterwards sees what came before it. */
void gy_ring_signal(gy_ring *ring, bool on) {
  ring->signals = on;
  atomic_exchange(ring->cq_flags, on ? 0 : IORING_CQ_EVENTFD_DISABLED);
  if (MUST_ASK_KERNEL && on && ring->under_way > ring->unsent) {
    syscall(SYS_io_uring_enter, ring->fd, 0, 0, IORING_ENTER_GETEVENTS, NULL, 0);
  }
}

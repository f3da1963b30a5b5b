/* SPDX-License-Identifier: MIT */
/*
 * Entries of an io_uring: they are not calls, but lie in memory that the kernel reads on
 * io_uring_enter. Reads and writes are changed here just before that, so that they do less or fail;
 * the kernel itself then reports it.
 */
#include <linux/io_uring.h>
#include <stddef.h>
#include <sys/mman.h>

#include "interpose.h"

static struct {
  int fd;
  struct io_uring_params params;
  char *ring;
  struct io_uring_sqe *entries;
} ring = {.fd = -1};

/* In a small ring, which watches epoll, there is nothing to change. */
void interpose_ring_made(int fd, const struct io_uring_params *params) {
  if (params->sq_entries <= 4) {
    return;
  }
  ring.fd = fd;
  ring.params = *params;
  ring.ring = NULL;
  ring.entries = NULL;
}

void interpose_ring_mapped(int fd, long offset, void *where) {
  if (fd < 0 || fd != ring.fd || where == MAP_FAILED) {
    return;
  }
  if (offset == (long)IORING_OFF_SQ_RING) {
    ring.ring = where;
  } else if (offset == (long)IORING_OFF_SQES) {
    ring.entries = where;
  }
}

static void spoil(struct io_uring_sqe *entry) {
  bool one = entry->opcode == IORING_OP_READ || entry->opcode == IORING_OP_WRITE;
  bool many = entry->opcode == IORING_OP_READV || entry->opcode == IORING_OP_WRITEV;
  int error = one || many ? interpose_strike(CALL_ring_entry) : 0;
  if (error == LESS) {
    entry->len = 1; /* bytes or buffers */
  } else if (error != 0) {
    entry->fd = -1;
  }
}

void interpose_ring_spoil(int fd, unsigned count) {
  if (fd != ring.fd || ring.ring == NULL || ring.entries == NULL) {
    return;
  }
  const unsigned *head = (const unsigned *)(ring.ring + ring.params.sq_off.head);
  const unsigned *order = (const unsigned *)(ring.ring + ring.params.sq_off.array);
  unsigned mask = ring.params.sq_entries - 1;
  for (unsigned i = 0; i < count; i++) {
    spoil(&ring.entries[order[(*head + i) & mask]]);
  }
}

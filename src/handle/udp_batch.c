/* SPDX-License-Identifier: MIT */
/*
 * Sends the datagrams of many sockets in one system call, through a ring that the loop has for
 * this.
 *
 * What is sent from a send callback waits for the pending phase. The first handle that is reached
 * there submits the first datagram of each waiting handle, in the order in which they began to
 * wait; the callbacks come one by one as usual. It is only one per handle, because if there is no
 * room for a datagram, the next one must not overtake it.
 *
 * No entry is ever left with the kernel: it is told not to wait, so all are done, or refused, when
 * the system call returns. What a ring cannot do is left for the plain call.
 */
#include <errno.h>
#include <linux/io_uring.h>
#include <string.h>

#include "base/alloc.h"
#include "handle/udp.h"
#include "io/uring.h"

/* Rounds with several handles before a ring is considered worth its memory and descriptor. */
#define ROUNDS_BEFORE 64
/* Room for those datagrams of one call that consist of several buffers. */
#define FLAT_SIZE 16384

typedef struct {
  gy_queue waiting; /* handles with datagrams that were not tried yet */
  gy_ring *ring;    /* NULL: none yet, or it was refused */
  unsigned rounds;
  bool refused;
} gy_udp_batch;

/* NULL if there is no memory: then each handle sends its own. */
static gy_udp_batch *batch_of(gy_loop *loop) {
  if (loop->udp_batch == NULL) {
    gy_udp_batch *batch = gy_alloc_zeroed(1, sizeof(*batch));
    if (batch != NULL) {
      gy_queue_init(&batch->waiting);
    }
    loop->udp_batch = batch;
  }
  return loop->udp_batch;
}

void gy_udp_batch_add(gy_udp *udp) {
  gy_udp_batch *batch = batch_of(udp->handle.loop);
  if (batch != NULL && gy_queue_empty(gy_udp_waiting(udp))) {
    gy_queue_push_back(&batch->waiting, gy_udp_waiting(udp));
  }
}

static void drop_ring(gy_udp_batch *batch) {
  gy_ring_close(batch->ring);
  batch->ring = NULL;
}

/* The ring, if this thread may use one and it is worth it. */
static gy_ring *ring_of(gy_loop *loop, gy_udp_batch *batch) {
  if (batch->ring != NULL && !gy_ring_is_ours(batch->ring)) {
    drop_ring(batch);
  }
  if (batch->ring == NULL && !batch->refused && ++batch->rounds > ROUNDS_BEFORE) {
    bool possible = loop->io.wake_fd >= 0 && loop->io.virtual_ns == NULL && gy_ring_allowed();
    batch->ring = possible ? gy_ring_open(loop->io.wake_fd) : NULL; /* it never signals */
    batch->refused = batch->ring == NULL;
  }
  return batch->ring;
}

/* False if there is no room for it in this call. */
static bool add(gy_ring *ring, gy_udp_send *send, char *flat, size_t *used) {
  if (send->count > 1 && send->size > FLAT_SIZE - *used) {
    return send->size > FLAT_SIZE; /* it never fits: left for the plain call */
  }
  struct io_uring_sqe *entry = gy_ring_add(ring, send);
  if (entry == NULL) {
    return false;
  }
  const char *data = send->bufs[0].base;
  if (send->count > 1) {
    data = gy_udp_send_flatten(send->bufs, send->count, flat + *used);
    *used += send->size;
  }
  entry->opcode = IORING_OP_SEND;
  entry->fd = send->udp->watcher.fd;
  entry->addr = (uintptr_t)data;
  entry->len = (unsigned)send->size;
  entry->msg_flags = MSG_DONTWAIT;
  if (send->address.ss_family != AF_UNSPEC) {
    entry->addr2 = (uintptr_t)&send->address;
    entry->addr_len = (uint16_t)gy_udp_send_address_size((struct sockaddr *)&send->address);
  }
  return true;
}

/* The datagram is sent, or there was an error, which the kernel reports only once. "No room", and
 * errors that may mean that a ring cannot do it, are left to the plain call. */
static void settle(gy_udp_send *send, int result) {
  if (result != -EAGAIN && result != -ENOBUFS && result != -EINVAL && result != -EOPNOTSUPP) {
    gy_udp_send_settle(send->udp, result < 0 ? result : 0);
  }
}

/* One system call with as many datagrams as fit. */
static void send_some(gy_udp_batch *batch) {
  char flat[FLAT_SIZE];
  size_t used = 0;
  gy_ring *ring = batch->ring;
  bool room = true;
  while (room && !gy_queue_empty(&batch->waiting)) {
    gy_udp *udp = gy_udp_that_waits(batch->waiting.next);
    /* None is left if an error of the socket made it send them meanwhile. */
    room = gy_queue_empty(&udp->sends) ||
           add(ring, GY_CONTAINER(udp->sends.next, gy_udp_send, link), flat, &used);
    if (room) {
      gy_queue_remove(gy_udp_waiting(udp));
    }
  }
  int err = gy_ring_enter(ring);
  while (err != 0 && gy_ring_take_back(ring) != NULL) {
  }
  while (gy_ring_under_way(ring) > 0) {
    void *tag;
    int result;
    if (gy_ring_take(ring, &tag, &result)) {
      settle(tag, result);
    } else {
      gy_ring_enter(ring);
    }
  }
  if (err != 0) {
    drop_ring(batch);
    batch->refused = true;
  }
}

void gy_udp_batch_send(gy_loop *loop) {
  gy_udp_batch *batch = loop->udp_batch;
  bool several = batch->waiting.next != batch->waiting.prev;
  bool ring = several && ring_of(loop, batch) != NULL;
  while (!gy_queue_empty(&batch->waiting)) {
    if (ring && batch->ring != NULL) {
      send_some(batch);
    } else {
      gy_queue_pop(&batch->waiting);
    }
  }
}

void gy_udp_batch_release(gy_loop *loop) {
  gy_udp_batch *batch = loop->udp_batch;
  if (batch != NULL && batch->ring != NULL) {
    drop_ring(batch);
  }
  gy_free(batch);
  loop->udp_batch = NULL;
}

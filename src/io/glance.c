/* SPDX-License-Identifier: MIT */
/* A ring that watches epoll: see glance.h. */
#include "io/glance.h"

#include <linux/io_uring.h>
#include <poll.h>
#include <stddef.h>

/* After this many empty answers in a row, more are likely. Arming the ring and reading its report
 * costs about as much as ten of them. */
#define EMPTY_ENOUGH 32

static void refuse(gy_glance *glance) {
  gy_glance_close(glance);
  glance->refused = true;
}

void gy_glance_close(gy_glance *glance) {
  if (glance->ring != NULL) {
    gy_ring_close(glance->ring);
  }
  *glance = (gy_glance){.ring = NULL};
}

/* Takes what the ring has reported; false if it cannot do what we need. */
static bool reap(gy_ring *ring) {
  void *tag;
  int result;
  while (gy_ring_take(ring, &tag, &result)) {
    if (result < 0) {
      return false;
    }
  }
  return true;
}

static bool tell(gy_glance *glance, int epoll_fd) {
  gy_ring *ring = glance->ring;
  if (gy_ring_ready(ring) && gy_ring_enter(ring) != 0) {
    return false;
  }
  if (!reap(ring)) {
    return false;
  }
  if (gy_ring_under_way(ring) > 0) {
    return true; /* the last watch has not reported yet */
  }
  struct io_uring_sqe *entry = gy_ring_add(ring, glance);
  entry->opcode = IORING_OP_POLL_ADD;
  entry->fd = epoll_fd;
  entry->poll32_events = POLLIN;
  return gy_ring_enter(ring) == 0;
}

static bool open_ring(gy_glance *glance) {
  gy_ring *ring = gy_ring_allowed() ? gy_ring_open_silent() : NULL;
  if (ring == NULL) {
    return false;
  }
  *glance = (gy_glance){.ring = ring, .flags = gy_ring_flags(ring), .forks = gy_ring_forks};
  return true;
}

void gy_glance_begin(gy_glance *glance) {
  if (glance->ring != NULL && !gy_ring_is_ours(glance->ring)) {
    gy_glance_close(glance);
  }
}

static bool is_told(const gy_ring *ring) {
  return gy_ring_under_way(ring) > 0 && !gy_ring_ready(ring);
}

void gy_glance_asked(gy_glance *glance, int epoll_fd, int events) {
  glance->quiet = false;
  gy_glance_begin(glance); /* a callback may have forked */
  if (events != 0) {
    glance->empty = 0;
  } else if (glance->ring != NULL && is_told(glance->ring)) {
    glance->quiet = true;
  } else if (!glance->refused && ++glance->empty == EMPTY_ENOUGH) {
    glance->empty = 0;
    if ((glance->ring == NULL && !open_ring(glance)) || !tell(glance, epoll_fd)) {
      refuse(glance);
    }
  }
}

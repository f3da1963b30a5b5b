/* SPDX-License-Identifier: MIT */
/*
 * The epoll backend. Owns the epoll descriptor and the eventfd with which other threads wake it. It
 * tells io->glance what epoll returned; while glance knows that there is nothing new, epoll is not
 * asked.
 *
 * The eventfd is watched edge-triggered and never read: each write makes one event, and its counter
 * would need centuries to overflow. That saves a system call per wake-up.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "io/io.h"

#define BATCH_MAX 1024
#define NS_PER_SECOND 1000000000
#define NS_PER_MS 1000000

static const gy_io_ops epoll_ops;

static uint32_t to_epoll(uint32_t events) {
  return ((events & GY_IO_READ) != 0 ? EPOLLIN : 0u) |
         ((events & GY_IO_WRITE) != 0 ? EPOLLOUT : 0u) |
         ((events & GY_IO_DISCONNECT) != 0 ? EPOLLRDHUP : 0u) |
         ((events & GY_IO_URGENT) != 0 ? EPOLLPRI : 0u);
}

static uint32_t from_epoll(uint32_t events) {
  return ((events & EPOLLIN) != 0 ? GY_IO_READ : 0u) |
         ((events & EPOLLOUT) != 0 ? GY_IO_WRITE : 0u) |
         ((events & EPOLLRDHUP) != 0 ? GY_IO_DISCONNECT : 0u) |
         ((events & EPOLLPRI) != 0 ? GY_IO_URGENT : 0u) |
         ((events & EPOLLERR) != 0 ? GY_IO_ERROR : 0u) |
         ((events & EPOLLHUP) != 0 ? GY_IO_HANGUP : 0u);
}

static int control(gy_io *io, int operation, int fd, uint32_t stamp, uint32_t events) {
  struct epoll_event event = {.events = events, .data.u64 = (uint64_t)stamp << 32 | (uint32_t)fd};
  return epoll_ctl(io->fd, operation, fd, &event) == 0 ? 0 : -errno;
}

static int epoll_set(gy_io *io, int fd, uint32_t stamp, uint32_t before, uint32_t now) {
  if (now == 0) {
    return control(io, EPOLL_CTL_DEL, fd, stamp, 0);
  }
  uint32_t events = to_epoll(now);
  if (before != 0) {
    return control(io, EPOLL_CTL_MOD, fd, stamp, events);
  }
  int err = control(io, EPOLL_CTL_ADD, fd, stamp, events);
  /* A copy of the epoll descriptor in another process may have left it in the set. */
  return err == -EEXIST ? control(io, EPOLL_CTL_MOD, fd, stamp, events) : err;
}

static int epoll_probe(gy_io *io, int fd) {
  int err = control(io, EPOLL_CTL_ADD, fd, 0, EPOLLIN);
  if (err != 0) {
    return err == -EEXIST ? 0 : err;
  }
  return control(io, EPOLL_CTL_DEL, fd, 0, 0);
}

/* Without epoll_pwait2 (old kernels, filters that block it) waits are rounded up to 1 ms. */
static int wait_ms(gy_io *io, struct epoll_event *found, int max, int64_t timeout_ns,
                   const sigset_t *mask) {
  int timeout_ms = -1;
  if (timeout_ns >= 0) {
    int64_t rounded = timeout_ns / NS_PER_MS + (timeout_ns % NS_PER_MS != 0);
    timeout_ms = rounded > INT_MAX ? INT_MAX : (int)rounded;
  }
  return mask == NULL ? epoll_wait(io->fd, found, max, timeout_ms)
                      : epoll_pwait(io->fd, found, max, timeout_ms, mask);
}

static int wait_any(gy_io *io, struct epoll_event *found, int max, int64_t timeout_ns,
                    const sigset_t *mask) {
  static atomic_bool no_pwait2;
#ifdef SYS_epoll_pwait2
  if (timeout_ns > 0 && !atomic_load_explicit(&no_pwait2, memory_order_relaxed)) {
    struct timespec timeout = {.tv_sec = (time_t)(timeout_ns / NS_PER_SECOND),
                               .tv_nsec = (long)(timeout_ns % NS_PER_SECOND)};
    int count = (int)syscall(SYS_epoll_pwait2, io->fd, found, max, &timeout, mask, _NSIG / 8);
    if (count >= 0 || (errno != ENOSYS && errno != EPERM)) {
      return count;
    }
    atomic_store_explicit(&no_pwait2, true, memory_order_relaxed);
  }
#endif
  return wait_ms(io, found, max, timeout_ns, mask);
}

static int epoll_await(gy_io *io, gy_event *events, int max, int64_t timeout_ns,
                       const sigset_t *mask) {
  struct epoll_event found[BATCH_MAX];
  int count = wait_any(io, found, max > BATCH_MAX ? BATCH_MAX : max, timeout_ns, mask);
  if (count < 0) {
    return -errno;
  }
  if (timeout_ns == 0 || count > 0) {
    gy_glance_asked(&io->glance, io->fd, count);
  }
  int kept = 0;
  for (int i = 0; i < count; i++) {
    int fd = (int)(uint32_t)found[i].data.u64;
    if (fd == io->wake_fd) {
      continue;
    }
    events[kept++] = (gy_event){.fd = fd,
                                .stamp = (uint32_t)(found[i].data.u64 >> 32),
                                .events = from_epoll(found[i].events)};
  }
  return kept;
}

static void epoll_wake(gy_io *io) {
  int saved = errno;
  uint64_t one = 1;
  ssize_t written;
  do {
    written = write(io->wake_fd, &one, sizeof(one));
  } while (written < 0 && errno == EINTR);
  GY_CHECK(written == sizeof(one));
  errno = saved;
}

static void epoll_close(gy_io *io) {
  gy_glance_close(&io->glance);
  close(io->wake_fd);
  close(io->fd);
  io->fd = io->wake_fd = -1;
}

static int epoll_fork(gy_io *io) {
  epoll_close(io);
  return gy_epoll_open(io);
}

int gy_epoll_open(gy_io *io) {
  int err;
  *io = (gy_io){.ops = &epoll_ops, .fd = -1, .wake_fd = -1};
  io->fd = epoll_create1(EPOLL_CLOEXEC);
  if (io->fd < 0) {
    return -errno;
  }
  io->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (io->wake_fd < 0) {
    err = -errno;
    goto fail_epoll;
  }
  err = control(io, EPOLL_CTL_ADD, io->wake_fd, 0, EPOLLIN | EPOLLET);
  if (err != 0) {
    goto fail_wake;
  }
  return 0;

fail_wake:
  close(io->wake_fd);
fail_epoll:
  close(io->fd);
  io->fd = io->wake_fd = -1;
  return err;
}

static const gy_io_ops epoll_ops = {
    .name = "epoll",
    .set = epoll_set,
    .probe = epoll_probe,
    .wait = epoll_await,
    .wake = epoll_wake,
    .fork = epoll_fork,
    .close = epoll_close,
};

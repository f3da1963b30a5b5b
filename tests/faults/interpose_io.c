/* SPDX-License-Identifier: MIT */
/* The calls that move data or fetch events: they may fail, and they may do less than requested. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "interpose.h"

#define EXPORT __attribute__((visibility("default")))

/* True: continue, with *SIZE cut to one if it shall do less. Otherwise errno is set. */
static bool proceeds(fault_call call, size_t *size) {
  int error = interpose_strike(call);
  if (error == LESS) {
    *size = *size < 1 ? *size : 1;
  } else if (error != 0) {
    errno = error;
  }
  return error == 0 || error == LESS;
}

EXPORT ssize_t read(int fd, void *to, size_t size) {
  bool inotify = interpose_kind(fd) == FD_INOTIFY;
  return proceeds(inotify ? CALL_inotify_read : CALL_read, &size) ? REAL(read)(fd, to, size) : -1;
}

/* Like proceeds, for outgoing data: see interpose_break. */
static bool may_put(fault_call call, int fd, size_t *size) {
  if (interpose_broken(fd) != 0) {
    errno = interpose_broken(fd);
    return false;
  }
  if (!proceeds(call, size)) {
    interpose_break(fd, errno);
    return false;
  }
  return true;
}

EXPORT ssize_t write(int fd, const void *from, size_t size) {
  bool event = interpose_kind(fd) == FD_EVENT;
  return may_put(event ? CALL_eventfd_write : CALL_write, fd, &size) ? REAL(write)(fd, from, size)
                                                                     : -1;
}

EXPORT ssize_t recv(int fd, void *to, size_t size, int flags) {
  return proceeds(CALL_recv, &size) ? REAL(recv)(fd, to, size, flags) : -1;
}

EXPORT ssize_t send(int fd, const void *from, size_t size, int flags) {
  return may_put(CALL_send, fd, &size) ? REAL(send)(fd, from, size, flags) : -1;
}

EXPORT ssize_t recvfrom(int fd, void *restrict to, size_t size, int flags, __SOCKADDR_ARG name,
                        socklen_t *restrict name_size) {
  return proceeds(CALL_recvfrom, &size) ? REAL(recvfrom)(fd, to, size, flags, name, name_size) : -1;
}

EXPORT ssize_t sendto(int fd, const void *from, size_t size, int flags, __CONST_SOCKADDR_ARG name,
                      socklen_t name_size) {
  return proceeds(CALL_sendto, &size) ? REAL(sendto)(fd, from, size, flags, name, name_size) : -1;
}

EXPORT ssize_t pread(int fd, void *to, size_t size, off_t offset) {
  return proceeds(CALL_pread, &size) ? REAL(pread)(fd, to, size, offset) : -1;
}

EXPORT ssize_t pwrite(int fd, const void *from, size_t size, off_t offset) {
  return proceeds(CALL_pwrite, &size) ? REAL(pwrite)(fd, from, size, offset) : -1;
}

static bool may_get(fault_call call, int fd, size_t *size) {
  (void)fd;
  return proceeds(call, size);
}

/* Less than requested for several buffers: a part of the first one that is not empty. */
#define VECTOR(name, call, check, parameters, some, all)                       \
  EXPORT ssize_t name parameters {                                             \
    while (count > 1 && parts->iov_len == 0) {                                 \
      parts++;                                                                 \
      count--;                                                                 \
    }                                                                          \
    struct iovec first = *parts;                                               \
    if (!check(call, fd, &first.iov_len)) {                                    \
      return -1;                                                               \
    }                                                                          \
    return first.iov_len == parts->iov_len ? REAL(name) all : REAL(name) some; \
  }

static bool is_file(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

VECTOR(readv, CALL_readv, may_get, (int fd, const struct iovec *parts, int count), (fd, &first, 1),
       (fd, parts, count))
VECTOR(writev, is_file(fd) ? CALL_writev_file : CALL_writev, may_put,
       (int fd, const struct iovec *parts, int count), (fd, &first, 1), (fd, parts, count))
VECTOR(preadv, CALL_preadv, may_get, (int fd, const struct iovec *parts, int count, off_t offset),
       (fd, &first, 1, offset), (fd, parts, count, offset))
VECTOR(pwritev, CALL_pwritev, may_put, (int fd, const struct iovec *parts, int count, off_t offset),
       (fd, &first, 1, offset), (fd, parts, count, offset))

/* For a message on a stream: its first byte, with all attachments. */
EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  struct msghdr less = *message;
  struct iovec first = message->msg_iov[0];
  bool datagram = interpose_kind(fd) == FD_DATAGRAM;
  if (!proceeds(datagram ? CALL_sendmsg_datagram : CALL_sendmsg, &first.iov_len)) {
    return -1;
  }
  if (first.iov_len != message->msg_iov[0].iov_len) {
    less.msg_iov = &first;
    less.msg_iovlen = 1;
  }
  return REAL(sendmsg)(fd, &less, flags);
}

EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  struct iovec *parts = message->msg_iov;
  struct iovec first = parts[0];
  bool datagram = interpose_kind(fd) == FD_DATAGRAM;
  if (!proceeds(datagram ? CALL_recvmsg_datagram : CALL_recvmsg, &first.iov_len)) {
    return -1;
  }
  size_t count = message->msg_iovlen;
  if (first.iov_len != parts[0].iov_len) {
    message->msg_iov = &first;
    message->msg_iovlen = 1;
  }
  ssize_t result = REAL(recvmsg)(fd, message, flags);
  message->msg_iov = parts;
  message->msg_iovlen = count;
  return result;
}

EXPORT int sendmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags) {
  size_t some = count;
  return proceeds(CALL_sendmmsg, &some) ? REAL(sendmmsg)(fd, messages, (unsigned)some, flags) : -1;
}

EXPORT int recvmmsg(int fd, struct mmsghdr *messages, unsigned count, int flags,
                    struct timespec *timeout) {
  size_t some = count;
  return proceeds(CALL_recvmmsg, &some)
             ? REAL(recvmmsg)(fd, messages, (unsigned)some, flags, timeout)
             : -1;
}

EXPORT int epoll_wait(int fd, struct epoll_event *events, int max, int timeout) {
  size_t some = (size_t)max;
  return proceeds(CALL_epoll_wait, &some) ? REAL(epoll_wait)(fd, events, (int)some, timeout) : -1;
}

EXPORT int epoll_pwait(int fd, struct epoll_event *events, int max, int timeout,
                       const sigset_t *mask) {
  size_t some = (size_t)max;
  return proceeds(CALL_epoll_pwait, &some) ? REAL(epoll_pwait)(fd, events, (int)some, timeout, mask)
                                           : -1;
}

EXPORT ssize_t sendfile(int out, int in, off_t *offset, size_t count) {
  return proceeds(CALL_sendfile, &count) ? REAL(sendfile)(out, in, offset, count) : -1;
}

EXPORT ssize_t copy_file_range(int in, off64_t *in_offset, int out, off64_t *out_offset,
                               size_t count, unsigned flags) {
  return proceeds(CALL_copy_file_range, &count)
             ? REAL(copy_file_range)(in, in_offset, out, out_offset, count, flags)
             : -1;
}

EXPORT ssize_t getrandom(void *to, size_t size, unsigned flags) {
  return proceeds(CALL_getrandom, &size) ? REAL(getrandom)(to, size, flags) : -1;
}

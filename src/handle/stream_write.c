/* SPDX-License-Identifier: MIT */
/*
 * Writing to a stream, and shutting down its writing side. What can be written at once is written;
 * the rest waits for the descriptor. Requests that wait together are sent together.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/check.h"
#include "handle/stream.h"
#include "loop/call.h"
#include "loop/choose.h"

_Static_assert(sizeof(gy_write) <= sizeof(uv_write_t), "gy_write fits");
_Static_assert(offsetof(gy_write, cb) == offsetof(uv_write_t, cb), "cb");
_Static_assert(offsetof(gy_write, send_handle) == offsetof(uv_write_t, send_handle), "send_handle");
_Static_assert(offsetof(gy_write, stream) == offsetof(uv_write_t, handle), "handle");

#define BUFS_MAX 1048576u
#define BATCH_MAX IOV_MAX
#define REQUESTS_MAX 32 /* finished for one event */

static size_t total_size(const uv_buf_t *bufs, unsigned count) {
  size_t size = 0;
  for (unsigned i = 0; i < count; i++) {
    size += bufs[i].len;
  }
  return size;
}

static ssize_t send_with_descriptor(int fd, struct iovec *parts, int count, int passed) {
  union {
    struct cmsghdr align;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof(control));
  struct msghdr message = {.msg_iov = parts,
                           .msg_iovlen = (size_t)count,
                           .msg_control = &control,
                           .msg_controllen = sizeof(control)};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(passed));
  memcpy(CMSG_DATA(header), &passed, sizeof(passed));
  return sendmsg(fd, &message, 0);
}

/* Like write, which is slower on a socket. */
static ssize_t write_or_send(gy_stream *stream, const struct iovec *part) {
  if ((stream->handle.flags & GY_STREAM_FILE) == 0) {
    ssize_t written = send(stream->watcher.fd, part->iov_base, part->iov_len, 0);
    if (written >= 0 || errno != ENOTSOCK) {
      return written;
    }
    stream->handle.flags |= GY_STREAM_FILE;
  }
  return write(stream->watcher.fd, part->iov_base, part->iov_len);
}

/* One system call. Returns bytes written or a negative errno. */
static ssize_t put(gy_stream *stream, struct iovec *parts, int count,
                   const uv_stream_t *send_handle) {
  ssize_t written;
  int passed = send_handle == NULL ? -1 : gy_stream_fd_of(send_handle);
  if (send_handle != NULL && passed < 0) {
    return UV_EBADF; /* closed while it waited */
  }
  do {
    if (send_handle != NULL) {
      written = send_with_descriptor(stream->watcher.fd, parts, count, passed);
    } else if (count == 1) {
      written = write_or_send(stream, parts);
    } else {
      written = writev(stream->watcher.fd, parts, count);
    }
  } while (written < 0 && errno == EINTR);
  if (written < 0) {
    /* No room for the message now; the kernel has several errors for that. */
    return errno == EWOULDBLOCK || errno == ENOBUFS ? UV_EAGAIN : -errno;
  }
  stream->handle.loop->sleep.exchange.seen |= GY_SAID;
  if (GY_UNLIKELY(gy_choose_on)) {
    gy_choose_spoke(stream->watcher.fd, false);
  }
  return written;
}

/* Its callback is due. The caller must see to it that gy_stream_call_written is called. */
static void settle(gy_stream *stream, gy_write *write, int error) {
  gy_queue_remove(&write->link);
  write->error = error;
  if (error == 0 && write->bufs != write->few) {
    gy_free(write->bufs);
    write->bufs = NULL;
  }
  gy_queue_push_back(&stream->written, &write->link);
}

/* Empty buffers after the last byte of a request are written by a separate call, when there is room
 * again, as with libuv: if the stream is closed before that, the request fails. */
static bool ends_empty(const gy_write *write) {
  return write->count - write->index > 1 && write->bufs[write->count - 1].len == 0;
}

/* Collects the buffers of all requests that may go out in one call. A descriptor goes with the
 * first. */
static int gather(gy_stream *stream, struct iovec *parts, const gy_write **last, size_t *size) {
  int count = 0;
  *size = 0;
  for (gy_queue *link = stream->writes.next; link != &stream->writes; link = link->next) {
    const gy_write *write = GY_CONTAINER(link, gy_write, link);
    if (count > 0 && (write->send_handle != NULL || count == BATCH_MAX)) {
      break;
    }
    *last = write;
    for (unsigned i = write->index; i < write->count && count < BATCH_MAX; i++) {
      parts[count++] =
          (struct iovec){.iov_base = write->bufs[i].base, .iov_len = write->bufs[i].len};
      *size += write->bufs[i].len;
    }
    if (write->send_handle != NULL || ends_empty(write)) {
      break;
    }
  }
  return count;
}

/* Subtracts WRITTEN bytes from a request. Returns how many are left for the next ones. */
static size_t take(gy_write *write, size_t written) {
  do {
    uv_buf_t *buf = &write->bufs[write->index];
    size_t part = written < buf->len ? written : buf->len;
    buf->base += part;
    buf->len -= part;
    written -= part;
    write->index += buf->len == 0;
  } while (written > 0 && write->index < write->count);
  return written;
}

/* Subtracts WRITTEN bytes from the requests, in order. Returns how many are finished. */
static int account(gy_stream *stream, size_t written, const gy_write *last) {
  int finished = 0;
  bool more = true;
  stream->write_queue_size -= written;
  while (more) {
    gy_write *write = GY_CONTAINER(stream->writes.next, gy_write, link);
    more = write != last;
    written = take(write, written);
    if (write->index < write->count) {
      break;
    }
    settle(stream, write, 0);
    finished++;
  }
  return finished;
}

/* The kernel has no room: watch for it, or, if the descriptor must block, wait here. */
static int wait_for_room(gy_stream *stream) {
  if ((stream->handle.flags & GY_STREAM_BLOCKING) == 0) {
    return gy_watcher_start(stream->handle.loop, &stream->watcher, GY_IO_WRITE);
  }
  struct pollfd room = {.fd = stream->watcher.fd, .events = POLLOUT};
  return poll(&room, 1, -1) >= 0 || errno == EINTR ? 0 : -errno;
}

/* After a call that has not taken everything (WRITTEN bytes, or an error): true if the next call
 * may be made at once. */
static bool go_on(gy_stream *stream, ssize_t written) {
  gy_loop *loop = stream->handle.loop;
  int err = written >= 0 || written == UV_EAGAIN ? wait_for_room(stream) : (int)written;
  if (err == 0) {
    return (stream->handle.flags & GY_STREAM_BLOCKING) != 0;
  }
  settle(stream, GY_CONTAINER(stream->writes.next, gy_write, link), err);
  gy_pending_add(loop, &stream->watcher); /* those behind it are next */
  gy_watcher_stop(loop, &stream->watcher, GY_IO_WRITE);
  return false;
}

/* Writes as much as the kernel takes, but only some requests, so that others get their turn. */
void gy_stream_write(gy_stream *stream) {
  struct iovec parts[BATCH_MAX];
  int finished = 0;
  while (!gy_queue_empty(&stream->writes)) {
    gy_write *first = GY_CONTAINER(stream->writes.next, gy_write, link);
    const gy_write *last = first;
    size_t size = 0;
    ssize_t written = UV_EAGAIN;
    if (finished < REQUESTS_MAX) {
      int count = gather(stream, parts, &last, &size);
      written = put(stream, parts, count, first->send_handle);
    }
    if (written >= 0) {
      first->send_handle = NULL;
      finished += account(stream, (size_t)written, last);
      if ((size_t)written == size && last->index == last->count) {
        continue;
      } /* else it is full, or others come before the rest of a long list of buffers */
    }
    if (!go_on(stream, written)) {
      return;
    }
    finished = 0;
  }
  gy_watcher_stop(stream->handle.loop, &stream->watcher, GY_IO_WRITE);
}

void gy_stream_cancel_writes(gy_stream *stream, int error) {
  while (!gy_queue_empty(&stream->writes)) {
    settle(stream, GY_CONTAINER(stream->writes.next, gy_write, link), error);
  }
}

void gy_stream_call_written(gy_stream *stream) {
  gy_loop *loop = stream->handle.loop;
  gy_queue ready;
  gy_queue_init(&ready);
  gy_queue_append(&ready, &stream->written);
  while (!gy_queue_empty(&ready)) {
    gy_write *write = GY_CONTAINER(gy_queue_pop(&ready), gy_write, link);
    gy_stream_request_end(stream, write);
    if (write->bufs != NULL) {
      stream->write_queue_size -=
          total_size(write->bufs + write->index, write->count - write->index);
      if (write->bufs != write->few) {
        gy_free(write->bufs);
      }
      write->bufs = NULL;
    }
    if (write->cb != NULL) {
      GY_CALL(loop, WRITE, write, write->cb, write->cb((uv_write_t *)write, write->error));
    }
  }
}

/* Nothing is left to write: starts the shutdown that waited for this. */
void gy_stream_drain(gy_stream *stream) {
  uv_shutdown_t *req = stream->shutdown;
  if (req == NULL) {
    return;
  }
  int err = 0;
  stream->shutdown = NULL;
  stream->handle.flags &= ~(unsigned)GY_STREAM_SHUTTING;
  gy_stream_request_end(stream, req);
  if (gy_handle_closing(&stream->handle)) {
    err = UV_ECANCELED;
  } else if (shutdown(stream->watcher.fd, SHUT_WR) != 0) {
    err = -errno;
  } else {
    stream->handle.flags |= GY_STREAM_SHUT;
    if (GY_UNLIKELY(gy_choose_on)) {
      gy_choose_spoke(stream->watcher.fd, false);
    }
  }
  if (req->cb != NULL) {
    GY_CALL(stream->handle.loop, SHUTDOWN, req, req->cb, req->cb(req, err));
  }
}

int uv_shutdown(uv_shutdown_t *req, uv_stream_t *handle, uv_shutdown_cb cb) {
  gy_stream *stream = gy_stream_of(handle);
  unsigned flags = stream->handle.flags;
  if ((flags & GY_STREAM_WRITABLE) == 0 || (flags & (GY_STREAM_SHUT | GY_STREAM_SHUTTING)) != 0 ||
      gy_handle_closing(&stream->handle)) {
    return UV_ENOTCONN;
  }
  gy_stream_request_begin(stream, req, UV_SHUTDOWN);
  GY_SCHEDULE(stream->handle.loop, SHUTDOWN, req, 0);
  req->handle = handle;
  req->cb = cb;
  stream->shutdown = req;
  stream->handle.flags = (flags | GY_STREAM_SHUTTING) & ~(unsigned)GY_STREAM_WRITABLE;
  if (gy_queue_empty(&stream->writes)) {
    gy_pending_add(stream->handle.loop, &stream->watcher);
  }
  return 0;
}

static int check_writable(const gy_stream *stream, const uv_buf_t *bufs, unsigned count,
                          const uv_stream_t *send_handle, size_t *size) {
  if (bufs == NULL || count == 0 || count > BUFS_MAX) {
    return UV_EINVAL;
  }
  *size = total_size(bufs, count);
  if (*size > GY_IO_BYTES_MAX) {
    return UV_EINVAL;
  }
  if (stream->watcher.fd < 0) {
    return UV_EBADF;
  }
  if ((stream->handle.flags & GY_STREAM_WRITABLE) == 0) {
    return UV_EPIPE;
  }
  if (send_handle == NULL) {
    return 0;
  }
  if (!gy_pipe_is_ipc(stream)) {
    return UV_EINVAL;
  }
  return gy_stream_fd_of(send_handle) < 0 ? UV_EBADF : 0;
}

/* A request for a stream without waiting requests: usually the kernel takes all of it. The list of
 * buffers is already copied, because the kernel may take only a part. */
static void write_first(gy_stream *stream, gy_write *write, size_t size) {
  /* uv_buf_t has the layout of struct iovec. */
  struct iovec *parts = (struct iovec *)write->bufs;
  ssize_t written = put(stream, parts, (int)write->count, write->send_handle);
  write->send_handle = written >= 0 ? NULL : write->send_handle;
  if (written == (ssize_t)size && !ends_empty(write)) {
    write->index = write->count;
    gy_queue_init(&write->link);
    settle(stream, write, 0);
  } else {
    stream->write_queue_size += size;
    gy_queue_push_back(&stream->writes, &write->link);
    if (written >= 0) {
      account(stream, (size_t)written, write);
    }
    if (go_on(stream, written)) {
      gy_stream_write(stream);
    }
  }
}

int uv_write2(uv_write_t *req, uv_stream_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
              uv_stream_t *send_handle, uv_write_cb cb) {
  gy_stream *stream = gy_stream_of(handle);
  gy_write *write = (gy_write *)req;
  size_t size;
  int err = check_writable(stream, bufs, nbufs, send_handle, &size);
  if (err != 0) {
    return err;
  }
  write->bufs = write->few;
  if (nbufs > sizeof(write->few) / sizeof(write->few[0])) {
    write->bufs = gy_alloc(nbufs * sizeof(*bufs));
    if (write->bufs == NULL) {
      return UV_ENOMEM;
    }
  }
  memcpy(write->bufs, bufs, nbufs * sizeof(*bufs));
  gy_stream_request_begin(stream, write, UV_WRITE);
  GY_SCHEDULE(stream->handle.loop, WRITE, write, 0);
  write->cb = cb;
  write->stream = handle;
  write->send_handle = send_handle;
  write->index = 0;
  write->count = nbufs;
  write->error = 0;
  bool first = gy_queue_empty(&stream->writes) && stream->connect == NULL;
  if (first && nbufs <= BATCH_MAX) {
    write_first(stream, write, size);
  } else {
    stream->write_queue_size += size;
    gy_queue_push_back(&stream->writes, &write->link);
    if (first) {
      gy_stream_write(stream);
    }
  }
  if (first && !gy_queue_empty(&stream->written)) {
    gy_pending_add(stream->handle.loop, &stream->watcher);
  }
  return 0;
}

int uv_write(uv_write_t *req, uv_stream_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
             uv_write_cb cb) {
  return uv_write2(req, handle, bufs, nbufs, NULL, cb);
}

int uv_try_write2(uv_stream_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
                  uv_stream_t *send_handle) {
  gy_stream *stream = gy_stream_of(handle);
  if (stream->connect != NULL || stream->write_queue_size != 0) {
    return UV_EAGAIN;
  }
  size_t size;
  int err = check_writable(stream, bufs, nbufs, send_handle, &size);
  if (err != 0) {
    return err;
  }
  /* uv_buf_t has the layout of struct iovec; the kernel only reads it. */
  int count = nbufs > IOV_MAX ? IOV_MAX : (int)nbufs;
  return (int)put(stream, (struct iovec *)bufs, count, send_handle);
}

int uv_try_write(uv_stream_t *handle, const uv_buf_t *bufs, unsigned int nbufs) {
  return uv_try_write2(handle, bufs, nbufs, NULL);
}

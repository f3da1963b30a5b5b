/* SPDX-License-Identifier: MIT */
/*
 * Reading from a stream. Every buffer that the program's alloc_cb provides is returned exactly once
 * through read_cb, whatever the result.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "handle/stream.h"
#include "loop/call.h"
#include "loop/choose.h"
#include "os/descriptor.h"

/* Reads per event. Then others get their turn, and the kernel reports again what is left. */
#define ROUNDS_MAX 32
#define SUGGESTED_SIZE (64 * 1024)

/* We never send more than one descriptor in a message, but others may. */
#define FDS_IN_A_MESSAGE 64

void gy_stream_stop_reading(gy_stream *stream) {
  if ((stream->handle.flags & GY_STREAM_READING) == 0) {
    return;
  }
  stream->handle.flags &= ~(unsigned)GY_STREAM_READING;
  gy_watcher_stop(stream->handle.loop, &stream->watcher, GY_IO_READ);
  gy_handle_stop(&stream->handle);
}

int uv_read_start(uv_stream_t *handle, uv_alloc_cb alloc_cb, uv_read_cb read_cb) {
  gy_stream *stream = gy_stream_of(handle);
  if (stream == NULL || alloc_cb == NULL || read_cb == NULL || gy_handle_closing(&stream->handle)) {
    return UV_EINVAL;
  }
  if ((stream->handle.flags & GY_STREAM_READING) != 0) {
    return UV_EALREADY;
  }
  if ((stream->handle.flags & GY_HANDLE_READABLE) == 0 || stream->watcher.fd < 0) {
    return UV_ENOTCONN;
  }
  int err = gy_watcher_start(stream->handle.loop, &stream->watcher, GY_IO_READ);
  if (err != 0) {
    return err;
  }
  stream->handle.flags |= GY_STREAM_READING;
  stream->alloc_cb = alloc_cb;
  stream->read_cb = read_cb;
  gy_handle_start(&stream->handle);
  GY_SCHEDULE(stream->handle.loop, READ, stream, 0);
  return 0;
}

int uv_read_stop(uv_stream_t *handle) {
  if (handle->loop == NULL) {
    return 0; /* never set up: programs stop everything when they end */
  }
  gy_stream_stop_reading(gy_stream_of(handle));
  GY_CANCEL(gy_loop_of(handle->loop), READ, handle);
  return 0;
}

static void call_back(gy_stream *stream, ssize_t nread, const uv_buf_t *buf) {
  GY_CALL(stream->handle.loop, READ, stream, stream->read_cb,
          stream->read_cb((uv_stream_t *)stream, nread, buf));
}

static void report_end(gy_stream *stream, const uv_buf_t *buf) {
  gy_stream_stop_reading(stream);
  call_back(stream, UV_EOF, buf);
}

/* Keeps the descriptors that came with a message; those that cannot be kept are closed. */
static int take_descriptors(gy_stream *stream, struct msghdr *message) {
  int err = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int fd;
      memcpy(&fd, CMSG_DATA(c) + i * sizeof(fd), sizeof(fd));
      err = err != 0 ? err : gy_listen_queue_fd(stream, fd);
      if (err != 0) {
        gy_descriptor_close(fd);
      }
    }
  }
  return err;
}

static ssize_t receive_message(gy_stream *stream, const uv_buf_t *buf) {
  union {
    struct cmsghdr align;
    char space[CMSG_SPACE(FDS_IN_A_MESSAGE * sizeof(int))];
  } control;
  struct iovec part = {.iov_base = buf->base, .iov_len = buf->len};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof(control)};
  ssize_t count;
  do {
    count = recvmsg(stream->watcher.fd, &message, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    return -errno;
  }
  int err = take_descriptors(stream, &message);
  return err != 0 ? err : count;
}

/* Like read, which is slower on a socket. */
static ssize_t read_or_receive(gy_stream *stream, const uv_buf_t *buf) {
  if ((stream->handle.flags & GY_STREAM_FILE) == 0) {
    ssize_t count = recv(stream->watcher.fd, buf->base, buf->len, 0);
    if (count >= 0 || errno != ENOTSOCK) {
      return count;
    }
    stream->handle.flags |= GY_STREAM_FILE;
  }
  return read(stream->watcher.fd, buf->base, buf->len);
}

static ssize_t receive(gy_stream *stream, const uv_buf_t *buf) {
  if (gy_pipe_is_ipc(stream)) {
    return receive_message(stream, buf);
  }
  ssize_t count;
  do {
    count = read_or_receive(stream, buf);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : count;
}

static bool reading(const gy_stream *stream) {
  return stream->watcher.fd >= 0 && (stream->handle.flags & GY_STREAM_READING) != 0;
}

/* One read and its callback; true if there may be more to read at once. */
static bool read_once(gy_stream *stream, bool hung_up) {
  uv_buf_t buf = {.base = NULL, .len = 0};
  /* door: alloc_cb is called within the loop's own work; ticks wait for the callback of the read */
  stream->alloc_cb((uv_handle_t *)stream, SUGGESTED_SIZE, &buf);
  if (!reading(stream)) { /* stopped or closed by alloc_cb: only return the buffer */
    if (buf.base != NULL) {
      call_back(stream, 0, &buf);
    }
    return false;
  }
  if (buf.base == NULL || buf.len == 0) {
    call_back(stream, UV_ENOBUFS, &buf);
    return false;
  }
  uv_buf_t part = buf;
  if (GY_UNLIKELY(gy_choose_on) && !gy_pipe_is_ipc(stream)) {
    part.len = gy_choose_size(uv_handle_type_name(stream->handle.type), buf.len);
  }
  ssize_t count = receive(stream, &part);
  if (count > 0) {
    bool partial = (size_t)count < part.len;
    if (partial && !gy_pipe_is_ipc(stream)) { /* IPC: a read ends where a descriptor was sent */
      stream->handle.flags |= GY_STREAM_PARTIAL;
    }
    stream->handle.loop->sleep.exchange.seen |= GY_HEARD;
    call_back(stream, count, &buf);
    return !partial && part.len == buf.len; /* the program did not ask for less: no second read */
  }
  if (count == 0 || (count == -EIO && hung_up && stream->handle.type == UV_NAMED_PIPE)) {
    report_end(stream, &buf); /* a terminal that was opened as a pipe returns EIO at its end */
  } else if (count == -EAGAIN || count == -EWOULDBLOCK) {
    call_back(stream, 0, &buf);
  } else {
    stream->handle.flags &= ~(unsigned)(GY_HANDLE_READABLE | GY_STREAM_WRITABLE);
    call_back(stream, count, &buf);
    gy_stream_stop_reading(stream);
  }
  return false;
}

/* A read of a terminal may return less than there is. */
static bool is_terminal(const gy_stream *stream) {
  struct stat info;
  return fstat(stream->watcher.fd, &info) == 0 && S_ISCHR(info.st_mode);
}

void gy_stream_read(gy_stream *stream, uint32_t events) {
  stream->handle.flags &= ~(unsigned)GY_STREAM_PARTIAL;
  bool hung_up = (events & GY_IO_HANGUP) != 0;
  for (int round = 0; round < ROUNDS_MAX && reading(stream); round++) {
    if (!read_once(stream, hung_up)) {
      break;
    }
  }
  /* The peer is gone and everything it sent has been read: no further event would say so. The same
   * holds after a reset, as with libuv: if data came before it, the program sees an end, not an
   * error. */
  if (hung_up && reading(stream) && (stream->handle.flags & GY_STREAM_PARTIAL) != 0) {
    if (is_terminal(stream)) {
      while (reading(stream) && (stream->handle.flags & GY_STREAM_PARTIAL) != 0) {
        stream->handle.flags &= ~(unsigned)GY_STREAM_PARTIAL;
        read_once(stream, hung_up);
      }
      return;
    }
    uv_buf_t none = {.base = NULL, .len = 0};
    report_end(stream, &none);
  }
}

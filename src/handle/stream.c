/* SPDX-License-Identifier: MIT */
/*
 * A stream's life: made, given a descriptor, connected, closed; and the place where its events
 * enter. Reading, writing and listening are in the files beside this one.
 */
#include "handle/stream.h"

#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "loop/call.h"
#include "loop/choose.h"
#include "os/descriptor.h"

_Static_assert(sizeof(gy_stream) == sizeof(uv_stream_t), "gy_stream fits");
_Static_assert(offsetof(gy_stream, write_queue_size) == offsetof(uv_stream_t, write_queue_size),
               "write_queue_size");
_Static_assert(offsetof(gy_stream, alloc_cb) == offsetof(uv_stream_t, alloc_cb), "alloc_cb");
_Static_assert(offsetof(gy_stream, read_cb) == offsetof(uv_stream_t, read_cb), "read_cb");
_Static_assert(offsetof(gy_stream, watcher.fd) == offsetof(uv_stream_t, io_watcher.fd), "fd");

/* The end of a connection attempt, good or bad. A socket with an error is never reported as only
 * writable, so for one that is, the error need not be read. */
static void finish_connect(gy_stream *stream, uint32_t events) {
  gy_loop *loop = stream->handle.loop;
  int error = stream->delayed_error;
  if (error != 0) {
    stream->delayed_error = 0;
  } else if ((events & (GY_IO_WRITE | GY_IO_ERROR | GY_IO_HANGUP)) != GY_IO_WRITE) {
    int pending = 0;
    socklen_t size = sizeof(pending);
    int result = getsockopt(stream->watcher.fd, SOL_SOCKET, SO_ERROR, &pending, &size);
    error = result == 0 ? -pending : -errno;
  }
  if (error == -EINPROGRESS) {
    return;
  }
  uv_connect_t *req = stream->connect;
  stream->connect = NULL;
  gy_stream_request_end(stream, req);
  if (error < 0 || gy_queue_empty(&stream->writes)) {
    gy_watcher_stop(loop, &stream->watcher, GY_IO_WRITE);
  }
  if (req->cb != NULL) {
    GY_CALL(loop, CONNECT, req, req->cb, req->cb(req, error));
  }
  if (stream->watcher.fd < 0) {
    return;
  }
  if (error < 0) {
    gy_stream_cancel_writes(stream, UV_ECANCELED);
    gy_stream_call_written(stream); /* a shutdown stays until the stream is closed */
  } else if (stream->shutdown != NULL && gy_queue_empty(&stream->writes)) {
    gy_pending_add(loop, &stream->watcher); /* it waited for the connection */
  }
}

/* Events of a stream that is connecting. */
static void connecting_event(gy_stream *stream, uint32_t events) {
  /* A shutdown puts the stream on the pending queue. That says nothing about the connection; the
   * socket would only say that it has not failed yet. */
  if ((events & GY_IO_PENDING) == 0 || stream->delayed_error != 0) {
    finish_connect(stream, events);
  }
}

static void transfer_event(gy_stream *stream, uint32_t events) {
  if ((events & (GY_IO_READ | GY_IO_ERROR | GY_IO_HANGUP)) != 0) {
    gy_stream_read(stream, events);
  }
  /* The callback may have closed it. */
  if (stream->watcher.fd >= 0 &&
      (events & (GY_IO_WRITE | GY_IO_PENDING | GY_IO_ERROR | GY_IO_HANGUP)) != 0) {
    /* The kernel refuses to watch a file, which is always ready; this also asks it again. */
    gy_stream_write(stream);
    gy_stream_call_written(stream);
    if (gy_queue_empty(&stream->writes)) {
      gy_stream_drain(stream);
    }
  }
}

static void on_events(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  (void)loop;
  gy_stream *stream = GY_CONTAINER(watcher, gy_stream, watcher);
  if (stream->connect != NULL) {
    connecting_event(stream, events);
  } else if ((stream->handle.flags & GY_STREAM_LISTENING) != 0) {
    /* An error alone is not an event: the kernel refuses to watch the descriptor. */
    gy_listen_event(stream, events == GY_IO_ERROR);
  } else {
    transfer_event(stream, events);
  }
}

void gy_stream_make(gy_loop *loop, void *storage, uv_handle_type type, const void *site) {
  gy_stream *stream = storage;
  gy_handle_make(loop, stream, type, site);
  stream->write_queue_size = 0;
  stream->alloc_cb = NULL;
  stream->read_cb = NULL;
  stream->connect = NULL;
  stream->shutdown = NULL;
  gy_watcher_init(&stream->watcher, on_events, -1);
  gy_queue_init(&stream->writes);
  gy_queue_init(&stream->written);
  stream->connection_cb = NULL;
  stream->delayed_error = 0;
  stream->accepted_fd = -1;
  stream->queued_fds = NULL;
}

int gy_stream_open(gy_stream *stream, int fd, unsigned flags) {
  if (stream->watcher.fd >= 0 && stream->watcher.fd != fd) {
    return UV_EBUSY;
  }
  if (stream->handle.type == UV_TCP) {
    int err = gy_tcp_apply_options(stream, fd);
    if (err != 0) {
      return err;
    }
  }
  stream->handle.flags |= flags;
  stream->watcher.fd = fd;
  return 0;
}

void gy_stream_connecting_from(gy_stream *stream, uv_connect_t *req, uv_connect_cb cb,
                               const void *site) {
  gy_stream_request_begin(stream, req, UV_CONNECT);
  req->cb = cb;
  req->handle = (uv_stream_t *)stream;
  stream->connect = req;
  if (GY_UNLIKELY(gy_choose_on)) {
    gy_choose_spoke(stream->watcher.fd, true);
  }
  if (GY_UNLIKELY(gy_loop_trace(stream->handle.loop) != NULL)) {
    gy_loop_trace_note(stream->handle.loop, GY_EVENT_SCHEDULE, GY_KIND_CONNECT, req, site, 0);
  }
}

bool gy_stream_close(gy_handle *handle) {
  gy_stream *stream = (gy_stream *)handle;
  gy_stream_stop_reading(stream);
  gy_watcher_forget(handle->loop, &stream->watcher);
  gy_handle_stop(handle);
  handle->flags &= ~(unsigned)(GY_HANDLE_READABLE | GY_STREAM_WRITABLE | GY_STREAM_LISTENING);
  if (stream->watcher.fd >= 0) {
    if (GY_UNLIKELY(gy_choose_on)) {
      gy_choose_spoke(stream->watcher.fd, false);
    }
    /* Standard input, output and error belong to the process: others rely on the numbers. */
    if (stream->watcher.fd > STDERR_FILENO) {
      gy_descriptor_close(stream->watcher.fd);
    }
    stream->watcher.fd = -1;
  }
  gy_listen_close_fds(stream);
  return true;
}

/* Cancels what is in progress: the connection, the writes in their order, the shutdown. */
void gy_stream_finish(gy_handle *handle) {
  gy_stream *stream = (gy_stream *)handle;
  uv_connect_t *connect = stream->connect;
  if (connect != NULL) {
    stream->connect = NULL;
    gy_stream_request_end(stream, connect);
    if (connect->cb != NULL) {
      GY_CALL(handle->loop, CONNECT, connect, connect->cb, connect->cb(connect, UV_ECANCELED));
    }
  }
  gy_stream_cancel_writes(stream, UV_ECANCELED);
  gy_stream_call_written(stream);
  gy_stream_drain(stream);
}

int uv_is_readable(const uv_stream_t *handle) { return (handle->flags & GY_HANDLE_READABLE) != 0; }

int uv_is_writable(const uv_stream_t *handle) { return (handle->flags & GY_STREAM_WRITABLE) != 0; }

size_t uv_stream_get_write_queue_size(const uv_stream_t *stream) {
  return stream->write_queue_size;
}

int uv_stream_set_blocking(uv_stream_t *handle, int blocking) {
  return gy_descriptor_nonblocking(gy_stream_of(handle)->watcher.fd, blocking == 0);
}

/* SPDX-License-Identifier: MIT */
/*
 * Listening and accepting, and the descriptors that arrive over pipes: both are taken with
 * uv_accept.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/check.h"
#include "handle/stream.h"
#include "loop/call.h"
#include "os/descriptor.h"

#define FIRST_FDS 8

int uv_listen(uv_stream_t *handle, int backlog, uv_connection_cb cb) {
  gy_stream *stream = gy_stream_of(handle);
  if (gy_handle_closing(&stream->handle)) {
    return UV_EINVAL;
  }
  int err = UV_EINVAL;
  if (stream->handle.type == UV_TCP) {
    err = gy_tcp_listen(stream, backlog, cb);
  } else if (stream->handle.type == UV_NAMED_PIPE) {
    err = gy_pipe_listen(stream, backlog, cb);
  }
  if (err == 0) {
    GY_SCHEDULE(stream->handle.loop, CONNECTION, stream, 0);
  }
  return err;
}

/* A descriptor kept in reserve for the case that there are no others: see drop_waiting. */
static void reserve_spare(gy_loop *loop) {
  if (loop->spare_fd < 0) {
    loop->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
}

int gy_listen_start(gy_stream *stream, int backlog, uv_connection_cb cb) {
  if (listen(stream->watcher.fd, backlog) != 0) {
    return -errno;
  }
  int err = gy_watcher_start(stream->handle.loop, &stream->watcher, GY_IO_READ);
  if (err != 0) {
    return err;
  }
  reserve_spare(stream->handle.loop);
  stream->connection_cb = cb;
  stream->handle.flags |= GY_STREAM_LISTENING;
  gy_handle_start(&stream->handle);
  return 0;
}

static int accept_one(int fd) {
  int peer;
  do {
    peer = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  } while (peer < 0 && errno == EINTR);
  return peer < 0 ? -errno : peer;
}

/*
 * Out of descriptors: the waiting connections can be neither accepted nor refused, and would keep
 * the loop busy for ever. Close the spare descriptor, and accept and drop them with its number.
 */
static void drop_waiting(gy_loop *loop, int fd) {
  if (loop->spare_fd < 0) {
    return;
  }
  gy_descriptor_close(loop->spare_fd);
  loop->spare_fd = -1;
  int peer;
  while ((peer = accept_one(fd)) >= 0) {
    gy_descriptor_close(peer);
  }
  reserve_spare(loop);
}

void gy_listen_event(gy_stream *stream, bool refused) {
  gy_loop *loop = stream->handle.loop;
  if (stream->accepted_fd >= 0) {
    gy_watcher_stop(loop, &stream->watcher, GY_IO_READ);
    return;
  }
  int peer = accept_one(stream->watcher.fd);
  if (peer == -EMFILE || peer == -ENFILE) {
    drop_waiting(loop, stream->watcher.fd);
  }
  if (peer < 0) {
    if (refused) { /* and there will be no next event */
      GY_CALL(loop, CONNECTION, stream, stream->connection_cb,
              stream->connection_cb((uv_stream_t *)stream, peer));
    }
    return; /* this one is gone; the next event reports others */
  }
  reserve_spare(loop); /* if another thread took it */
  stream->accepted_fd = peer;
  GY_CALL(loop, CONNECTION, stream, stream->connection_cb,
          stream->connection_cb((uv_stream_t *)stream, 0));
  if (stream->accepted_fd >= 0 && stream->watcher.fd >= 0) {
    gy_watcher_stop(loop, &stream->watcher, GY_IO_READ); /* until uv_accept takes it */
  }
}

int gy_listen_queue_fd(gy_stream *stream, int fd) {
  if (stream->accepted_fd < 0) {
    stream->accepted_fd = fd;
    return 0;
  }
  gy_stream_fds *queued = stream->queued_fds;
  unsigned count = queued == NULL ? 0 : queued->count;
  if (queued == NULL || count == queued->capacity) {
    unsigned capacity = queued == NULL ? FIRST_FDS : queued->capacity * 2;
    queued = gy_alloc_resize(queued, sizeof(*queued) + capacity * sizeof(queued->fds[0]));
    if (queued == NULL) {
      return UV_ENOMEM;
    }
    queued->count = count;
    queued->capacity = capacity;
    stream->queued_fds = queued;
  }
  queued->fds[queued->count++] = fd;
  return 0;
}

/* The next descriptor that waits moves up to accepted_fd. */
static void move_up(gy_stream *stream) {
  gy_stream_fds *queued = stream->queued_fds;
  stream->accepted_fd = -1;
  if (queued == NULL) {
    return;
  }
  stream->accepted_fd = queued->fds[0];
  queued->count--;
  memmove(queued->fds, queued->fds + 1, queued->count * sizeof(queued->fds[0]));
  if (queued->count == 0) {
    gy_free(queued);
    stream->queued_fds = NULL;
  }
}

static int open_client(const gy_stream *server, gy_stream *client) {
  /* A connection is already non-blocking; a descriptor that came over a pipe is as its sender set
   * it. */
  int err = gy_pipe_is_ipc(server) ? gy_descriptor_nonblocking(server->accepted_fd, true) : 0;
  return err != 0
             ? err
             : gy_stream_open(client, server->accepted_fd, GY_HANDLE_READABLE | GY_STREAM_WRITABLE);
}

int uv_accept(uv_stream_t *server_handle, uv_stream_t *client_handle) {
  gy_stream *server = gy_stream_of(server_handle);
  GY_CHECK(server_handle->loop == client_handle->loop);
  if (server->accepted_fd < 0) {
    return UV_EAGAIN;
  }
  int err;
  switch (client_handle->type) {
    case UV_NAMED_PIPE:
    case UV_TCP:
      err = open_client(server, gy_stream_of(client_handle));
      break;
    case UV_UDP:
      err = uv_udp_open((uv_udp_t *)client_handle, server->accepted_fd);
      break;
    default:
      return UV_EINVAL;
  }
  if (err != 0) {
    gy_descriptor_close(server->accepted_fd);
  }
  move_up(server);
  if (server->accepted_fd < 0 && (server->handle.flags & GY_STREAM_LISTENING) != 0) {
    int watch_err = gy_watcher_start(server->handle.loop, &server->watcher, GY_IO_READ);
    err = err != 0 ? err : watch_err;
  }
  return err;
}

void gy_listen_close_fds(gy_stream *stream) {
  while (stream->accepted_fd >= 0) {
    gy_descriptor_close(stream->accepted_fd);
    move_up(stream);
  }
}

/* SPDX-License-Identifier: MIT */
/*
 * Poll handles: the program's own descriptors, watched by the loop. The library never reads,
 * writes or closes them.
 */
#include <fcntl.h>
#include <stddef.h>

#include "base/check.h"
#include "handle/kinds.h"
#include "loop/call.h"
#include "loop/loop.h"
#include "os/descriptor.h"

typedef struct {
  gy_handle handle;
  uv_poll_cb cb;
  gy_watcher watcher;
} gy_poll;

_Static_assert(sizeof(gy_poll) <= sizeof(uv_poll_t), "gy_poll fits");
_Static_assert(offsetof(gy_poll, cb) == offsetof(uv_poll_t, poll_cb), "poll_cb");
_Static_assert(offsetof(gy_poll, watcher.fd) == offsetof(uv_poll_t, io_watcher.fd), "fd");

/* The bits of the public interface and those of io.h are the same numbers. */
_Static_assert((int)UV_READABLE == GY_IO_READ && (int)UV_WRITABLE == GY_IO_WRITE &&
                   (int)UV_DISCONNECT == GY_IO_DISCONNECT && (int)UV_PRIORITIZED == GY_IO_URGENT,
               "poll events");
#define ALL_EVENTS (UV_READABLE | UV_WRITABLE | UV_DISCONNECT | UV_PRIORITIZED)

static void stop(gy_poll *poll) {
  gy_watcher_forget(poll->handle.loop, &poll->watcher);
  gy_handle_stop(&poll->handle);
}

static void on_events(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  gy_poll *poll = GY_CONTAINER(watcher, gy_poll, watcher);
  if ((events & GY_IO_ERROR) != 0 && (events & GY_IO_URGENT) == 0) {
    stop(poll);
    GY_CALL(loop, POLL, poll, poll->cb, poll->cb((uv_poll_t *)poll, UV_EBADF, 0));
    return;
  }
  GY_CALL(loop, POLL, poll, poll->cb, poll->cb((uv_poll_t *)poll, 0, (int)(events & ALL_EVENTS)));
}

int uv_poll_init(uv_loop_t *storage, uv_poll_t *handle, int fd) {
  gy_loop *loop = gy_loop_of(storage);
  gy_poll *poll = (gy_poll *)handle;
  if (loop->io.ops == NULL) { /* closed, or never opened */
    return fcntl(fd, F_GETFD) < 0 ? UV_EBADF : UV_EINVAL;
  }
  if (gy_watcher_exists(loop, fd)) {
    return UV_EEXIST;
  }
  int err = gy_watcher_probe(loop, fd);
  if (err != 0) {
    return err;
  }
  err = gy_descriptor_nonblocking(fd, true);
  if (err != 0) {
    return err;
  }
  gy_handle_init(loop, poll, UV_POLL);
  poll->cb = NULL;
  gy_watcher_init(&poll->watcher, on_events, fd);
  return 0;
}

int uv_poll_init_socket(uv_loop_t *loop, uv_poll_t *handle, uv_os_sock_t socket) {
  return uv_poll_init(loop, handle, socket);
}

int uv_poll_start(uv_poll_t *storage, int events, uv_poll_cb cb) {
  gy_poll *poll = (gy_poll *)storage;
  gy_loop *loop = poll->handle.loop;
  if ((events & ~ALL_EVENTS) != 0 || gy_handle_closing(&poll->handle)) {
    return UV_EINVAL;
  }
  if (events == 0) {
    stop(poll);
    return 0;
  }
  /* As with libuv, a handle that is started again discards pending events, and comes last. */
  gy_watcher_forget(loop, &poll->watcher);
  int err = gy_watcher_start(loop, &poll->watcher, (uint32_t)events);
  if (err != 0) {
    return err;
  }
  poll->cb = cb;
  gy_handle_start(&poll->handle);
  GY_SCHEDULE(loop, POLL, poll, 0);
  return 0;
}

int uv_poll_stop(uv_poll_t *storage) {
  stop((gy_poll *)storage);
  GY_CANCEL(gy_loop_of(storage->loop), POLL, storage);
  return 0;
}

bool gy_poll_close(gy_handle *handle) {
  gy_poll *poll = (gy_poll *)handle;
  stop(poll);
  poll->watcher.fd = -1;
  return true;
}

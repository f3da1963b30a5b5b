/* SPDX-License-Identifier: MIT */
/*
 * Pipe handles: Unix sockets by name, and any other descriptor that can be read and written like
 * one. A name is a path, or begins with a NUL byte and is abstract: known only to the kernel.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"
#include "handle/stream.h"
#include "os/descriptor.h"

typedef struct {
  gy_stream stream;
  int ipc;
  char *path; /* bound to it: removed on close; NULL: none */
} gy_pipe;

_Static_assert(sizeof(gy_pipe) <= sizeof(uv_pipe_t), "gy_pipe fits");
_Static_assert(offsetof(gy_pipe, ipc) == offsetof(uv_pipe_t, ipc), "ipc");

int uv_pipe_init(uv_loop_t *loop, uv_pipe_t *handle, int ipc) {
  gy_pipe *pipe = (gy_pipe *)handle;
  gy_stream_init(gy_loop_of(loop), pipe, UV_NAMED_PIPE);
  pipe->ipc = ipc;
  pipe->path = NULL;
  return 0;
}

bool gy_pipe_is_ipc(const gy_stream *stream) {
  return stream->handle.type == UV_NAMED_PIPE && ((const gy_pipe *)stream)->ipc != 0;
}

bool gy_pipe_close(gy_handle *handle) {
  gy_pipe *pipe = (gy_pipe *)handle;
  if (pipe->path != NULL) {
    unlink(pipe->path); /* before the descriptor: after that somebody else may own the name */
    gy_free(pipe->path);
    pipe->path = NULL;
  }
  return gy_stream_close(handle);
}

int uv_pipe_open(uv_pipe_t *handle, uv_file file) {
  gy_stream *stream = gy_stream_of(handle);
  if (gy_watcher_exists(stream->handle.loop, file)) {
    return UV_EEXIST;
  }
  int mode = fcntl(file, F_GETFL);
  if (mode < 0) {
    return -errno;
  }
  unsigned flags = 0;
  flags |= (mode & O_ACCMODE) != O_WRONLY ? (unsigned)GY_HANDLE_READABLE : 0u;
  flags |= (mode & O_ACCMODE) != O_RDONLY ? (unsigned)GY_STREAM_WRITABLE : 0u;
  int err = gy_descriptor_nonblocking(file, true);
  return err != 0 ? err : gy_stream_open(stream, file, flags);
}

/* The address of a name. A name that is too long is cut off, unless the flags forbid it. */
static int make_address(const char *name, size_t length, unsigned flags, struct sockaddr_un *addr,
                        socklen_t *size) {
  if (name == NULL || (flags & ~(unsigned)UV_PIPE_NO_TRUNCATE) != 0) {
    return UV_EINVAL;
  }
  bool is_path = length > 0 && name[0] != '\0';
  if ((is_path && memchr(name, '\0', length) != NULL) ||
      ((flags & UV_PIPE_NO_TRUNCATE) != 0 && length > sizeof(addr->sun_path))) {
    return UV_EINVAL;
  }
  length = length > sizeof(addr->sun_path) ? sizeof(addr->sun_path) : length;
  memset(addr, 0, sizeof(*addr));
  addr->sun_family = AF_UNIX;
  memcpy(addr->sun_path, name, length);
  *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  return 0;
}

int uv_pipe_bind2(uv_pipe_t *handle, const char *name, size_t namelen, unsigned int flags) {
  gy_pipe *pipe = (gy_pipe *)handle;
  struct sockaddr_un addr;
  socklen_t size;
  int err = make_address(name, namelen, flags, &addr, &size);
  if (err != 0) {
    return err;
  }
  if (pipe->stream.watcher.fd >= 0 || gy_handle_closing(&pipe->stream.handle)) {
    return UV_EINVAL;
  }
  char *path = NULL;
  if (namelen > 0 && name[0] != '\0') {
    size_t length = size - offsetof(struct sockaddr_un, sun_path);
    path = gy_alloc_zeroed(1, length + 1);
    if (path == NULL) {
      return UV_ENOMEM;
    }
    memcpy(path, addr.sun_path, length);
  }
  int fd = gy_descriptor_socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) {
    err = fd;
    goto fail_path;
  }
  if (bind(fd, (struct sockaddr *)&addr, size) != 0) {
    err = errno == ENOENT ? UV_EACCES : -errno; /* as on other systems */
    goto fail_fd;
  }
  pipe->path = path;
  pipe->stream.watcher.fd = fd;
  return 0;

fail_fd:
  gy_descriptor_close(fd);
fail_path:
  gy_free(path);
  return err;
}

int uv_pipe_bind(uv_pipe_t *handle, const char *name) {
  return uv_pipe_bind2(handle, name, strlen(name), 0);
}

int gy_pipe_listen(gy_stream *stream, int backlog, uv_connection_cb cb) {
  if (stream->watcher.fd < 0 || gy_pipe_is_ipc(stream)) {
    return UV_EINVAL;
  }
  return gy_listen_start(stream, backlog, cb);
}

/* Also returns 0 if the connection is in progress. */
static int start_connecting(gy_stream *stream, const struct sockaddr_un *addr, socklen_t size) {
  int fd = stream->watcher.fd;
  bool own = fd < 0;
  if (own) {
    fd = gy_descriptor_socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) {
      return fd;
    }
  }
  int result;
  do {
    result = connect(fd, (const struct sockaddr *)addr, size);
  } while (result != 0 && errno == EINTR);
  int err = result == 0 || errno == EINPROGRESS ? 0 : -errno;
  if (err == 0) {
    err = gy_stream_open(stream, fd, GY_HANDLE_READABLE | GY_STREAM_WRITABLE);
  }
  if (err == 0) {
    err = gy_watcher_start(stream->handle.loop, &stream->watcher, GY_IO_WRITE);
  }
  if (err != 0 && own) {
    stream->watcher.fd = -1;
    gy_descriptor_close(fd);
  }
  return err;
}

/* Errors from here on are reported by the callback, in the next pending phase. */
static void connect_to(gy_stream *stream, uv_connect_t *req, const struct sockaddr_un *addr,
                       socklen_t size, int err, uv_connect_cb cb) {
  stream->delayed_error = err != 0 ? err : start_connecting(stream, addr, size);
  gy_stream_connecting(stream, req, cb);
  if (stream->delayed_error != 0) {
    gy_pending_add(stream->handle.loop, &stream->watcher);
  }
}

int uv_pipe_connect2(uv_connect_t *req, uv_pipe_t *handle, const char *name, size_t namelen,
                     unsigned int flags, uv_connect_cb cb) {
  struct sockaddr_un addr;
  socklen_t size;
  int err = make_address(name, namelen, flags, &addr, &size);
  if (err != 0 || namelen == 0 || gy_handle_closing(&gy_stream_of(handle)->handle)) {
    return UV_EINVAL;
  }
  if (gy_stream_of(handle)->connect != NULL) {
    return UV_EALREADY;
  }
  connect_to(gy_stream_of(handle), req, &addr, size, 0, cb);
  return 0;
}

void uv_pipe_connect(uv_connect_t *req, uv_pipe_t *handle, const char *name, uv_connect_cb cb) {
  struct sockaddr_un addr;
  socklen_t size = 0;
  int err = make_address(name, strlen(name), 0, &addr, &size);
  connect_to(gy_stream_of(handle), req, &addr, size, err, cb);
}

/* A socket's name as text: paths without their final NUL, abstract names as they are. */
static int copy_name(const struct sockaddr_un *addr, socklen_t addr_size, char *buffer,
                     size_t *size) {
  size_t length = addr_size <= offsetof(struct sockaddr_un, sun_path)
                      ? 0
                      : addr_size - offsetof(struct sockaddr_un, sun_path);
  if (length > 0 && addr->sun_path[0] != '\0') {
    length = strnlen(addr->sun_path, length);
  }
  bool abstract = length > 0 && addr->sun_path[0] == '\0';
  size_t needed = abstract ? length : length + 1; /* abstract: no final NUL */
  if (needed > *size) {
    *size = needed;
    return UV_ENOBUFS;
  }
  memcpy(buffer, addr->sun_path, length);
  if (length < *size) {
    buffer[length] = '\0';
  }
  *size = length;
  return 0;
}

typedef int get_name(int fd, struct sockaddr *name, socklen_t *size);

static int own_name(int fd, struct sockaddr *name, socklen_t *size) {
  return getsockname(fd, name, size);
}

static int peer_name(int fd, struct sockaddr *name, socklen_t *size) {
  return getpeername(fd, name, size);
}

static int name_of(const uv_pipe_t *handle, get_name *get, char *buffer, size_t *size) {
  struct sockaddr_un addr;
  socklen_t addr_size = sizeof(addr);
  if (handle->type != UV_NAMED_PIPE || buffer == NULL || size == NULL || *size == 0) {
    return UV_EINVAL;
  }
  memset(&addr, 0, sizeof(addr));
  /* Without a descriptor the kernel returns UV_EBADF. */
  if (get(gy_stream_of(handle)->watcher.fd, (struct sockaddr *)&addr, &addr_size) != 0) {
    *size = 0;
    return -errno;
  }
  /* The longest path has no room for its final NUL, but the kernel counts it. */
  addr_size = addr_size > sizeof(addr) ? sizeof(addr) : addr_size;
  return copy_name(&addr, addr_size, buffer, size);
}

int uv_pipe_getsockname(const uv_pipe_t *handle, char *buffer, size_t *size) {
  return name_of(handle, own_name, buffer, size);
}

int uv_pipe_getpeername(const uv_pipe_t *handle, char *buffer, size_t *size) {
  return name_of(handle, peer_name, buffer, size);
}

void uv_pipe_pending_instances(uv_pipe_t *handle, int count) {
  (void)handle; /* only other systems have it */
  (void)count;
}

int uv_pipe_pending_count(uv_pipe_t *handle) {
  const gy_stream *stream = gy_stream_of(handle);
  if (!gy_pipe_is_ipc(stream) || stream->accepted_fd < 0) {
    return 0;
  }
  return stream->queued_fds == NULL ? 1 : (int)stream->queued_fds->count + 1;
}

uv_handle_type uv_pipe_pending_type(uv_pipe_t *handle) {
  const gy_stream *stream = gy_stream_of(handle);
  return gy_pipe_is_ipc(stream) && stream->accepted_fd >= 0 ? uv_guess_handle(stream->accepted_fd)
                                                            : UV_UNKNOWN_HANDLE;
}

int uv_pipe_chmod(uv_pipe_t *handle, int flags) {
  char path[sizeof(((struct sockaddr_un *)0)->sun_path) + 1];
  size_t size = sizeof(path);
  struct stat info;
  if (handle == NULL || gy_stream_of(handle)->watcher.fd < 0) {
    return UV_EBADF;
  }
  if ((flags & ~(UV_READABLE | UV_WRITABLE)) != 0 || flags == 0) {
    return UV_EINVAL;
  }
  int err = uv_pipe_getsockname(handle, path, &size);
  if (err != 0) {
    return err;
  }
  if (stat(path, &info) != 0) {
    return -errno;
  }
  mode_t wanted = ((flags & UV_READABLE) != 0 ? S_IRUSR | S_IRGRP | S_IROTH : 0u) |
                  ((flags & UV_WRITABLE) != 0 ? S_IWUSR | S_IWGRP | S_IWOTH : 0u);
  if ((info.st_mode & wanted) == wanted) {
    return 0;
  }
  return chmod(path, (info.st_mode | wanted) & ~(mode_t)S_IFMT) == 0 ? 0 : -errno;
}

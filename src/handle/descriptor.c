/* SPDX-License-Identifier: MIT */
/* The descriptor of a handle, and which kind of handle suits a descriptor. */
#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "handle/stream.h"
#include "handle/udp.h"

/* Poll handles keep their watcher elsewhere; uv.h shows where its descriptor is. */
int gy_stream_fd_of(const void *storage) {
  const uv_handle_t *handle = storage;
  switch (handle->type) {
    case UV_TCP:
    case UV_NAMED_PIPE:
    case UV_TTY:
      return ((const gy_stream *)storage)->watcher.fd;
    case UV_UDP:
      return ((const gy_udp *)storage)->watcher.fd;
    case UV_POLL:
      return ((const uv_poll_t *)storage)->io_watcher.fd;
    default:
      return -1;
  }
}

int uv_fileno(const uv_handle_t *handle, uv_os_fd_t *fd) {
  switch (handle->type) {
    case UV_TCP:
    case UV_NAMED_PIPE:
    case UV_TTY:
    case UV_UDP:
    case UV_POLL:
      break;
    default:
      return UV_EINVAL;
  }
  int found = gy_stream_fd_of(handle);
  if (uv_is_closing(handle) || found < 0) {
    return UV_EBADF;
  }
  *fd = found;
  return 0;
}

static uv_handle_type guess_socket(uv_file file) {
  struct sockaddr_storage name;
  socklen_t size = sizeof(name);
  int type;
  socklen_t type_size = sizeof(type);
  if (getsockname(file, (struct sockaddr *)&name, &size) != 0 ||
      getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &type_size) != 0) {
    return UV_UNKNOWN_HANDLE;
  }
  bool internet = name.ss_family == AF_INET || name.ss_family == AF_INET6;
  if (type == SOCK_DGRAM) {
    return internet ? UV_UDP : UV_UNKNOWN_HANDLE;
  }
  if (type != SOCK_STREAM) {
    return UV_UNKNOWN_HANDLE;
  }
  return internet ? UV_TCP : name.ss_family == AF_UNIX ? UV_NAMED_PIPE : UV_UNKNOWN_HANDLE;
}

uv_handle_type uv_guess_handle(uv_file file) {
  struct stat info;
  if (file < 0) {
    return UV_UNKNOWN_HANDLE;
  }
  if (isatty(file)) {
    return UV_TTY;
  }
  if (fstat(file, &info) != 0) {
    return UV_UNKNOWN_HANDLE;
  }
  switch (info.st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFCHR:
      return UV_FILE;
    case S_IFIFO:
      return UV_NAMED_PIPE;
    case S_IFSOCK:
      return guess_socket(file);
    default:
      return UV_UNKNOWN_HANDLE;
  }
}

static int buffer_size(uv_handle_t *handle, int option, int *value) {
  if (handle == NULL || value == NULL) {
    return UV_EINVAL;
  }
  if (handle->type != UV_TCP && handle->type != UV_NAMED_PIPE && handle->type != UV_UDP) {
    return UV_ENOTSUP;
  }
  int fd = gy_stream_fd_of(handle);
  socklen_t size = sizeof(*value);
  if (fd < 0) {
    return UV_EBADF;
  }
  int result = *value == 0 ? getsockopt(fd, SOL_SOCKET, option, value, &size)
                           : setsockopt(fd, SOL_SOCKET, option, value, size);
  return result == 0 ? 0 : -errno;
}

int uv_send_buffer_size(uv_handle_t *handle, int *value) {
  return buffer_size(handle, SO_SNDBUF, value);
}

int uv_recv_buffer_size(uv_handle_t *handle, int *value) {
  return buffer_size(handle, SO_RCVBUF, value);
}

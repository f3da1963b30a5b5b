/* SPDX-License-Identifier: MIT */
/* Descriptors and pairs of them: see descriptor.h. Owns uv_pipe and uv_socketpair. */
#include "os/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "uv.h"

int gy_descriptor_nonblocking(int fd, bool on) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0) {
    return -errno;
  }
  int wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
  return wanted == flags || fcntl(fd, F_SETFL, wanted) == 0 ? 0 : -errno;
}

int gy_descriptor_close_on_exec(int fd, bool on) {
  int flags = fcntl(fd, F_GETFD);
  if (flags < 0) {
    return -errno;
  }
  int wanted = on ? flags | FD_CLOEXEC : flags & ~FD_CLOEXEC;
  return wanted == flags || fcntl(fd, F_SETFD, wanted) == 0 ? 0 : -errno;
}

int gy_descriptor_socket(int domain, int type, int protocol) {
  int fd = socket(domain, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
  return fd < 0 ? -errno : fd;
}

/* The descriptor is closed whatever close returns: calling it again after EINTR would be a mistake,
 * and an error means that the program has closed it itself. */
void gy_descriptor_close(int fd) {
  int saved = errno;
  close(fd);
  errno = saved;
}

/* Non-blocking mode for the ends that want it; both are closed if that fails. */
static int set_ends(int *ends, bool first, bool second) {
  int err = first ? gy_descriptor_nonblocking(ends[0], true) : 0;
  if (err == 0 && second) {
    err = gy_descriptor_nonblocking(ends[1], true);
  }
  if (err != 0) {
    gy_descriptor_close(ends[0]);
    gy_descriptor_close(ends[1]);
  }
  return err;
}

int uv_socketpair(int type, int protocol, uv_os_sock_t *socket_vector, int flags0, int flags1) {
  int ends[2];
  if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, protocol, ends) != 0) {
    return -errno;
  }
  int err = set_ends(ends, (flags0 & UV_NONBLOCK_PIPE) != 0, (flags1 & UV_NONBLOCK_PIPE) != 0);
  if (err == 0) {
    socket_vector[0] = ends[0];
    socket_vector[1] = ends[1];
  }
  return err;
}

int uv_pipe(uv_file *fds, int read_flags, int write_flags) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return -errno;
  }
  int err =
      set_ends(ends, (read_flags & UV_NONBLOCK_PIPE) != 0, (write_flags & UV_NONBLOCK_PIPE) != 0);
  if (err == 0) {
    fds[0] = ends[0];
    fds[1] = ends[1];
  }
  return err;
}

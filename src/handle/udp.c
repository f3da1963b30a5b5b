/* SPDX-License-Identifier: MIT */
/*
 * A UDP handle's life: made, given a socket, bound, connected, closed; and the place where its
 * events enter. Sending, receiving and the options are in the files beside this one.
 *
 * The socket is made when its family is known, from the address that is bound, connected or sent
 * to. A handle keeps a socket only if everything that was requested of it worked, so a failed bind
 * can be tried again with another family.
 */
#include "handle/udp.h"

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "os/descriptor.h"
#include "os/inet.h"

_Static_assert(sizeof(gy_udp) == sizeof(uv_udp_t), "gy_udp fits");
_Static_assert(offsetof(gy_udp, send_queue_size) == offsetof(uv_udp_t, send_queue_size), "size");
_Static_assert(offsetof(gy_udp, send_queue_count) == offsetof(uv_udp_t, send_queue_count), "count");

#define FAMILY_BITS 0xffu
#define BIND_FLAGS (UV_UDP_IPV6ONLY | UV_UDP_REUSEADDR | UV_UDP_REUSEPORT | UV_UDP_LINUX_RECVERR)
#define OPEN_FLAGS (UV_UDP_REUSEADDR | UV_UDP_REUSEPORT | UV_UDP_LINUX_RECVERR)

/*
 * A plain receive gets an error of the socket first, and reports it. Datagrams on the error queue
 * come after that: as long as there is one, the kernel reports an error.
 */
static void on_events(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  gy_udp *udp = GY_CONTAINER(watcher, gy_udp, watcher);
  if ((events & (GY_IO_READ | GY_IO_ERROR | GY_IO_HANGUP)) != 0) {
    gy_udp_receive(udp);
  }
  if ((events & GY_IO_ERROR) != 0) {
    gy_udp_receive_errors(udp);
  }
  /* The callback may have closed it. */
  if (watcher->fd >= 0 && (events & (GY_IO_WRITE | GY_IO_PENDING | GY_IO_ERROR)) != 0) {
    if (!gy_queue_empty(gy_udp_waiting(udp))) {
      gy_udp_batch_send(loop);
    }
    gy_udp_send_queued(udp);
    gy_udp_send_call(udp);
  }
}

int uv_udp_init_ex(uv_loop_t *storage, uv_udp_t *handle, unsigned int flags) {
  gy_loop *loop = gy_loop_of(storage);
  gy_udp *udp = gy_udp_of(handle);
  int family = (int)(flags & FAMILY_BITS);
  if ((flags & ~(FAMILY_BITS | UV_UDP_RECVMMSG)) != 0 ||
      (family != AF_INET && family != AF_INET6 && family != AF_UNSPEC)) {
    return UV_EINVAL;
  }
  int fd = family == AF_UNSPEC ? -1 : gy_descriptor_socket(family, SOCK_DGRAM, 0);
  if (fd < 0 && family != AF_UNSPEC) {
    return fd;
  }
  gy_handle_init(loop, udp, UV_UDP);
  if ((flags & UV_UDP_RECVMMSG) != 0) {
    udp->handle.flags |= GY_UDP_RECVMMSG;
  }
  udp->send_queue_size = 0;
  udp->send_queue_count = 0;
  udp->alloc_cb = NULL;
  udp->recv_cb = NULL;
  gy_watcher_init(&udp->watcher, on_events, fd);
  gy_queue_init(&udp->sends);
  gy_queue_init(&udp->sent);
  gy_queue_init(gy_udp_waiting(udp));
  return 0;
}

int uv_udp_init(uv_loop_t *loop, uv_udp_t *handle) {
  return uv_udp_init_ex(loop, handle, AF_UNSPEC);
}

static int switch_on(int fd, int level, int option) {
  int yes = 1;
  return setsockopt(fd, level, option, &yes, sizeof(yes)) == 0 ? 0 : -errno;
}

/* Applies the flags of bind and open to the socket. */
static int set_up(int fd, int family, unsigned flags) {
  int err = 0;
  if ((flags & UV_UDP_REUSEADDR) != 0) {
    err = switch_on(fd, SOL_SOCKET, SO_REUSEADDR);
  }
  if (err == 0 && (flags & UV_UDP_REUSEPORT) != 0) {
    err = switch_on(fd, SOL_SOCKET, SO_REUSEPORT);
  }
  if (err == 0 && (flags & UV_UDP_IPV6ONLY) != 0) {
    err = switch_on(fd, IPPROTO_IPV6, IPV6_V6ONLY);
  }
  if (err == 0 && (flags & UV_UDP_LINUX_RECVERR) != 0) {
    /* An IPv6 socket may have peers of both kinds. */
    err = switch_on(fd, IPPROTO_IP, IP_RECVERR);
    if (err == 0 && family == AF_INET6) {
      err = switch_on(fd, IPPROTO_IPV6, IPV6_RECVERR);
    }
  }
  return err;
}

static int bind_to(gy_udp *udp, const struct sockaddr *address, socklen_t size, unsigned flags) {
  if (gy_handle_closing(&udp->handle)) {
    return UV_EBADF;
  }
  bool made = udp->watcher.fd < 0;
  int fd = made ? gy_descriptor_socket(address->sa_family, SOCK_DGRAM, 0) : udp->watcher.fd;
  if (fd < 0) {
    return fd;
  }
  int err = set_up(fd, address->sa_family, flags);
  if (err == 0 && bind(fd, address, size) != 0) {
    err = errno == EAFNOSUPPORT ? UV_EINVAL : -errno;
  }
  if (err == 0) {
    udp->watcher.fd = fd;
  } else if (made) {
    gy_descriptor_close(fd);
  }
  return err;
}

int gy_udp_bind_any(gy_udp *udp, int family, unsigned flags) {
  union {
    struct sockaddr any;
    struct sockaddr_in ip4;
    struct sockaddr_in6 ip6;
  } address;
  if (udp->watcher.fd >= 0) {
    return 0;
  }
  memset(&address, 0, sizeof(address)); /* the "any" addresses are all zeroes */
  address.any.sa_family = (sa_family_t)family;
  socklen_t size = gy_inet_size(&address.any);
  return size == 0 ? UV_EINVAL : bind_to(udp, &address.any, size, flags);
}

int uv_udp_bind(uv_udp_t *handle, const struct sockaddr *addr, unsigned int flags) {
  socklen_t size = gy_inet_size(addr);
  if (handle->type != UV_UDP || size == 0 || (flags & ~(unsigned)BIND_FLAGS) != 0 ||
      ((flags & UV_UDP_IPV6ONLY) != 0 && addr->sa_family != AF_INET6)) {
    return UV_EINVAL;
  }
  return bind_to(gy_udp_of(handle), addr, size, flags);
}

int uv_udp_open_ex(uv_udp_t *handle, uv_os_sock_t sock, unsigned int flags) {
  gy_udp *udp = gy_udp_of(handle);
  if ((flags & ~(unsigned)OPEN_FLAGS) != 0) {
    return UV_EINVAL;
  }
  if (udp->watcher.fd >= 0) {
    return UV_EBUSY;
  }
  if (gy_watcher_exists(udp->handle.loop, sock)) {
    return UV_EEXIST;
  }
  int family;
  socklen_t size = sizeof(family);
  if (getsockopt(sock, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0) {
    return -errno;
  }
  if (gy_handle_closing(&udp->handle)) {
    return UV_EINVAL;
  }
  int err = gy_descriptor_nonblocking(sock, true);
  if (err == 0) {
    err = set_up(sock, family, flags);
  }
  if (err != 0) {
    return err;
  }
  struct sockaddr_storage peer;
  size = sizeof(peer);
  if (getpeername(sock, (struct sockaddr *)&peer, &size) == 0) {
    udp->handle.flags |= GY_UDP_CONNECTED;
  }
  udp->handle.flags |= GY_UDP_FOREIGN;
  udp->watcher.fd = sock;
  return 0;
}

int uv_udp_open(uv_udp_t *handle, uv_os_sock_t sock) {
  return uv_udp_open_ex(handle, sock, UV_UDP_REUSEADDR);
}

static int connect_to(int fd, const struct sockaddr *address, socklen_t size) {
  int result;
  do {
    result = connect(fd, address, size);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : -errno;
}

static int disconnect(gy_udp *udp) {
  struct sockaddr nobody = {.sa_family = AF_UNSPEC};
  if ((udp->handle.flags & GY_UDP_CONNECTED) == 0) {
    return UV_ENOTCONN;
  }
  int err = connect_to(udp->watcher.fd, &nobody, sizeof(nobody));
  if (err == 0) {
    udp->handle.flags &= ~(unsigned)GY_UDP_CONNECTED;
  }
  return err;
}

int uv_udp_connect(uv_udp_t *handle, const struct sockaddr *addr) {
  gy_udp *udp = gy_udp_of(handle);
  if (handle->type != UV_UDP) {
    return UV_EINVAL;
  }
  if (addr == NULL) {
    return disconnect(udp);
  }
  socklen_t size = gy_inet_size(addr);
  if (size == 0) {
    return UV_EINVAL;
  }
  if ((udp->handle.flags & GY_UDP_CONNECTED) != 0) {
    return UV_EISCONN;
  }
  int err = gy_udp_bind_any(udp, addr->sa_family, 0);
  if (err == 0) {
    err = connect_to(udp->watcher.fd, addr, size);
  }
  if (err == 0) {
    udp->handle.flags |= GY_UDP_CONNECTED;
  }
  return err;
}

static int name_of(const uv_udp_t *handle, struct sockaddr *name, int *namelen,
                   int (*ask)(int, struct sockaddr *, socklen_t *)) {
  int fd = gy_udp_of(handle)->watcher.fd;
  socklen_t size = (socklen_t)*namelen;
  if (handle->type != UV_UDP) {
    return UV_EINVAL;
  }
  if (fd < 0) {
    return UV_EBADF;
  }
  if (ask(fd, name, &size) != 0) {
    return -errno;
  }
  *namelen = (int)size;
  return 0;
}

int uv_udp_getsockname(const uv_udp_t *handle, struct sockaddr *name, int *namelen) {
  return name_of(handle, name, namelen, getsockname);
}

int uv_udp_getpeername(const uv_udp_t *handle, struct sockaddr *name, int *namelen) {
  return name_of(handle, name, namelen, getpeername);
}

bool gy_udp_close(gy_handle *handle) {
  gy_udp *udp = (gy_udp *)handle;
  udp->recv_cb = NULL;
  gy_queue_remove(gy_udp_waiting(udp));
  gy_watcher_forget(handle->loop, &udp->watcher);
  gy_handle_stop(handle);
  handle->flags &= ~(unsigned)GY_UDP_CONNECTED;
  if (udp->watcher.fd >= 0) {
    /* Standard input, output and error belong to the process: others rely on the numbers. */
    if (udp->watcher.fd > STDERR_FILENO) {
      gy_descriptor_close(udp->watcher.fd);
    }
    udp->watcher.fd = -1;
  }
  return true;
}

void gy_udp_finish(gy_handle *handle) {
  gy_udp *udp = (gy_udp *)handle;
  gy_udp_send_cancel(udp);
  gy_udp_send_call(udp);
}

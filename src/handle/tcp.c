/* SPDX-License-Identifier: MIT */
/* TCP handles: what differs from other streams. */
#include <errno.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

#include "handle/stream.h"
#include "os/descriptor.h"
#include "os/inet.h"
#include "os/virtual.h"

_Static_assert(sizeof(gy_stream) <= sizeof(uv_tcp_t), "gy_stream fits a TCP handle");

#define FAMILY_BITS 0xFFu

/* For a handle whose keep-alive was switched on before it had a socket. */
#define KEEPALIVE_IDLE_S 60u
#define KEEPALIVE_INTERVAL_S 1u
#define KEEPALIVE_PROBES 10u

static int set_option(int fd, int level, int option, int value) {
  return setsockopt(fd, level, option, &value, sizeof(value)) == 0 ? 0 : -errno;
}

static int set_keepalive(int fd, int on, unsigned idle_s, unsigned interval_s, unsigned probes) {
  int err = set_option(fd, SOL_SOCKET, SO_KEEPALIVE, on);
  if (err != 0 || !on) {
    return err;
  }
  const int options[][2] = {
      {TCP_KEEPIDLE, (int)idle_s}, {TCP_KEEPINTVL, (int)interval_s}, {TCP_KEEPCNT, (int)probes}};
  for (size_t i = 0; i < sizeof(options) / sizeof(options[0]) && err == 0; i++) {
    err = set_option(fd, IPPROTO_TCP, options[i][0], options[i][1]);
  }
  return err;
}

/* With virtual time the kernel must deliver at once: it would wait for real milliseconds, while
 * nothing else happens. */
static int set_nodelay(int fd, int on) {
  return set_option(fd, IPPROTO_TCP, TCP_NODELAY, on || gy_virtual_on());
}

int gy_tcp_apply_options(gy_stream *stream, int fd) {
  int err = 0;
  if ((stream->handle.flags & GY_TCP_NODELAY) != 0) {
    err = set_nodelay(fd, 1);
  } else if (gy_virtual_on()) {
    set_nodelay(fd, 0); /* what is no TCP socket refuses it, which does not matter here */
  }
  if (err == 0 && (stream->handle.flags & GY_TCP_KEEPALIVE) != 0) {
    err = set_keepalive(fd, 1, KEEPALIVE_IDLE_S, KEEPALIVE_INTERVAL_S, KEEPALIVE_PROBES);
  }
  return err;
}

/* Makes sure that there is a socket; a new one is of FAMILY. */
static int need_socket(gy_stream *stream, int family) {
  if (stream->watcher.fd >= 0) {
    return 0;
  }
  int fd = gy_descriptor_socket(family, SOCK_STREAM, 0);
  if (fd < 0) {
    return fd;
  }
  int err = gy_stream_open(stream, fd, 0);
  if (err != 0) {
    gy_descriptor_close(fd);
  }
  return err;
}

int uv_tcp_init_ex(uv_loop_t *loop, uv_tcp_t *handle, unsigned int flags) {
  gy_stream *stream = gy_stream_of(handle);
  int family = (int)(flags & FAMILY_BITS);
  if ((flags & ~FAMILY_BITS) != 0 ||
      (family != AF_UNSPEC && family != AF_INET && family != AF_INET6)) {
    return UV_EINVAL;
  }
  gy_stream_init(gy_loop_of(loop), stream, UV_TCP);
  int err = family == AF_UNSPEC ? 0 : need_socket(stream, family);
  if (err != 0) {
    gy_queue_remove(&stream->handle.link); /* undo its initialisation */
  }
  return err;
}

int uv_tcp_init(uv_loop_t *loop, uv_tcp_t *handle) {
  return uv_tcp_init_ex(loop, handle, AF_UNSPEC);
}

int uv_tcp_open(uv_tcp_t *handle, uv_os_sock_t sock) {
  gy_stream *stream = gy_stream_of(handle);
  if (gy_watcher_exists(stream->handle.loop, sock)) {
    return UV_EEXIST;
  }
  int err = gy_descriptor_nonblocking(sock, true);
  return err != 0 ? err : gy_stream_open(stream, sock, GY_HANDLE_READABLE | GY_STREAM_WRITABLE);
}

int uv_tcp_bind(uv_tcp_t *handle, const struct sockaddr *addr, unsigned int flags) {
  gy_stream *stream = gy_stream_of(handle);
  bool ipv6 = addr->sa_family == AF_INET6;
  if (handle->type != UV_TCP || gy_handle_closing(&stream->handle) || gy_inet_size(addr) == 0 ||
      ((flags & UV_TCP_IPV6ONLY) != 0 && !ipv6)) {
    return UV_EINVAL; /* flags that nobody knows are no error: programs have passed them for years
                       */
  }
  int err = need_socket(stream, addr->sa_family);
  int fd = stream->watcher.fd;
  if (err == 0) {
    err = set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
  }
  if (err == 0 && (flags & UV_TCP_REUSEPORT) != 0) {
    err = set_option(fd, SOL_SOCKET, SO_REUSEPORT, 1);
  }
  if (err == 0 && ipv6) {
    err = set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, (flags & UV_TCP_IPV6ONLY) != 0);
  }
  if (err != 0) {
    return err;
  }
  int result = bind(fd, addr, gy_inet_size(addr)) == 0 ? 0 : -errno;
  if (result != 0 && result != -EADDRINUSE) {
    return result == -EAFNOSUPPORT ? UV_EINVAL : result;
  }
  stream->delayed_error = result; /* an address in use is reported by the next call */
  return 0;
}

/* A link-local address needs an interface: take the first that has one. */
static void fill_in_scope(struct sockaddr_in6 *addr) {
  struct ifaddrs *list;
  if (addr->sin6_scope_id != 0 || !IN6_IS_ADDR_LINKLOCAL(&addr->sin6_addr) ||
      getifaddrs(&list) != 0) {
    return;
  }
  for (struct ifaddrs *item = list; item != NULL; item = item->ifa_next) {
    const struct sockaddr_in6 *own = (const struct sockaddr_in6 *)item->ifa_addr;
    if (own != NULL && own->sin6_family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&own->sin6_addr)) {
      addr->sin6_scope_id = own->sin6_scope_id;
      break;
    }
  }
  freeifaddrs(list);
}

static int start_connecting(gy_stream *stream, const struct sockaddr *addr) {
  struct sockaddr_in6 scoped;
  if (addr->sa_family == AF_INET6) {
    memcpy(&scoped, addr, sizeof(scoped));
    fill_in_scope(&scoped);
    addr = (const struct sockaddr *)&scoped;
  }
  int result;
  do {
    result = connect(stream->watcher.fd, addr, gy_inet_size(addr));
  } while (result != 0 && errno == EINTR);
  if (result == 0 || errno == EINPROGRESS) {
    return 0;
  }
  if (errno != ECONNREFUSED) {
    return -errno;
  }
  stream->delayed_error = UV_ECONNREFUSED; /* always reported by the callback */
  return 0;
}

int uv_tcp_connect(uv_connect_t *req, uv_tcp_t *handle, const struct sockaddr *addr,
                   uv_connect_cb cb) {
  gy_stream *stream = gy_stream_of(handle);
  if (handle->type != UV_TCP || gy_handle_closing(&stream->handle) || gy_inet_size(addr) == 0) {
    return UV_EINVAL;
  }
  if (stream->connect != NULL) {
    return UV_EALREADY;
  }
  if (stream->delayed_error == 0) {
    int err = need_socket(stream, addr->sa_family);
    if (err == 0) {
      err = start_connecting(stream, addr);
    }
    if (err == 0) {
      err = gy_watcher_start(stream->handle.loop, &stream->watcher, GY_IO_WRITE);
    }
    if (err != 0) {
      return err;
    }
    stream->handle.flags |= GY_HANDLE_READABLE | GY_STREAM_WRITABLE;
  }
  gy_stream_connecting(stream, req, cb);
  if (stream->delayed_error != 0) {
    gy_pending_add(stream->handle.loop, &stream->watcher);
  }
  return 0;
}

int gy_tcp_listen(gy_stream *stream, int backlog, uv_connection_cb cb) {
  if (stream->delayed_error != 0) {
    return stream->delayed_error;
  }
  int err = need_socket(stream, AF_INET);
  return err != 0 ? err : gy_listen_start(stream, backlog, cb);
}

static int get_name(const uv_tcp_t *handle, struct sockaddr *name, int *namelen,
                    int (*get)(int fd, struct sockaddr *name, socklen_t *size)) {
  const gy_stream *stream = gy_stream_of(handle);
  if (handle->type != UV_TCP) {
    return UV_EINVAL;
  }
  if (stream->delayed_error != 0) {
    return stream->delayed_error;
  }
  if (stream->watcher.fd < 0) {
    return UV_EBADF;
  }
  socklen_t size = (socklen_t)*namelen;
  if (get(stream->watcher.fd, name, &size) != 0) {
    return -errno;
  }
  *namelen = (int)size;
  return 0;
}

static int own_name(int fd, struct sockaddr *name, socklen_t *size) {
  return getsockname(fd, name, size);
}

static int peer_name(int fd, struct sockaddr *name, socklen_t *size) {
  return getpeername(fd, name, size);
}

int uv_tcp_getsockname(const uv_tcp_t *handle, struct sockaddr *name, int *namelen) {
  return get_name(handle, name, namelen, own_name);
}

int uv_tcp_getpeername(const uv_tcp_t *handle, struct sockaddr *name, int *namelen) {
  return get_name(handle, name, namelen, peer_name);
}

/* Stores an option for a socket that does not exist yet. */
static void remember(gy_stream *stream, unsigned flag, int on) {
  stream->handle.flags = on ? stream->handle.flags | flag : stream->handle.flags & ~flag;
}

int uv_tcp_nodelay(uv_tcp_t *handle, int enable) {
  gy_stream *stream = gy_stream_of(handle);
  if (stream->watcher.fd >= 0) {
    int err = set_nodelay(stream->watcher.fd, enable);
    if (err != 0) {
      return err;
    }
  }
  remember(stream, GY_TCP_NODELAY, enable);
  return 0;
}

int uv_tcp_keepalive_ex(uv_tcp_t *handle, int on, unsigned int idle, unsigned int intvl,
                        unsigned int cnt) {
  gy_stream *stream = gy_stream_of(handle);
  if (stream->watcher.fd >= 0) {
    if (on && (idle < 1 || intvl < 1 || cnt < 1)) {
      return UV_EINVAL;
    }
    int err = set_keepalive(stream->watcher.fd, on, idle, intvl, cnt);
    if (err != 0) {
      return err;
    }
  }
  remember(stream, GY_TCP_KEEPALIVE, on);
  return 0;
}

int uv_tcp_keepalive(uv_tcp_t *handle, int enable, unsigned int delay) {
  return uv_tcp_keepalive_ex(handle, enable, delay, KEEPALIVE_INTERVAL_S, KEEPALIVE_PROBES);
}

/* One connection is accepted per event in any case. */
int uv_tcp_simultaneous_accepts(uv_tcp_t *handle, int enable) {
  (void)handle;
  (void)enable;
  return 0;
}

int uv_tcp_close_reset(uv_tcp_t *handle, uv_close_cb close_cb) {
  gy_stream *stream = gy_stream_of(handle);
  struct linger now = {.l_onoff = 1, .l_linger = 0};
  if ((stream->handle.flags & GY_STREAM_SHUTTING) != 0) {
    return UV_EINVAL;
  }
  if (setsockopt(stream->watcher.fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now)) != 0) {
    return -errno;
  }
  uv_close((uv_handle_t *)handle, close_cb);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * What is at the other end of the descriptors that a loop waits for: the process itself, or
 * somebody else. The process has nothing to send while it sleeps, and the kernel delivers at once
 * what a process sends to itself. So what is not there when nothing runs will not come.
 *
 * Somebody else is: a running child, a terminal, the peer of a socket whose address belongs to no
 * socket of the process, a pipe without another end here. A listening socket alone does not count:
 * it waits for nobody in particular, and time may pass. But a process that listens and never
 * connects, not even to itself, is a server whose clients are other processes; that it waits for
 * them is not a hang. Anybody may send to a datagram socket; it counts as internal if the process
 * has another one.
 *
 * An end that has been closed is nobody: whoever it was, nothing more comes from there. It may have
 * been ours, closed before its other end was accepted.
 */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/sockios.h>
#include <netinet/in.h>

#include "base/alloc.h"
#include "explore/orders.h"
#include "handle/stream.h"
#include "os/virtual.h"

typedef union {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
  struct sockaddr_storage room;
} address;

/* The IPv6 form of an address that may be IPv4. */
static struct in6_addr wide(const address *one) {
  struct in6_addr result = one->v6.sin6_addr;
  if (one->any.sa_family == AF_INET) {
    result = (struct in6_addr){.s6_addr[10] = 0xff, .s6_addr[11] = 0xff};
    memcpy(&result.s6_addr[12], &one->v4.sin_addr, sizeof(one->v4.sin_addr));
  }
  return result;
}

static in_port_t port_of(const address *one) {
  return one->any.sa_family == AF_INET ? one->v4.sin_port : one->v6.sin6_port;
}

/* A listener on any address has all addresses with its port. */
static bool same_place(const address *own, const address *peer) {
  static const address any4 = {.v4 = {.sin_family = AF_INET}};
  struct in6_addr here = wide(own);
  struct in6_addr there = wide(peer);
  struct in6_addr any = wide(&any4);
  return (own->any.sa_family == AF_INET || own->any.sa_family == AF_INET6) &&
         port_of(own) == port_of(peer) &&
         (memcmp(&here, &there, sizeof(here)) == 0 || memcmp(&here, &any, sizeof(here)) == 0 ||
          memcmp(&here, &in6addr_any, sizeof(here)) == 0);
}

typedef bool seeker(int other, const void *arg);

/* Is there a descriptor of the process, other than FD, for which SEEK returns true? */
static bool any_descriptor(int fd, seeker *seek, const void *arg) {
  bool found = false;
  DIR *all = opendir("/proc/self/fd");
  if (all == NULL) {
    return false;
  }
  const struct dirent *entry;
  while (!found && (entry = readdir(all)) != NULL) {
    int other = atoi(entry->d_name);
    found = entry->d_name[0] != '.' && other != fd && other != dirfd(all) && seek(other, arg);
  }
  closedir(all);
  return found;
}

static bool has_address(int other, const void *arg) {
  address own;
  socklen_t size = sizeof(own);
  return getsockname(other, &own.any, &size) == 0 && same_place(&own, arg);
}

static bool has_inode(int other, const void *arg) {
  struct stat info;
  const struct stat *wanted = arg;
  return fstat(other, &info) == 0 && info.st_ino == wanted->st_ino && info.st_dev == wanted->st_dev;
}

static int option_of(int fd, int option) {
  int value = 0;
  socklen_t size = sizeof(value);
  return getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 ? value : 0;
}

bool gy_peers_is_local(int fd) {
  int domain = option_of(fd, SO_DOMAIN); /* 0: it is no socket */
  return domain != AF_INET && domain != AF_INET6;
}

static bool is_datagram(int other, const void *arg) {
  int domain = option_of(other, SO_DOMAIN);
  (void)arg;
  return (domain == AF_INET || domain == AF_INET6) && option_of(other, SO_TYPE) == SOCK_DGRAM;
}

/* An internet socket, which may be connected to itself. CONNECTING: its connection is not
 * established yet. */
static bool internet_outside(int fd, bool *connecting) {
  address peer;
  socklen_t size = sizeof(peer);
  if (getpeername(fd, &peer.any, &size) == 0) {
    return !any_descriptor(-1, has_address, &peer);
  }
  if (option_of(fd, SO_TYPE) == SOCK_DGRAM) {
    return !any_descriptor(fd, is_datagram, NULL);
  }
  *connecting = errno == ENOTCONN;
  return false;
}

static bool local_outside(int fd) {
  struct ucred peer;
  socklen_t size = sizeof(peer);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid > 0 &&
         peer.pid != getpid();
}

static bool socket_outside(int fd, bool *connecting) {
  if (option_of(fd, SO_ACCEPTCONN) != 0) {
    return false;
  }
  switch (option_of(fd, SO_DOMAIN)) {
    case AF_UNIX:
      return local_outside(fd);
    case AF_INET:
    case AF_INET6:
      return internet_outside(fd, connecting);
    default:
      return true;
  }
}

/* Only threads of the process write to it. */
bool gy_peers_is_eventfd(int fd) {
  char link[32];
  char name[32] = "";
  snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
  return readlink(link, name, sizeof(name) - 1) >= 0 &&
         strncmp(name, "anon_inode:[eventfd", 19) == 0;
}

static bool is_outside(int fd, const struct stat *info, bool *connecting) {
  *connecting = false;
  if (S_ISSOCK(info->st_mode)) {
    return socket_outside(fd, connecting);
  }
  return !S_ISFIFO(info->st_mode) || !any_descriptor(fd, has_inode, info);
}

/* Other threads. If the descriptor keeps the loop alive, the program waits for them: a runtime's
 * thread computes then, others may do anything. */
static gy_peers threads_at(bool held) {
  return !held ? GY_PEERS_NONE : gy_quiet_has_runtime() ? GY_PEERS_INSIDE : GY_PEERS_OUTSIDE;
}

static gy_peer_known *known_of(gy_quiet *quiet, int fd) {
  if ((unsigned)fd >= quiet->known_count) {
    unsigned count = (unsigned)fd + 64;
    gy_peer_known *known = gy_alloc_resize(quiet->known, count * sizeof(*known));
    if (known == NULL) {
      return NULL;
    }
    memset(known + quiet->known_count, 0, (count - quiet->known_count) * sizeof(*known));
    quiet->known = known;
    quiet->known_count = count;
  }
  return &quiet->known[fd];
}

/* Has the other end been closed? What it sent before is here. If the loop wants to write, only a
 * connection that is closed in both directions is over: the other end may still read. The result is
 * what poll() says then, or 0. */
static short how_over(int fd, uint32_t wanted) {
  struct pollfd one = {.fd = fd, .events = POLLRDHUP};
  if (option_of(fd, SO_TYPE) == SOCK_DGRAM || poll(&one, 1, 0) != 1) {
    return 0;
  }
  bool is_over = (one.revents & (POLLHUP | POLLERR)) != 0 ||
                 ((one.revents & POLLRDHUP) != 0 && (wanted & GY_IO_WRITE) == 0);
  return is_over ? one.revents : 0;
}

/* Somebody outside may have closed it after the loop has looked for events. So when this is first
 * seen, the loop must look once more. */
static gy_peers gone(gy_peer_known *known, uint64_t inode, short how) {
  bool is_new = known->gone_inode != inode || (how & ~known->gone) != 0;
  known->gone_inode = inode;
  known->gone = how;
  return is_new ? GY_PEERS_INSIDE : GY_PEERS_NONE;
}

/* Also of a child that has ended: one of its own may have the other end. */
static bool is_of_child(const gy_handle *handle) {
  return handle->type == UV_NAMED_PIPE && (handle->flags & GY_STREAM_CHILD) != 0;
}

static gy_peers peer_of(gy_quiet *quiet, int fd, const gy_handle *handle) {
  struct stat info;
  bool connecting;
  gy_peer_known *known = known_of(quiet, fd);
  if (known == NULL || fstat(fd, &info) != 0) {
    return GY_PEERS_OUTSIDE;
  }
  short how = how_over(fd, quiet->loop->slots[fd].watcher->wanted);
  if (how != 0) {
    return gone(known, info.st_ino, how);
  }
  if (S_ISSOCK(info.st_mode) && known->inode == info.st_ino) {
    return known->outside ? GY_PEERS_OUTSIDE : GY_PEERS_NONE;
  }
  if (gy_peers_is_eventfd(fd)) {
    return threads_at((handle->flags & GY_HANDLE_REF) != 0);
  }
  bool outside = is_outside(fd, &info, &connecting) || is_of_child(handle);
  if (!connecting) {
    known->inode = info.st_ino;
    known->outside = outside;
  }
  return outside ? GY_PEERS_OUTSIDE : connecting ? GY_PEERS_INSIDE : GY_PEERS_NONE;
}

/* Does the loop wait for events of this handle? */
static bool is_watched(const gy_loop *loop, int fd) {
  return (unsigned)fd < loop->slot_count && loop->slots[fd].watcher != NULL;
}

/* The pool works, and does not only sleep. */
static bool pool_works(const gy_quiet *quiet) {
  uint64_t sleeper_ns;
  unsigned count = quiet->loop->work.count;
  bool works = quiet->orders != NULL ? gy_held_slow(quiet) : count > 0;
  return works && gy_virtual_sleepers(&sleeper_ns) < count;
}

gy_peers gy_peers_of(gy_quiet *quiet) {
  gy_loop *loop = quiet->loop;
  gy_peers found = pool_works(quiet) ? GY_PEERS_INSIDE : GY_PEERS_NONE;
  for (gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    gy_peers one = GY_PEERS_NONE;
    uv_os_fd_t fd;
    if (handle->type == UV_PROCESS) {
      one = gy_handle_active(handle) ? GY_PEERS_OUTSIDE : GY_PEERS_NONE;
    } else if (uv_fileno((const uv_handle_t *)handle, &fd) == 0 && is_watched(loop, fd)) {
      one = peer_of(quiet, fd, handle);
    }
    found = one > found ? one : found;
  }
  return found;
}

/* Bytes that the kernel has taken and not sent, for want of room at the other end. */
static unsigned unsent_by(const gy_handle *handle, int *fd) {
  int bytes = 0;
  if (handle->type != UV_TCP || uv_fileno((const uv_handle_t *)handle, fd) != 0 ||
      ioctl(*fd, SIOCOUTQNSD, &bytes) != 0) {
    return 0;
  }
  return (unsigned)bytes;
}

bool gy_peers_sends(gy_quiet *quiet, bool forget) {
  gy_loop *loop = quiet->loop;
  bool sends = false;
  for (gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    int fd;
    unsigned bytes = unsent_by(GY_CONTAINER(link, gy_handle, link), &fd);
    gy_peer_known *known = bytes == 0 ? NULL : known_of(quiet, fd);
    if (known != NULL && known->stuck != bytes) {
      sends = true;
      known->stuck = forget ? bytes : 0;
    }
  }
  return sends;
}

static atomic_bool connected; /* the process has connected to somebody */

void gy_peers_connects(void) { atomic_store(&connected, true); }

static bool is_open_door(const gy_loop *loop, const gy_handle *handle, bool threads) {
  uv_os_fd_t fd;
  if ((handle->flags & GY_HANDLE_REF) == 0 || !gy_handle_active(handle)) {
    return false;
  }
  if (handle->type == UV_ASYNC) {
    return threads;
  }
  if (handle->type == UV_SIGNAL || handle->type == UV_FS_EVENT) {
    return true;
  }
  return !atomic_load(&connected) && uv_fileno((const uv_handle_t *)handle, &fd) == 0 &&
         is_watched(loop, fd) && option_of(fd, SO_ACCEPTCONN) != 0;
}

bool gy_peers_may_come(const gy_quiet *quiet, bool threads) {
  const gy_loop *loop = quiet->loop;
  for (const gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    if (is_open_door(loop, GY_CONTAINER(link, gy_handle, link), threads)) {
      return true;
    }
  }
  return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * Sending datagrams. The first of a turn is sent at once. Those that follow before its callback are
 * collected and sent together in the pending phase, or, if the kernel has no room, when the socket
 * is writable.
 */
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/check.h"
#include "handle/udp.h"
#include "loop/call.h"
#include "os/inet.h"

_Static_assert(sizeof(gy_udp_send) <= sizeof(uv_udp_send_t), "gy_udp_send fits");
_Static_assert(offsetof(gy_udp_send, udp) == offsetof(uv_udp_send_t, handle), "handle");
_Static_assert(offsetof(gy_udp_send, cb) == offsetof(uv_udp_send_t, cb), "cb");

#define BATCH_MAX 64  /* datagrams in one call */
#define FLAT_MAX 2048 /* up to this size it is cheaper to copy buffers together */

socklen_t gy_udp_send_address_size(const struct sockaddr *address) {
  return address->sa_family == AF_UNIX ? sizeof(struct sockaddr_un) : gy_inet_size(address);
}

/* uv_buf_t has the layout of struct iovec; the kernel only reads both. */
static struct msghdr message_of(const uv_buf_t *bufs, unsigned count,
                                const struct sockaddr *address) {
  return (struct msghdr){.msg_name = (void *)address,
                         .msg_namelen = address == NULL ? 0 : gy_udp_send_address_size(address),
                         .msg_iov = (struct iovec *)bufs,
                         .msg_iovlen = count};
}

char *gy_udp_send_flatten(const uv_buf_t *bufs, unsigned count, char *to) {
  char *end = to;
  for (unsigned i = 0; i < count; i++) {
    if (bufs[i].len > 0) {
      memcpy(end, bufs[i].base, bufs[i].len);
      end += bufs[i].len;
    }
  }
  return to;
}

static size_t size_of(const uv_buf_t *bufs, unsigned count) {
  size_t size = 0;
  for (unsigned i = 0; i < count; i++) {
    size += bufs[i].len;
  }
  return size;
}

/* One datagram. The kernel handles one piece of memory faster than a list of them. */
static ssize_t put_one(int fd, const struct msghdr *message) {
  char flat[FLAT_MAX];
  const uv_buf_t *bufs = (const uv_buf_t *)message->msg_iov;
  unsigned count = (unsigned)message->msg_iovlen;
  size_t size = size_of(bufs, count);
  if (count > 1 && size > sizeof(flat)) {
    return sendmsg(fd, message, 0);
  }
  const char *data = count == 1 ? bufs[0].base : gy_udp_send_flatten(bufs, count, flat);
  return sendto(fd, data, size, 0, message->msg_name, message->msg_namelen);
}

/* One system call. Returns how many datagrams it took, or a negative errno for the first. */
static int put(int fd, struct mmsghdr *messages, unsigned count) {
  int taken;
  do {
    if (count == 1) {
      taken = put_one(fd, &messages[0].msg_hdr) < 0 ? -1 : 1;
    } else {
      taken = sendmmsg(fd, messages, count, 0);
    }
  } while (taken < 0 && errno == EINTR);
  if (taken < 0) {
    /* No room now; the kernel has several errors for that. */
    return errno == EWOULDBLOCK || errno == ENOBUFS ? UV_EAGAIN : -errno;
  }
  return taken;
}

/* The first waiting request is done. Its callback comes later: see gy_udp_send_call. */
void gy_udp_send_settle(gy_udp *udp, int status) {
  gy_udp_send *send = GY_CONTAINER(gy_queue_pop(&udp->sends), gy_udp_send, link);
  send->status = status;
  gy_queue_push_back(&udp->sent, &send->link);
}

static unsigned gather(const gy_udp *udp, struct mmsghdr *messages) {
  unsigned count = 0;
  for (const gy_queue *link = udp->sends.next; link != &udp->sends && count < BATCH_MAX;
       link = link->next) {
    const gy_udp_send *send = GY_CONTAINER(link, gy_udp_send, link);
    bool connected = send->address.ss_family == AF_UNSPEC;
    messages[count++].msg_hdr = message_of(
        send->bufs, send->count, connected ? NULL : (const struct sockaddr *)&send->address);
  }
  return count;
}

void gy_udp_send_queued(gy_udp *udp) {
  struct mmsghdr messages[BATCH_MAX];
  gy_loop *loop = udp->handle.loop;
  while (!gy_queue_empty(&udp->sends)) {
    int taken = put(udp->watcher.fd, messages, gather(udp, messages));
    if (taken == UV_EAGAIN) {
      int err = gy_watcher_start(loop, &udp->watcher, GY_IO_WRITE);
      if (err == 0) {
        break;
      }
      taken = err; /* nobody would ever try again */
    }
    if (taken < 0) {
      gy_udp_send_settle(udp, taken);
    }
    for (int i = 0; i < taken; i++) {
      gy_udp_send_settle(udp, 0);
    }
  }
  if (gy_queue_empty(&udp->sends)) {
    gy_watcher_stop(loop, &udp->watcher, GY_IO_WRITE);
  }
}

void gy_udp_send_cancel(gy_udp *udp) {
  while (!gy_queue_empty(&udp->sends)) {
    gy_udp_send_settle(udp, UV_ECANCELED);
  }
}

void gy_udp_send_call(gy_udp *udp) {
  gy_loop *loop = udp->handle.loop;
  gy_queue ready;
  gy_queue_init(&ready);
  gy_queue_append(&ready, &udp->sent);
  udp->handle.flags |= GY_UDP_CALLING;
  while (!gy_queue_empty(&ready)) {
    gy_udp_send *send = GY_CONTAINER(gy_queue_pop(&ready), gy_udp_send, link);
    gy_loop_request_end(loop, send);
    udp->send_queue_size -= send->size;
    udp->send_queue_count--;
    if (send->bufs != send->few) {
      gy_free(send->bufs);
    }
    if (send->cb != NULL) {
      GY_CALL(loop, UDP_SEND, send, send->cb, send->cb((uv_udp_send_t *)send, send->status));
    }
  }
  udp->handle.flags &= ~(unsigned)GY_UDP_CALLING;
  if (udp->send_queue_count == 0 && udp->recv_cb == NULL) {
    gy_handle_stop(&udp->handle);
  }
}

/* Checks that there is an address to send to and a socket. */
static int prepare(gy_udp *udp, const uv_buf_t *bufs, unsigned nbufs,
                   const struct sockaddr *address) {
  bool connected = (udp->handle.flags & GY_UDP_CONNECTED) != 0;
  if (udp->handle.type != UV_UDP || size_of(bufs, nbufs) > GY_IO_BYTES_MAX) {
    return UV_EINVAL;
  }
  if (address == NULL) {
    return !connected ? UV_EDESTADDRREQ : nbufs == 0 ? UV_EINVAL : 0;
  }
  if (connected) {
    return UV_EISCONN;
  }
  if (nbufs == 0 || gy_udp_send_address_size(address) == 0) {
    return UV_EINVAL;
  }
  return gy_udp_bind_any(udp, address->sa_family, 0);
}

int uv_udp_send(uv_udp_send_t *req, uv_udp_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
                const struct sockaddr *addr, uv_udp_send_cb send_cb) {
  gy_udp *udp = gy_udp_of(handle);
  gy_udp_send *send = (gy_udp_send *)req;
  int err = prepare(udp, bufs, nbufs, addr);
  if (err != 0) {
    return err;
  }
  send->bufs = send->few;
  if (nbufs > sizeof(send->few) / sizeof(send->few[0])) {
    send->bufs = gy_alloc(nbufs * sizeof(*bufs));
    if (send->bufs == NULL) {
      return UV_ENOMEM;
    }
  }
  memcpy(send->bufs, bufs, nbufs * sizeof(*bufs));
  send->request.type = UV_UDP_SEND;
  send->udp = udp;
  send->cb = send_cb;
  send->count = nbufs;
  send->size = size_of(bufs, nbufs);
  send->address.ss_family = AF_UNSPEC;
  if (addr != NULL) {
    memcpy(&send->address, addr, gy_udp_send_address_size(addr));
  }
  GY_SCHEDULE(udp->handle.loop, UDP_SEND, send, 0);
  bool first = udp->send_queue_count == 0;
  gy_loop_request_begin(udp->handle.loop, send);
  udp->send_queue_size += send->size;
  udp->send_queue_count++;
  gy_queue_push_back(&udp->sends, &send->link);
  gy_handle_start(&udp->handle);
  if (first && (udp->handle.flags & GY_UDP_CALLING) == 0) {
    gy_udp_send_queued(udp);
  }
  if ((udp->watcher.wanted & GY_IO_WRITE) == 0) {
    gy_pending_add(udp->handle.loop, &udp->watcher);
    if (!gy_queue_empty(&udp->sends)) {
      gy_udp_batch_add(udp);
    }
  }
  return 0;
}

int uv_udp_try_send(uv_udp_t *handle, const uv_buf_t *bufs, unsigned int nbufs,
                    const struct sockaddr *addr) {
  gy_udp *udp = gy_udp_of(handle);
  int err = prepare(udp, bufs, nbufs, addr);
  if (err != 0) {
    return err;
  }
  if (udp->send_queue_count != 0) {
    return UV_EAGAIN;
  }
  struct mmsghdr message = {.msg_hdr = message_of(bufs, nbufs, addr)};
  int taken = put(udp->watcher.fd, &message, 1);
  return taken < 0 ? taken : (int)size_of(bufs, nbufs);
}

/* Whether an address is needed is left to the kernel: a connected socket may send to others as
 * well. */
int uv_udp_try_send2(uv_udp_t *handle, unsigned int count, uv_buf_t **bufs, unsigned int *nbufs,
                     struct sockaddr **addrs, unsigned int flags) {
  gy_udp *udp = gy_udp_of(handle);
  struct mmsghdr messages[BATCH_MAX];
  if (count == 0 || count > INT32_MAX || flags != 0) {
    return UV_EINVAL;
  }
  if (udp->handle.type != UV_UDP) {
    return UV_ENOTSOCK;
  }
  if (udp->send_queue_count != 0) {
    return UV_EAGAIN;
  }
  const struct sockaddr *first = addrs == NULL ? NULL : addrs[0];
  if (first == NULL && udp->watcher.fd < 0) {
    return UV_EINVAL;
  }
  int err = first == NULL ? 0 : gy_udp_bind_any(udp, first->sa_family, 0);
  if (err != 0) {
    return err;
  }
  unsigned sent = 0;
  while (sent < count) {
    unsigned batch = 0;
    for (unsigned i = sent; i < count && batch < BATCH_MAX; i++) {
      const struct sockaddr *address = addrs == NULL ? NULL : addrs[i];
      if (nbufs[i] == 0 || (address != NULL && gy_udp_send_address_size(address) == 0)) {
        err = UV_EINVAL;
        break;
      }
      messages[batch++].msg_hdr = message_of(bufs[i], nbufs[i], address);
    }
    int taken = batch == 0 ? err : put(udp->watcher.fd, messages, batch);
    sent += taken > 0 ? (unsigned)taken : 0;
    if (taken < (int)batch || taken < 0) {
      return sent > 0 ? (int)sent : taken;
    }
  }
  return (int)sent;
}

size_t uv_udp_get_send_queue_size(const uv_udp_t *handle) { return handle->send_queue_size; }

size_t uv_udp_get_send_queue_count(const uv_udp_t *handle) { return handle->send_queue_count; }

/* SPDX-License-Identifier: MIT */
/*
 * Receiving datagrams. Every buffer that the program's alloc_cb provides is returned exactly once
 * through recv_cb, whatever the result, unless the program stops receiving meanwhile.
 *
 * With GY_UDP_RECVMMSG a buffer is split into chunks, one for each datagram. They are delivered
 * with UV_UDP_MMSG_CHUNK, and then the buffer itself is returned.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "handle/udp.h"
#include "loop/call.h"

#define DATAGRAM_MAX (64 * 1024) /* no datagram is larger */
#define CHUNKS_MAX 20
/* Datagrams per event. Then others get their turn, and the kernel reports again what is left. */
#define ROUNDS_MAX 32

int uv_udp_recv_start(uv_udp_t *handle, uv_alloc_cb alloc_cb, uv_udp_recv_cb recv_cb) {
  gy_udp *udp = gy_udp_of(handle);
  if (handle->type != UV_UDP || alloc_cb == NULL || recv_cb == NULL) {
    return UV_EINVAL;
  }
  if (udp->recv_cb != NULL) {
    return UV_EALREADY;
  }
  int err = gy_udp_bind_any(udp, AF_INET, 0);
  if (err == 0) {
    err = gy_watcher_start(udp->handle.loop, &udp->watcher, GY_IO_READ);
  }
  if (err != 0) {
    return err;
  }
  udp->alloc_cb = alloc_cb;
  udp->recv_cb = recv_cb;
  gy_handle_start(&udp->handle);
  GY_SCHEDULE(udp->handle.loop, UDP_RECV, udp, 0);
  return 0;
}

int uv_udp_recv_stop(uv_udp_t *handle) {
  gy_udp *udp = gy_udp_of(handle);
  if (handle->type != UV_UDP) {
    return UV_EINVAL;
  }
  gy_watcher_stop(udp->handle.loop, &udp->watcher, GY_IO_READ);
  udp->alloc_cb = NULL;
  udp->recv_cb = NULL;
  if (udp->send_queue_count == 0) {
    gy_handle_stop(&udp->handle);
  }
  GY_CANCEL(udp->handle.loop, UDP_RECV, udp);
  return 0;
}

int uv_udp_using_recvmmsg(const uv_udp_t *handle) { return (handle->flags & GY_UDP_RECVMMSG) != 0; }

static void call_back(gy_udp *udp, ssize_t nread, const uv_buf_t *buf,
                      const struct sockaddr *address, unsigned flags) {
  GY_CALL(udp->handle.loop, UDP_RECV, udp, udp->recv_cb,
          udp->recv_cb((uv_udp_t *)udp, nread, buf, address, flags));
}

/* Gets the program's buffer; false if it gave none, which is reported to it, or has stopped. */
static bool ask_for_buffer(gy_udp *udp, uv_buf_t *buf) {
  *buf = (uv_buf_t){.base = NULL, .len = 0};
  /* door: not here; recv_cb, which returns the buffer, is the end of this callback. */
  udp->alloc_cb((uv_handle_t *)udp, DATAGRAM_MAX, buf);
  if (udp->recv_cb == NULL) {
    return false;
  }
  if (buf->base == NULL || buf->len == 0) {
    call_back(udp, UV_ENOBUFS, buf, NULL, 0);
    return false;
  }
  return true;
}

/* Nothing there, or an error: the buffer is returned unused. */
static void give_back(gy_udp *udp, const uv_buf_t *buf, int error) {
  bool empty = error == EAGAIN || error == EWOULDBLOCK;
  call_back(udp, empty ? 0 : -error, buf, NULL, 0);
}

/* One datagram, from the error queue if HOW is MSG_ERRQUEUE; true if there may be another. */
static bool receive_one(gy_udp *udp, const uv_buf_t *buf, int how) {
  struct sockaddr_storage peer;
  struct iovec part = {.iov_base = buf->base, .iov_len = buf->len};
  struct msghdr message = {
      .msg_name = &peer, .msg_namelen = sizeof(peer), .msg_iov = &part, .msg_iovlen = 1};
  peer.ss_family = AF_UNSPEC; /* stays so if the sender has no name */
  ssize_t count;
  do {
    count = recvmsg(udp->watcher.fd, &message, how);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    give_back(udp, buf, errno);
    return false;
  }
  unsigned flags = (message.msg_flags & MSG_TRUNC) != 0 ? UV_UDP_PARTIAL : 0;
  if ((message.msg_flags & MSG_ERRQUEUE) != 0) {
    flags |= UV_UDP_LINUX_RECVERR;
  }
  call_back(udp, count, buf, (const struct sockaddr *)&peer, flags);
  return true;
}

/*
 * The same from a socket that we made, in a faster way: the kernel returns the whole size of the
 * datagram, which shows whether it was truncated.
 */
static bool receive_own(gy_udp *udp, const uv_buf_t *buf) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof(peer);
  peer.ss_family = AF_UNSPEC;
  ssize_t count;
  do {
    count =
        recvfrom(udp->watcher.fd, buf->base, buf->len, MSG_TRUNC, (struct sockaddr *)&peer, &size);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    give_back(udp, buf, errno);
    return false;
  }
  bool whole = (size_t)count <= buf->len;
  call_back(udp, whole ? count : (ssize_t)buf->len, buf, (const struct sockaddr *)&peer,
            whole ? 0 : UV_UDP_PARTIAL);
  return true;
}

static void deliver(gy_udp *udp, struct mmsghdr *messages, int count) {
  for (int i = 0; i < count && udp->recv_cb != NULL; i++) {
    const struct msghdr *message = &messages[i].msg_hdr;
    uv_buf_t chunk = {.base = message->msg_iov->iov_base, .len = message->msg_iov->iov_len};
    unsigned partial = (message->msg_flags & MSG_TRUNC) != 0 ? UV_UDP_PARTIAL : 0;
    call_back(udp, (ssize_t)messages[i].msg_len, &chunk, message->msg_name,
              UV_UDP_MMSG_CHUNK | partial);
  }
}

/* Receives as many datagrams as the buffer has chunks. Returns how many; 0: no more for now. */
static int receive_many(gy_udp *udp, const uv_buf_t *buf) {
  struct sockaddr_storage peers[CHUNKS_MAX];
  struct iovec parts[CHUNKS_MAX];
  struct mmsghdr messages[CHUNKS_MAX];
  size_t room = buf->len / DATAGRAM_MAX;
  unsigned chunks = room > CHUNKS_MAX ? CHUNKS_MAX : (unsigned)room;
  if (chunks == 0) {
    call_back(udp, UV_EINVAL, buf, NULL, 0);
    return 0;
  }
  for (unsigned i = 0; i < chunks; i++) {
    parts[i] = (struct iovec){.iov_base = buf->base + i * DATAGRAM_MAX, .iov_len = DATAGRAM_MAX};
    peers[i].ss_family = AF_UNSPEC;
    messages[i].msg_hdr = (struct msghdr){.msg_name = &peers[i],
                                          .msg_namelen = sizeof(peers[i]),
                                          .msg_iov = &parts[i],
                                          .msg_iovlen = 1};
  }
  int count;
  do {
    count = recvmmsg(udp->watcher.fd, messages, chunks, 0, NULL);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    give_back(udp, buf, errno);
    return 0;
  }
  deliver(udp, messages, count);
  if (udp->recv_cb != NULL) {
    call_back(udp, 0, buf, NULL, UV_UDP_MMSG_FREE);
  }
  return count < (int)chunks ? 0 : count;
}

void gy_udp_receive(gy_udp *udp) {
  uv_buf_t buf;
  int rounds = ROUNDS_MAX;
  while (rounds > 0 && udp->recv_cb != NULL && ask_for_buffer(udp, &buf)) {
    if ((udp->handle.flags & GY_UDP_RECVMMSG) != 0) {
      int count = receive_many(udp, &buf);
      rounds = count == 0 ? 0 : rounds - count;
    } else {
      bool foreign = (udp->handle.flags & GY_UDP_FOREIGN) != 0;
      bool more = foreign ? receive_one(udp, &buf, 0) : receive_own(udp, &buf);
      rounds = more ? rounds - 1 : 0;
    }
  }
}

void gy_udp_receive_errors(gy_udp *udp) {
  uv_buf_t buf;
  int rounds = ROUNDS_MAX;
  while (rounds > 0 && udp->recv_cb != NULL && ask_for_buffer(udp, &buf)) {
    rounds = receive_one(udp, &buf, MSG_ERRQUEUE) ? rounds - 1 : 0;
  }
}

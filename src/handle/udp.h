/* SPDX-License-Identifier: MIT */
/*
 * UDP: the data of a handle and of a send request, and the functions that udp*.c share.
 *
 * A send request is on `sends` from uv_udp_send until the kernel has taken or refused its datagram,
 * then on `sent` until its callback has run. That happens in a pending phase or after the handle's
 * own poll event, never inside uv_udp_send.
 *
 * The handle is active while it receives or has a request on either list.
 */
#ifndef GY_HANDLE_UDP_H
#define GY_HANDLE_UDP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/queue.h"
#include "loop/loop.h"

/* Bits of gy_handle.flags for UDP handles. */
enum {
  GY_UDP_RECVMMSG = 0x40, /* many datagrams with one call */
  GY_UDP_CONNECTED = 0x80,
  GY_UDP_CALLING = 0x100, /* send callbacks are being run */
  GY_UDP_FOREIGN = 0x200  /* the socket was made by the program, and may be of any kind */
};

typedef struct {
  gy_handle handle;
  size_t send_queue_size;  /* bytes of requests whose callback has not run */
  size_t send_queue_count; /* and their number */
  uv_alloc_cb alloc_cb;
  uv_udp_recv_cb recv_cb; /* NULL: not receiving */
  gy_watcher watcher;
  gy_queue sends;
  gy_queue sent;
} gy_udp;

typedef struct {
  uv_req_t request;
  gy_udp *udp;
  uv_udp_send_cb cb;
  gy_queue link;  /* on `sends` or `sent` */
  uv_buf_t *bufs; /* a copy; points to `few` if they fit */
  unsigned count;
  int status;
  size_t size;                     /* of the datagram */
  struct sockaddr_storage address; /* AF_UNSPEC: none, the socket is connected */
  uv_buf_t few[4];
} gy_udp_send;

static inline gy_udp *gy_udp_of(const void *handle) { return (gy_udp *)handle; }

/* The link with which a handle waits for udp_batch.c. */
static inline gy_queue *gy_udp_waiting(gy_udp *udp) { return (gy_queue *)&udp->handle.u; }
static inline gy_udp *gy_udp_that_waits(gy_queue *link) {
  return GY_CONTAINER(link, gy_udp, handle.u);
}

/* udp.c */
int gy_udp_bind_any(gy_udp *udp, int family, unsigned flags); /* only if it has no socket yet */
bool gy_udp_close(gy_handle *handle);
void gy_udp_finish(gy_handle *handle);

/* udp_send.c */
void gy_udp_send_queued(gy_udp *udp);             /* as many as the kernel takes */
void gy_udp_send_cancel(gy_udp *udp);             /* the rest is not sent */
void gy_udp_send_call(gy_udp *udp);               /* calls back those that are done */
void gy_udp_send_settle(gy_udp *udp, int status); /* the first on `sends` is done */
socklen_t gy_udp_send_address_size(const struct sockaddr *address); /* 0: unsupported family */
char *gy_udp_send_flatten(const uv_buf_t *bufs, unsigned count, char *to); /* returns TO */

/* udp_batch.c */
void gy_udp_batch_add(gy_udp *udp); /* it has datagrams that were not tried yet */
void gy_udp_batch_send(gy_loop *loop);
void gy_udp_batch_release(gy_loop *loop);

/* udp_receive.c */
void gy_udp_receive(gy_udp *udp);
void gy_udp_receive_errors(gy_udp *udp); /* errors that came back for sent datagrams */

#endif

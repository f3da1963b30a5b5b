/* SPDX-License-Identifier: MIT */
/*
 * Many handles that each send their next datagram from the callback of the last one, to a socket of
 * the test: after a while the library submits them together.
 */
#ifndef GY_TEST_UDP_MANY_H
#define GY_TEST_UDP_MANY_H

#include "udp_peer.h"

enum { MANY = 20, WARM = 100 };

typedef struct {
  uv_udp_t handle;
  uv_udp_send_t req;
  struct sockaddr_in name; /* of the peer */
  int peer;
  char number[16];
  int sent;     /* callbacks with status 0 */
  int received; /* by the peer */
  int limit;    /* how many to send */
} many_sender;

static uv_loop_t loop;
static many_sender senders[MANY];

static void many_sent(uv_udp_send_t *req, int status);

/* Its text is "<which>:<number>!", in three buffers. */
static void many_send(many_sender *it) {
  char *which = it->number + 8;
  int length = snprintf(it->number, 8, "%d", it->sent);
  int digits = snprintf(which, 8, "%d:", (int)(it - senders));
  uv_buf_t bufs[3] = {uv_buf_init(which, (unsigned)digits),
                      uv_buf_init(it->number, (unsigned)length), uv_buf_init("!", 1)};
  CHECK_EQ(uv_udp_send(&it->req, &it->handle, bufs, 3, ADDRESS(it->name), many_sent), 0);
}

static void many_sent(uv_udp_send_t *req, int status) {
  many_sender *it = (many_sender *)((char *)req - offsetof(many_sender, req));
  CHECK_EQ(status, 0);
  CHECK_EQ(it->handle.send_queue_count, 0);
  if (++it->sent < it->limit) {
    many_send(it);
  }
}

/* Checks all datagrams that have arrived: they must be in order, and nothing else. */
static void many_drain(void) {
  for (int i = 0; i < MANY; i++) {
    char text[32], expected[32];
    while (peer_receive(senders[i].peer, text, sizeof(text)) >= 0) {
      snprintf(expected, sizeof(expected), "%d:%d!", i, senders[i].received++);
      CHECK_STR(text, expected);
    }
  }
}

static void many_open(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < MANY; i++) {
    senders[i].peer = peer_open(&senders[i].name);
    CHECK_EQ(uv_udp_init(&loop, &senders[i].handle), 0);
  }
}

/* Each handle sends LIMIT datagrams. Returns when all of them have arrived. */
static void many_run(int limit) {
  for (int i = 0; i < MANY; i++) {
    senders[i].limit = limit;
    many_send(&senders[i]);
  }
  while (uv_run(&loop, UV_RUN_NOWAIT) != 0) {
    many_drain();
  }
  many_drain();
  for (int i = 0; i < MANY; i++) {
    CHECK_EQ(senders[i].sent, limit);
    CHECK_EQ(senders[i].received, limit);
  }
}

static void many_close(void) {
  for (int i = 0; i < MANY; i++) {
    if (!uv_is_closing((uv_handle_t *)&senders[i].handle)) {
      uv_close((uv_handle_t *)&senders[i].handle, NULL);
    }
    close(senders[i].peer);
  }
  finish_loop(&loop);
}

#endif

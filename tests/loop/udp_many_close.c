/* SPDX-License-Identifier: MIT */
/* A handle is closed in the send callback of another one while its own datagram waits: its callback
 * still comes, once, with the datagram's result. */
#include "udp_many.h"

static int called;
static int cancelled;

static void sent_or_not(uv_udp_send_t *req, int status) {
  many_sender *it = (many_sender *)((char *)req - offsetof(many_sender, req));
  CHECK(status == 0 || status == UV_ECANCELED);
  cancelled += status != 0;
  it->sent += status == 0;
  called++;
}

static void close_others(uv_udp_send_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  called++;
  for (int i = 1; i < MANY; i++) {
    uv_close((uv_handle_t *)&senders[i].handle, NULL);
  }
}

/* Runs in a callback, so that none is sent at once: the first handle's is sent first. */
static void send_all(uv_udp_send_t *req, int status) {
  CHECK_EQ(status, 0);
  uv_buf_t buf = uv_buf_init("x", 1);
  for (int i = 0; i < MANY; i++) {
    many_sender *it = &senders[i];
    uv_udp_send_cb callback = i == 0 ? close_others : sent_or_not;
    if (i > 0) { /* one that is sent at once, and one that waits for its callback */
      CHECK_EQ(uv_udp_send(req + i, &it->handle, &buf, 1, ADDRESS(it->name), NULL), 0);
    }
    CHECK_EQ(uv_udp_send(&it->req, &it->handle, &buf, 1, ADDRESS(it->name), callback), 0);
  }
}

int main(void) {
  static uv_udp_send_t first[MANY];
  char text[8];
  many_open();
  many_run(WARM);
  for (int i = 0; i < MANY; i++) {
    senders[i].sent = 0;
  }
  uv_buf_t buf = uv_buf_init("x", 1);
  CHECK_EQ(uv_udp_send(first, &senders[0].handle, &buf, 1, ADDRESS(senders[0].name), send_all), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, MANY);
  for (int i = 1; i < MANY; i++) {
    int got = 0;
    while (peer_receive(senders[i].peer, text, sizeof(text)) == 1) {
      got++;
    }
    CHECK_EQ(got, 1 + senders[i].sent);
  }
  many_close();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* When datagrams of many handles are submitted together, each has its own result: one is refused,
 * one finds no room and waits for it, one is too large, the others are sent. */
#include <errno.h>
#include <fcntl.h>

#include "udp_many.h"

static uv_udp_t refused, full;
static uv_udp_send_t refused_req, full_req;
static int refusals, refused_calls, full_calls;
static int too_large;
static char large[70000];

static void on_refused(uv_udp_send_t *req, int status) {
  uv_buf_t buf = uv_buf_init("nobody", 6);
  CHECK(status == 0 || status == UV_ECONNREFUSED);
  refusals += status != 0;
  if (++refused_calls < 40) {
    CHECK_EQ(uv_udp_send(req, &refused, &buf, 1, NULL, on_refused), 0);
  }
}

static void on_full(uv_udp_send_t *req, int status) {
  uv_buf_t buf = uv_buf_init("room", 4);
  CHECK_EQ(status, 0);
  if (++full_calls < 2000) {
    CHECK_EQ(uv_udp_send(req, &full, &buf, 1, NULL, on_full), 0);
  }
}

static void on_too_large(uv_udp_send_t *req, int status) {
  uv_buf_t bufs[2] = {uv_buf_init(large, sizeof(large)), uv_buf_init("x", 1)};
  CHECK_EQ(status, too_large == 0 ? 0 : UV_EMSGSIZE);
  if (++too_large < 10) {
    CHECK_EQ(uv_udp_send(req, req->handle, bufs, 1 + too_large % 2, ADDRESS(senders[0].name),
                         on_too_large),
             0);
  }
}

int main(void) {
  char text[8];
  uv_udp_send_t large_req;
  uv_buf_t buf = uv_buf_init("room", 4);
  int ends[2];
  many_open();
  many_run(WARM);

  struct sockaddr_in nobody;
  close(peer_open(&nobody));
  CHECK_EQ(uv_udp_init(&loop, &refused), 0);
  CHECK_EQ(uv_udp_connect(&refused, ADDRESS(nobody)), 0);
  CHECK_EQ(uv_udp_send(&refused_req, &refused, &buf, 1, NULL, on_refused), 0);

  CHECK_EQ(socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends), 0);
  CHECK_EQ(uv_udp_init(&loop, &full), 0);
  CHECK_EQ(uv_udp_open(&full, ends[0]), 0);
  CHECK_EQ(uv_udp_send(&full_req, &full, &buf, 1, NULL, on_full), 0);

  uv_udp_t other;
  struct sockaddr_in sink = senders[0].name;
  CHECK_EQ(uv_udp_init(&loop, &other), 0);
  CHECK_EQ(uv_udp_send(&large_req, &other, &buf, 1, ADDRESS(sink), on_too_large), 0);
  CHECK_EQ(peer_receive(senders[0].peer, text, sizeof(text)), 4);

  int received = 0;
  for (int i = 0; i < MANY; i++) {
    senders[i].limit = 3 * WARM;
    many_send(&senders[i]);
  }
  while (uv_run(&loop, UV_RUN_NOWAIT) != 0) {
    many_drain();
    for (int i = 0; i < 3 && peer_receive(ends[1], text, sizeof(text)) >= 0; i++) {
      CHECK_STR(text, "room");
      received++;
    }
  }
  while (peer_receive(ends[1], text, sizeof(text)) >= 0) {
    received++;
  }
  CHECK_EQ(received, 2000);
  CHECK_EQ(full_calls, 2000);
  CHECK_EQ(refused_calls, 40);
  CHECK(refusals > 0);
  CHECK_EQ(too_large, 10);
  many_drain();
  for (int i = 0; i < MANY; i++) {
    CHECK_EQ(senders[i].received, 3 * WARM);
  }
  uv_close((uv_handle_t *)&refused, NULL);
  uv_close((uv_handle_t *)&full, NULL);
  uv_close((uv_handle_t *)&other, NULL);
  close(ends[1]);
  many_close();
  return 0;
}

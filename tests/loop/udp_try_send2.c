/* SPDX-License-Identifier: MIT */
/* uv_udp_try_send2 sends many datagrams, each with its own buffers and address, up to the first
 * that fails: it returns how many were sent, or the error if the first failed. */
#include "udp_peer.h"

enum { COUNT = 150 };

static char texts[COUNT][8];
static uv_buf_t buffers[COUNT][2];
static uv_buf_t *bufs[COUNT];
static unsigned nbufs[COUNT];
static struct sockaddr *addrs[COUNT];

static void set_up(struct sockaddr_in *names) {
  for (int i = 0; i < COUNT; i++) {
    int length = snprintf(texts[i], sizeof(texts[i]), "%d", i);
    buffers[i][0] = uv_buf_init("#", 1);
    buffers[i][1] = uv_buf_init(texts[i], (unsigned)length);
    bufs[i] = buffers[i];
    nbufs[i] = 2;
    addrs[i] = ADDRESS(names[i % 2]);
  }
}

static void expect(int peer, int number) {
  char text[16];
  CHECK(peer_receive(peer, text, sizeof(text)) > 0);
  CHECK_EQ(text[0], '#');
  CHECK_EQ(atoi(text + 1), number);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t handle;
  static char huge[70000];
  struct sockaddr_in names[2];
  int peers[2] = {peer_open(&names[0]), peer_open(&names[1])};
  set_up(names);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &handle), 0);
  CHECK_EQ(uv_udp_try_send2(&handle, 1, bufs, nbufs, NULL, 0), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send2(&handle, 0, bufs, nbufs, addrs, 0), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send2(&handle, 1, bufs, nbufs, addrs, 1), UV_EINVAL);
  CHECK_EQ(uv_udp_try_send2(&handle, COUNT, bufs, nbufs, addrs, 0), COUNT);
  for (int i = 0; i < COUNT; i++) {
    expect(peers[i % 2], i);
  }
  buffers[70][1] = uv_buf_init(huge, sizeof(huge));
  CHECK_EQ(uv_udp_try_send2(&handle, COUNT, bufs, nbufs, addrs, 0), 70);
  CHECK_EQ(uv_udp_try_send2(&handle, 1, &bufs[70], &nbufs[70], &addrs[70], 0), UV_EMSGSIZE);
  nbufs[3] = 0;
  CHECK_EQ(uv_udp_try_send2(&handle, COUNT, bufs, nbufs, addrs, 0), 3);
  CHECK_EQ(uv_udp_try_send2(&handle, 1, &bufs[3], &nbufs[3], &addrs[3], 0), UV_EINVAL);
  for (int i = 0; i < 73; i++) {
    expect(peers[(i < 70 ? i : i - 70) % 2], i < 70 ? i : i - 70);
  }
  CHECK_EQ(uv_udp_try_send2(&handle, 1, bufs, nbufs, NULL, 0), UV_EDESTADDRREQ);
  CHECK_EQ(uv_udp_connect(&handle, ADDRESS(names[1])), 0);
  CHECK_EQ(uv_udp_try_send2(&handle, 2, bufs, nbufs, NULL, 0), 2);
  expect(peers[1], 0);
  expect(peers[1], 1);
  uv_close((uv_handle_t *)&handle, NULL);
  finish_loop(&loop);
  close(peers[0]);
  close(peers[1]);
  return 0;
}

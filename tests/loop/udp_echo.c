/* SPDX-License-Identifier: MIT */
/* A datagram arrives whole, with the sender's address, and can be answered to that address. */
#include "udp_peer.h"

static uv_udp_t server, client;
static uv_udp_send_t reply;
static struct sockaddr_in client_name;
static int answered;

static void allocate(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[2][65536];
  CHECK_EQ(size, 65536);
  *buf = uv_buf_init(room[handle == (uv_handle_t *)&server], (unsigned)size);
}

static void replied(uv_udp_send_t *req, int status) {
  CHECK(req == &reply && req->handle == &server);
  CHECK_EQ(req->type, UV_UDP_SEND);
  CHECK_EQ(status, 0);
  uv_close((uv_handle_t *)&server, NULL);
}

static void at_server(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                      const struct sockaddr *addr, unsigned flags) {
  if (nread == 0) {
    CHECK(addr == NULL);
    return;
  }
  const struct sockaddr_in *from = (const struct sockaddr_in *)addr;
  static uv_buf_t pong = {.base = "pong", .len = 4};
  CHECK_EQ(nread, 11);
  CHECK_EQ(memcmp(buf->base, "ping of six", 11), 0);
  CHECK_EQ(flags, 0);
  CHECK_EQ(from->sin_family, AF_INET);
  CHECK_EQ(from->sin_port, client_name.sin_port);
  CHECK_EQ(from->sin_addr.s_addr, htonl(INADDR_LOOPBACK));
  CHECK_EQ(uv_udp_send(&reply, handle, &pong, 1, addr, replied), 0);
  CHECK_EQ(uv_udp_recv_stop(handle), 0);
}

static void at_client(uv_udp_t *handle, ssize_t nread, const uv_buf_t *buf,
                      const struct sockaddr *addr, unsigned flags) {
  (void)flags;
  if (addr != NULL) {
    CHECK_EQ(nread, 4);
    CHECK_EQ(memcmp(buf->base, "pong", 4), 0);
    answered++;
    uv_close((uv_handle_t *)handle, NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_udp_send_t ping;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_udp_init(&loop, &server), 0);
  CHECK_EQ(uv_udp_init(&loop, &client), 0);
  struct sockaddr_in server_name = bind_loopback(&server);
  client_name = bind_loopback(&client);
  CHECK_EQ(uv_udp_recv_start(&server, allocate, at_server), 0);
  CHECK_EQ(uv_udp_recv_start(&client, allocate, at_client), 0);
  /* More buffers than a request has room for, one of them empty. The array is not kept. */
  uv_buf_t bufs[6] = {{"p", 1}, {"in", 2}, {"g", 1}, {"", 0}, {" of ", 4}, {"six", 3}};
  CHECK_EQ(uv_udp_send(&ping, &client, bufs, 6, ADDRESS(server_name), NULL), 0);
  memset(bufs, 0, sizeof(bufs));
  finish_loop(&loop);
  CHECK_EQ(answered, 1);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Writes that are made while a stream connects wait for it and are sent in order; the connect
 * callback comes first, and what it writes comes after the waiting ones. */
#include "stream_peer.h"

static uv_write_t in_callback;
static size_t queued_in_callback;

static void on_connected(uv_connect_t *req, int status) {
  on_connect(req, status);
  queued_in_callback = req->handle->write_queue_size;
  CHECK_EQ(write_text(&in_callback, req->handle, "c"), 0);
}

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  uv_write_t a, b;
  uv_buf_t buf = uv_buf_init("x", 1);
  struct sockaddr_in name;
  char got[8];
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connected), 0);
  CHECK_EQ(uv_is_writable(STREAM(&tcp)), 1);
  CHECK_EQ(write_text(&a, &tcp, "a"), 0);
  CHECK_EQ(write_text(&b, &tcp, "b"), 0);
  CHECK_EQ(tcp.write_queue_size, 2);
  CHECK_EQ(uv_try_write(STREAM(&tcp), &buf, 1), UV_EAGAIN);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok a:ok b:ok c:ok");
  CHECK_EQ(queued_in_callback, 2);
  int peer = accept(listener, NULL, NULL);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 3);
  CHECK_STR(got, "abc");
  close(peer);
  close(listener);
  finish_loop();
  return 0;
}

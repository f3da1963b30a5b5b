/* SPDX-License-Identifier: MIT */
/* The list of buffers may be changed as soon as uv_write returns, however long it is; the request
 * names its stream. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  struct sockaddr_in name;
  uv_write_t few = {.data = "few"}, many = {.data = "many"};
  char got[32];
  uv_buf_t bufs[8];
  open_loop();
  int listener = peer_listen(&name, 1);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connect), 0);
  for (int i = 0; i < 8; i++) {
    bufs[i] = uv_buf_init((char *)&"abcdefgh"[i], 1);
  }
  CHECK_EQ(uv_write(&few, STREAM(&tcp), bufs, 2, on_written), 0);
  CHECK_EQ(uv_write(&many, STREAM(&tcp), bufs, 8, on_written), 0);
  memset(bufs, 0xff, sizeof(bufs));
  CHECK(few.handle == STREAM(&tcp) && connect_req.handle == STREAM(&tcp));
  CHECK_EQ(few.type, UV_WRITE);
  CHECK_EQ(connect_req.type, UV_CONNECT);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok few:ok many:ok");
  int peer = accept(listener, NULL, NULL);
  CHECK_EQ(peer_read(peer, got, sizeof(got)), 10);
  CHECK_STR(got, "ababcdefgh");
  close(peer);
  close(listener);
  finish_loop();
  return 0;
}

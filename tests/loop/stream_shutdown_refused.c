/* SPDX-License-Identifier: MIT */
/* uv_shutdown is for streams that can be written to: others get UV_ENOTCONN. A descriptor that is
 * not a socket gets the kernel's error, through the callback. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, unconnected;
  uv_pipe_t reader, writer;
  uv_shutdown_t shut;
  int ends[2];
  open_loop();
  int peer = tcp_pair(&tcp);
  CHECK_EQ(uv_tcp_init(&loop, &unconnected), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&unconnected), on_shutdown), UV_ENOTCONN);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &reader, 0), 0);
  CHECK_EQ(uv_pipe_open(&reader, ends[0]), 0);
  CHECK_EQ(uv_pipe_init(&loop, &writer, 0), 0);
  CHECK_EQ(uv_pipe_open(&writer, ends[1]), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&reader), on_shutdown), UV_ENOTCONN);
  close_handle(&tcp);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), on_shutdown), UV_ENOTCONN);
  turn(1);
  SAID("");
  CHECK_EQ(uv_shutdown(&shut, STREAM(&writer), on_shutdown), 0);
  turn(1);
  SAID("shutdown:ENOTSOCK");
  close(peer);
  finish_loop();
  return 0;
}

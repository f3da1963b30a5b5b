/* SPDX-License-Identifier: MIT */
/* uv_listen takes a TCP handle, or a pipe that is bound and not for passing handles, and refuses
 * closing handles. */
#include "stream_peer.h"

static void never(uv_stream_t *server, int status) {
  (void)server;
  CHECK_EQ(status, 12345);
}

int main(void) {
  uv_tcp_t tcp;
  uv_udp_t udp;
  uv_pipe_t pipe, passing;
  open_loop();
  CHECK_EQ(uv_udp_init(&loop, &udp), 0);
  CHECK_EQ(uv_listen(STREAM(&udp), 1, never), UV_EINVAL);
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_listen(STREAM(&pipe), 1, never), UV_EINVAL);
  CHECK_EQ(uv_pipe_init(&loop, &passing, 1), 0);
  CHECK_EQ(uv_pipe_bind(&passing, scratch_path("socket")), 0);
  CHECK_EQ(uv_listen(STREAM(&passing), 1, never), UV_EINVAL);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  close_handle(&tcp);
  CHECK_EQ(uv_listen(STREAM(&tcp), 1, never), UV_EINVAL);
  CHECK_EQ(uv_is_active(HANDLE(&udp)), 0);
  CHECK_EQ(uv_is_active(HANDLE(&pipe)), 0);
  finish_loop();
  return 0;
}

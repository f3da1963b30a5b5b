/* SPDX-License-Identifier: MIT */
/* A pipe that is closed before its failed connection was reported gets UV_ECANCELED. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_connect_t req;
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  uv_pipe_connect(&req, &pipe, "/nowhere/at/all", on_connect);
  uv_close(HANDLE(&pipe), on_closed);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECANCELED closed");
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Which names are refused: none at all, a path with NUL inside, an empty one to connect to; and
 * unknown flags. */
#include "stream_peer.h"

int main(void) {
  uv_pipe_t pipe;
  uv_connect_t req;
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  CHECK_EQ(uv_pipe_bind2(&pipe, NULL, 0, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind2(&pipe, "a\0b", 3, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind2(&pipe, "a", 2, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_bind2(&pipe, "a", 1, 2), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &pipe, NULL, 0, 0, on_connect), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &pipe, "", 0, 0, on_connect), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &pipe, "a\0b", 3, 0, on_connect), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &pipe, "a", 1, 2, on_connect), UV_EINVAL);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close_handle(&pipe);
  CHECK_EQ(uv_pipe_bind2(&pipe, "a", 1, 0), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &pipe, "a", 1, 0, on_connect), UV_EINVAL);
  finish_loop();
  SAID("");
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A pipe that is bound to a name of length 0 gets an abstract name from the kernel. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  close_handle(server);
}

int main(void) {
  uv_pipe_t server, client;
  uv_connect_t req;
  char name[64];
  size_t size = sizeof(name);
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind2(&server, "", 0, 0), 0);
  CHECK_EQ(uv_pipe_getsockname(&server, name, &size), 0);
  CHECK(size > 1);
  CHECK_EQ(name[0], '\0');
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_init(&loop, &client, 0), 0);
  CHECK_EQ(uv_pipe_connect2(&req, &client, name, size, 0, on_connect), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok");
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Closing a pipe that was bound removes its path at once; closing one that only connected removes
 * nothing. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  (void)status;
}

int main(void) {
  uv_pipe_t server, client, again;
  uv_connect_t req;
  char path[108];
  strcpy(path, scratch_path("socket"));
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind(&server, path), 0);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(access(path, F_OK), 0);
  CHECK_EQ(uv_pipe_init(&loop, &client, 0), 0);
  uv_pipe_connect(&req, &client, path, on_connect);
  RUN_UNTIL(said[0] != '\0');
  SAID("connect:ok");
  close_handle(&client);
  CHECK_EQ(access(path, F_OK), 0);
  CHECK_EQ(uv_pipe_init(&loop, &again, 0), 0);
  CHECK_EQ(uv_pipe_bind(&again, path), UV_EADDRINUSE);
  CHECK_EQ(access(path, F_OK), 0);
  close_handle(&server);
  CHECK_EQ(access(path, F_OK), -1);
  CHECK_EQ(uv_pipe_bind(&again, path), 0);
  finish_loop();
  return 0;
}

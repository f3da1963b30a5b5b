/* SPDX-License-Identifier: MIT */
/* All errors of uv_pipe_connect come through the callback, in the next pending phase; then the pipe
 * has no descriptor and may connect again. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  close_handle(server);
}

static void on_idle(uv_idle_t *handle) {
  say("idle");
  uv_idle_stop(handle);
}

int main(void) {
  uv_pipe_t pipe, server;
  uv_idle_t idle;
  uv_connect_t req, second;
  char path[108], file[108];
  strcpy(path, scratch_path("socket"));
  strcpy(file, scratch_path("file"));
  open_loop();
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, on_idle), 0);
  int before = count_descriptors();
  CHECK_EQ(uv_pipe_init(&loop, &pipe, 0), 0);
  uv_pipe_connect(&req, &pipe, path, on_connect);
  CHECK_EQ(uv_pipe_connect2(&second, &pipe, path, strlen(path), 0, on_connect), UV_EALREADY);
  SAID("");
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ENOENT idle");
  close(open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  CHECK_EQ(uv_pipe_connect2(&req, &pipe, file, strlen(file), 0, on_connect), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECONNREFUSED");
  CHECK_EQ(unlink(file), 0);
  CHECK_EQ(count_descriptors(), before);
  CHECK_EQ(uv_is_writable(STREAM(&pipe)), 0);
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind(&server, path), 0);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  uv_pipe_connect(&req, &pipe, path, on_connect);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok");
  CHECK_EQ(uv_is_writable(STREAM(&pipe)), 1);
  uv_pipe_connect(&req, &pipe, path, on_connect);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(strcmp(said, "connect:ok") != 0); /* it is connected */
  finish_loop();
  return 0;
}

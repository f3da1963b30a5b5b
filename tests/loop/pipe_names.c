/* SPDX-License-Identifier: MIT */
/* The names of pipes: their length without the terminating NUL; UV_ENOBUFS and the size that is
 * needed if there is no room; an empty name for ends without one; UV_EBADF for pipes without a
 * descriptor. */
#include "stream_peer.h"

static uv_pipe_t accepted;

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_pipe_init(&loop, &accepted, 0), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  say("accepted");
}

int main(void) {
  uv_pipe_t server, client, none;
  uv_connect_t req;
  char path[108], got[200];
  strcpy(path, scratch_path("socket"));
  size_t size = sizeof(got), length = strlen(path);
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &none, 0), 0);
  CHECK_EQ(uv_pipe_getsockname(&none, got, &size), UV_EBADF);
  CHECK_EQ(size, 0); /* this much of it was written */
  size = sizeof(got);
  CHECK_EQ(uv_pipe_getpeername(&none, got, &size), UV_EBADF);
  CHECK_EQ(size, 0);
  size = sizeof(got);
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind(&server, path), 0);
  memset(got, 'x', sizeof(got));
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), 0);
  CHECK_EQ(size, length);
  CHECK_STR(got, path);
  size = length;
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), UV_ENOBUFS);
  CHECK_EQ(size, length + 1);
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), 0);
  CHECK_EQ(size, length);
  CHECK_EQ(uv_pipe_getpeername(&server, got, &size), UV_ENOTCONN);
  CHECK_EQ(size, 0);
  size = 1;
  CHECK_EQ(uv_pipe_getsockname(&server, NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_pipe_getsockname(&server, got, NULL), UV_EINVAL);
  size = 0;
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), UV_EINVAL);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_init(&loop, &client, 0), 0);
  uv_pipe_connect(&req, &client, path, on_connect);
  RUN_UNTIL(strstr(said, "accepted") != NULL && strstr(said, "connect:ok") != NULL);
  size = sizeof(got);
  CHECK_EQ(uv_pipe_getpeername(&client, got, &size), 0);
  CHECK_STR(got, path);
  size = sizeof(got);
  CHECK_EQ(uv_pipe_getsockname(&accepted, got, &size), 0);
  CHECK_STR(got, path);
  size = sizeof(got);
  memset(got, 'x', sizeof(got));
  CHECK_EQ(uv_pipe_getsockname(&client, got, &size), 0);
  CHECK_EQ(size, 0);
  CHECK_STR(got, "");
  size = sizeof(got);
  CHECK_EQ(uv_pipe_getpeername(&accepted, got, &size), 0);
  CHECK_EQ(size, 0);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A name that begins with NUL is abstract: it exists only in the kernel, and all its bytes count.
 * It can be bound, listened on, connected to and queried. */
#include "stream_peer.h"

static uv_pipe_t accepted;

static void on_connection(uv_stream_t *server, int status) {
  say("connection:%d", status);
  CHECK_EQ(uv_pipe_init(&loop, &accepted, 0), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  close_handle(server);
}

int main(void) {
  uv_pipe_t server, client;
  uv_connect_t req;
  char name[64] = "\0gyre\0", got[64];
  size_t length = 6 + (size_t)snprintf(name + 6, sizeof(name) - 6, "%d", (int)getpid());
  size_t size = sizeof(got);
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind2(&server, name, length, 0), 0);
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), 0);
  CHECK_EQ(size, length);
  CHECK_EQ(memcmp(got, name, length), 0);
  size = length; /* without room for a terminating NUL, which such a name does not have */
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), 0);
  CHECK_EQ(size, length);
  size = length - 1;
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), UV_ENOBUFS);
  CHECK_EQ(size, length);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_init(&loop, &client, 0), 0);
  CHECK_EQ(uv_pipe_connect2(&req, &client, name, length, UV_PIPE_NO_TRUNCATE, on_connect), 0);
  RUN_UNTIL(strstr(said, "connect:") != NULL && strstr(said, "connection:") != NULL);
  CHECK(strstr(said, "connect:ok") != NULL && strstr(said, "connection:0") != NULL);
  size = sizeof(got);
  CHECK_EQ(uv_pipe_getpeername(&client, got, &size), 0);
  CHECK_EQ(size, length);
  CHECK_EQ(memcmp(got, name, length), 0);
  finish_loop();
  return 0;
}

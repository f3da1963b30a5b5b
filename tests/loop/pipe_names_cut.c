/* SPDX-License-Identifier: MIT */
/* A name that is too long for the kernel is truncated to what fits, and can be bound, found and
 * removed under that name; with UV_PIPE_NO_TRUNCATE it is refused. The longest one that fits is
 * used whole. */
#include "stream_peer.h"

enum { ROOM = sizeof(((struct sockaddr_un *)0)->sun_path) };

static void on_connection(uv_stream_t *server, int status) {
  say("connection:%d", status);
  close_handle(server);
}

int main(void) {
  uv_pipe_t server, client, strict;
  uv_connect_t req;
  char name[200], got[200];
  size_t size = sizeof(got);
  strcpy(name, scratch_path(""));
  size_t used = strlen(name);
  memset(name + used, 'n', sizeof(name) - used);
  name[sizeof(name) - 1] = '\0';
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &strict, 0), 0);
  CHECK_EQ(uv_pipe_bind2(&strict, name, ROOM + 1, UV_PIPE_NO_TRUNCATE), UV_EINVAL);
  CHECK_EQ(uv_pipe_connect2(&req, &strict, name, ROOM + 1, UV_PIPE_NO_TRUNCATE, on_connect),
           UV_EINVAL);
  CHECK_EQ(uv_pipe_bind2(&strict, name, ROOM, UV_PIPE_NO_TRUNCATE), 0);
  close_handle(&strict);
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind(&server, name), 0);
  CHECK_EQ(uv_pipe_getsockname(&server, got, &size), 0);
  CHECK_EQ(size, ROOM);
  CHECK_EQ(strlen(got), ROOM);
  CHECK_EQ(memcmp(got, name, ROOM), 0);
  CHECK_EQ(access(got, F_OK), 0);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_init(&loop, &client, 0), 0);
  uv_pipe_connect(&req, &client, name, on_connect);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(strstr(said, "connect:ok") != NULL && strstr(said, "connection:0") != NULL);
  CHECK_EQ(access(got, F_OK), -1);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Calls that fail because an allocation fails, whichever it is, leak neither descriptors nor
 * memory, and succeed when they are repeated with memory. */
#include "memory.h"
#include "stream_peer.h"

static uv_tcp_t server, client;
static uv_pipe_t pipe_handle, connecting;
static uv_connect_t req, pipe_req;
static uv_write_t write_req;
static char path[108];

static void on_connection(uv_stream_t *stream, int status) {
  (void)stream;
  (void)status;
}

/* Returns the first error of a chain of calls, each of which may fail. */
static int chain(void) {
  struct sockaddr_in name = loopback(0);
  uv_buf_t bufs[6] = {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}, {"f", 1}};
  int size = sizeof(name);
  CHECK_EQ(uv_tcp_init(&loop, &server), 0);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_pipe_init(&loop, &pipe_handle, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &connecting, 0), 0);
  CHECK_EQ(uv_tcp_bind(&server, ADDRESS(name), 0), 0);
  CHECK_EQ(uv_tcp_getsockname(&server, ADDRESS(name), &size), 0);
  int err = uv_listen(STREAM(&server), 1, on_connection);
  err = err != 0 ? err : uv_tcp_connect(&req, &client, ADDRESS(name), NULL);
  err = err != 0 ? err : uv_write(&write_req, STREAM(&client), bufs, 6, NULL);
  err = err != 0 ? err : uv_pipe_bind(&pipe_handle, path);
  return err;
}

static int scenario(void) {
  int before = count_descriptors();
  int err = uv_loop_init(&loop);
  if (err == 0) {
    err = chain();
    finish_loop();
  }
  CHECK_EQ(count_descriptors(), before);
  CHECK_EQ(access(path, F_OK), -1);
  return err;
}

int main(void) {
  strcpy(path, scratch_path("socket"));
  signal(SIGPIPE, SIG_IGN);
  memory_install();
  CHECK(memory_starve("one fails", scenario, 1) >= 3);
  CHECK(memory_starve("all fail from there on", scenario, 1000) >= 3);

  /* A pipe that cannot be watched is reported through its callback. */
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &pipe_handle, 0), 0);
  CHECK_EQ(uv_pipe_bind(&pipe_handle, path), 0);
  CHECK_EQ(listen(fd_of(&pipe_handle), 1), 0);
  CHECK_EQ(uv_pipe_init(&loop, &connecting, 0), 0);
  int before = count_descriptors();
  memory_fail(1, 1000);
  uv_pipe_connect(&pipe_req, &connecting, path, on_connect);
  bool failed = atomic_load(&memory.failed);
  memory_fail(0, 0);
  CHECK(failed);
  CHECK_EQ(count_descriptors(), before);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ENOMEM");
  finish_loop();
  return 0;
}

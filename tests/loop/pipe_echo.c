/* SPDX-License-Identifier: MIT */
/* Two pipes that connect by path exchange data both ways and end in order. */
#include "stream_peer.h"

static uv_pipe_t accepted;
static uv_shutdown_t shut;

static void echo_done(uv_write_t *req, int status) {
  CHECK_EQ(status, 0);
  free(req->data);
  free(req);
}

static void echo(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  if (nread < 0) {
    CHECK_EQ(nread, UV_EOF);
    CHECK_EQ(uv_shutdown(&shut, stream, on_shutdown), 0);
    return;
  }
  uv_write_t *req = malloc(sizeof(*req));
  req->data = malloc((size_t)nread);
  memcpy(req->data, buf->base, (size_t)nread);
  uv_buf_t back = uv_buf_init(req->data, (unsigned)nread);
  CHECK_EQ(uv_write(req, stream, &back, 1, echo_done), 0);
}

static void on_connection(uv_stream_t *server, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_pipe_init(&loop, &accepted, 0), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  CHECK_EQ(uv_read_start(STREAM(&accepted), allocate, echo), 0);
  close_handle(server);
}

static uv_write_t hello;
static uv_shutdown_t client_shut;

static void on_connected(uv_connect_t *req, int status) {
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_read_start(req->handle, allocate, on_read), 0);
  CHECK_EQ(write_text(&hello, req->handle, "hello"), 0);
  CHECK_EQ(uv_shutdown(&client_shut, req->handle, NULL), 0);
}

int main(void) {
  uv_pipe_t server, client;
  uv_connect_t req;
  char path[108];
  strcpy(path, scratch_path("socket"));
  open_loop();
  CHECK_EQ(uv_pipe_init(&loop, &server, 0), 0);
  CHECK_EQ(uv_pipe_bind(&server, path), 0);
  CHECK_EQ(uv_listen(STREAM(&server), 1, on_connection), 0);
  CHECK_EQ(uv_pipe_init(&loop, &client, 0), 0);
  uv_pipe_connect(&req, &client, path, on_connected);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("hello:ok hello shutdown:ok EOF");
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Ticks run after each callback of a stream: connection, connect, write, read, shutdown. */
#include "gyre.h"
#include "stream_peer.h"

static uv_tcp_t client, accepted;
static uv_write_t a;
static uv_shutdown_t shut;

static void tick(void *arg) { say("(%s)", (const char *)arg); }

static void then(const char *name) { CHECK_EQ(gyre_next_tick(&loop, tick, (void *)name), 0); }

static void on_data(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  on_read(stream, nread, buf);
  then("read");
}

static void on_connection(uv_stream_t *server, int status) {
  say("connection:%d", status);
  then("connection");
  CHECK_EQ(uv_tcp_init(&loop, &accepted), 0);
  CHECK_EQ(uv_accept(server, STREAM(&accepted)), 0);
  CHECK_EQ(uv_read_start(STREAM(&accepted), allocate, on_data), 0);
  close_handle(server);
}

static void on_shut(uv_shutdown_t *req, int status) {
  on_shutdown(req, status);
  then("shutdown");
}

static void on_done(uv_write_t *req, int status) {
  on_written(req, status);
  then("write");
}

static void on_connected(uv_connect_t *req, int status) {
  uv_buf_t buf = uv_buf_init("data", 4);
  on_connect(req, status);
  then("connect");
  a.data = "a";
  CHECK_EQ(uv_write(&a, req->handle, &buf, 1, on_done), 0);
  CHECK_EQ(uv_shutdown(&shut, req->handle, on_shut), 0);
}

int main(void) {
  uv_tcp_t server;
  uv_connect_t connect_req;
  struct sockaddr_in name;
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_tcp_init(&loop, &client), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &client, ADDRESS(name), on_connected), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  const char *pairs[] = {"connection:0 (connection)", "connect:ok (connect)", "a:ok (write)",
                         "shutdown:ok (shutdown)",    "data (read)",          "EOF (read)"};
  for (int i = 0; i < 6; i++) {
    CHECK(strstr(said, pairs[i]) != NULL);
  }
  finish_loop();
  return 0;
}

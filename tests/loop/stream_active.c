/* SPDX-License-Identifier: MIT */
/* A stream is active while it reads or listens; connecting and writing keep the loop alive through
 * their requests. uv_unref affects only the first two. */
#include "stream_peer.h"

static void on_connection(uv_stream_t *server, int status) {
  (void)server;
  (void)status;
}

int main(void) {
  uv_tcp_t server, tcp;
  uv_connect_t connect_req;
  uv_write_t req;
  struct sockaddr_in name;
  open_loop();
  tcp_server(&server, &name, on_connection);
  CHECK_EQ(uv_is_active(HANDLE(&server)), 1);
  CHECK_EQ(uv_is_readable(STREAM(&server)), 0);
  CHECK_EQ(uv_is_writable(STREAM(&server)), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  uv_unref(HANDLE(&server));
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_is_readable(STREAM(&tcp)), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connect), 0);
  uv_unref(HANDLE(&tcp));
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  RUN_UNTIL(said[0] != '\0');
  SAID("connect:ok");
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_is_readable(STREAM(&tcp)), 1);
  CHECK_EQ(uv_is_writable(STREAM(&tcp)), 1);
  CHECK_EQ(write_text(&req, &tcp, "a"), 0);
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 0);
  CHECK_EQ(uv_loop_alive(&loop), 1);
  turn(1);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  CHECK_EQ(uv_read_start(STREAM(&tcp), allocate, on_read), 0);
  CHECK_EQ(uv_is_active(HANDLE(&tcp)), 1);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  uv_ref(HANDLE(&tcp));
  CHECK_EQ(uv_loop_alive(&loop), 1);
  CHECK_EQ(uv_read_stop(STREAM(&tcp)), 0);
  CHECK_EQ(uv_loop_alive(&loop), 0);
  close_handle(&tcp);
  CHECK_EQ(uv_is_readable(STREAM(&tcp)), 0);
  CHECK_EQ(uv_is_writable(STREAM(&tcp)), 0);
  finish_loop();
  return 0;
}

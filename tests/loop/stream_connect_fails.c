/* SPDX-License-Identifier: MIT */
/* When a connection fails, its callback comes first and still finds the writes in the queue; they
 * are cancelled next. A waiting shutdown waits until the stream is closed. */
#include "stream_peer.h"

static size_t queued_in_callback;

static void on_connected(uv_connect_t *req, int status) {
  on_connect(req, status);
  queued_in_callback = req->handle->write_queue_size;
}

int main(void) {
  uv_tcp_t tcp;
  uv_connect_t connect_req;
  uv_write_t a, b;
  uv_shutdown_t shut;
  struct sockaddr_in name;
  open_loop();
  close(peer_listen(&name, 1));
  for (int with_writes = 0; with_writes < 2; with_writes++) {
    CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
    CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connected), 0);
    if (with_writes) {
      CHECK_EQ(write_text(&a, &tcp, "a"), 0);
      CHECK_EQ(write_text(&b, &tcp, "b"), 0);
    }
    CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), on_shutdown), 0);
    SAID("");
    RUN_UNTIL(said[0] != '\0');
    turn(3);
    CHECK_EQ(queued_in_callback, with_writes ? 2 : 0);
    CHECK_EQ(tcp.write_queue_size, 0);
    CHECK_STR(said, with_writes ? "connect:ECONNREFUSED a:ECANCELED b:ECANCELED"
                                : "connect:ECONNREFUSED");
    said[0] = '\0';
    uv_close(HANDLE(&tcp), on_closed);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    SAID("shutdown:ECANCELED closed");
  }
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* A shutdown that is requested while the stream connects waits for the connection, and is not
 * reported as done before that. */
#include "stream_peer.h"

enum { CROWD = 3 };

int main(void) {
  uv_tcp_t tcp, stuck;
  uv_connect_t connect_req;
  uv_shutdown_t shut;
  struct sockaddr_in name;
  char got[8];
  int crowd[CROWD];
  open_loop();
  int listener = peer_listen(&name, 4);
  CHECK_EQ(uv_tcp_init(&loop, &tcp), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &tcp, ADDRESS(name), on_connect), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&tcp), on_shutdown), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ok shutdown:ok");
  int peer = accept(listener, NULL, NULL);
  CHECK_EQ(recv(peer, got, sizeof(got), 0), 0);
  close(peer);
  close(listener);

  /* A listener that accepts nobody: connections after the first are not answered. */
  listener = peer_listen(&name, 0);
  for (int i = 0; i < CROWD; i++) {
    crowd[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    CHECK(connect(crowd[i], ADDRESS(name), sizeof(name)) == 0 || errno == EINPROGRESS);
  }
  CHECK_EQ(uv_tcp_init(&loop, &stuck), 0);
  CHECK_EQ(uv_tcp_connect(&connect_req, &stuck, ADDRESS(name), on_connect), 0);
  CHECK_EQ(uv_shutdown(&shut, STREAM(&stuck), on_shutdown), 0);
  turn(5);
  SAID("");
  uv_close(HANDLE(&stuck), on_closed);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  SAID("connect:ECANCELED shutdown:ECANCELED closed");
  for (int i = 0; i < CROWD; i++) {
    close(crowd[i]);
  }
  close(listener);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* uv_send_buffer_size and uv_recv_buffer_size return the size of a socket's buffer if the value is
 * 0, and set it otherwise. */
#include "stream_peer.h"

int main(void) {
  uv_tcp_t tcp, none;
  uv_pipe_t pipe, fifo;
  uv_udp_t udp;
  uv_timer_t timer;
  struct sockaddr_in name = loopback(0);
  int ends[2];
  open_loop();
  int peer = tcp_pair(&tcp);
  int other = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_udp_init(&loop, &udp), 0);
  CHECK_EQ(uv_udp_bind(&udp, ADDRESS(name), 0), 0);
  uv_handle_t *const handles[] = {HANDLE(&tcp), HANDLE(&pipe), HANDLE(&udp)};
  int (*const sizes[])(uv_handle_t *, int *) = {uv_send_buffer_size, uv_recv_buffer_size};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      int value = 0;
      CHECK_EQ(sizes[j](handles[i], &value), 0);
      CHECK(value > 0);
      value = 20000;
      CHECK_EQ(sizes[j](handles[i], &value), 0);
      CHECK_EQ(value, 20000);
      value = 0;
      CHECK_EQ(sizes[j](handles[i], &value), 0);
      CHECK_EQ(value, 40000); /* the kernel doubles it */
    }
  }
  int value = 0;
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_send_buffer_size(HANDLE(&timer), &value), UV_ENOTSUP);
  CHECK_EQ(uv_send_buffer_size(NULL, &value), UV_EINVAL);
  CHECK_EQ(uv_recv_buffer_size(HANDLE(&tcp), NULL), UV_EINVAL);
  CHECK_EQ(uv_tcp_init(&loop, &none), 0);
  CHECK_EQ(uv_recv_buffer_size(HANDLE(&none), &value), UV_EBADF);
  CHECK_EQ(uv_pipe(ends, 0, 0), 0);
  CHECK_EQ(uv_pipe_init(&loop, &fifo, 0), 0);
  CHECK_EQ(uv_pipe_open(&fifo, ends[0]), 0);
  CHECK_EQ(uv_recv_buffer_size(HANDLE(&fifo), &value), UV_ENOTSOCK);
  close(peer);
  close(other);
  close(ends[1]);
  finish_loop();
  return 0;
}

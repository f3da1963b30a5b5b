/* SPDX-License-Identifier: MIT */
/*
 * Proves that the kernel is told of a start once, just before the loop polls; but of a stop at
 * once, since the program may close the descriptor next. Starting a started handle stops it first.
 */
#include "sim_loop.h"

enum { FD = 40 };

int main(void) {
  uv_poll_t poll;
  uv_timer_t timer;
  named name = {"x", NULL};
  open_fd(FD);
  open_loop();
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  poll.data = timer.data = &name;
  uv_timer_start(&timer, on_timer, 1000000, 0);

  uv_poll_start(&poll, UV_READABLE, on_poll);
  uv_poll_stop(&poll);
  uv_poll_start(&poll, UV_WRITABLE, on_poll);
  uv_poll_start(&poll, UV_READABLE, on_poll);
  uv_poll_stop(&poll);
  CHECK_EQ(sim.sets, 0);
  run(UV_RUN_NOWAIT);
  CHECK_EQ(sim.sets, 0);

  uv_poll_start(&poll, UV_READABLE, on_poll);
  uv_poll_stop(&poll);
  uv_poll_start(&poll, UV_READABLE | UV_WRITABLE, on_poll);
  CHECK_EQ(sim.sets, 0);
  run(UV_RUN_NOWAIT);
  CHECK_EQ(sim.sets, 1);
  CHECK_EQ(sim.fds[FD].wanted, GY_IO_READ | GY_IO_WRITE);

  uv_poll_start(&poll, UV_READABLE, on_poll); /* changed and changed back */
  CHECK_EQ(sim.sets, 2);
  CHECK(!sim.fds[FD].known);
  uv_poll_start(&poll, UV_READABLE | UV_WRITABLE, on_poll);
  CHECK_EQ(sim.sets, 2);
  run(UV_RUN_NOWAIT);
  CHECK_EQ(sim.sets, 3);
  run(UV_RUN_NOWAIT);
  CHECK_EQ(sim.sets, 3);

  uv_poll_stop(&poll);
  CHECK_EQ(sim.sets, 4);
  CHECK(!sim.fds[FD].known);
  uv_poll_stop(&poll);
  CHECK_EQ(uv_poll_start(&poll, 0, on_poll), 0); /* no events: a stop */
  CHECK_EQ(sim.sets, 4);
  uv_poll_start(&poll, UV_DISCONNECT | UV_PRIORITIZED, on_poll);
  run(UV_RUN_NOWAIT);
  CHECK_EQ(sim.sets, 5);
  CHECK_EQ(sim.fds[FD].wanted, GY_IO_DISCONNECT | GY_IO_URGENT);
  uv_close((uv_handle_t *)&poll, NULL);
  CHECK_EQ(sim.sets, 6);
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  CHECK_EQ(sim.sets, 6);
  return 0;
}

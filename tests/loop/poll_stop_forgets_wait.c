/* SPDX-License-Identifier: MIT */
/*
 * Proves that a turn does not sleep after a callback has run in its poll phase, even if the
 * callback only reported a refused descriptor, and that events are delivered before sends of other
 * threads.
 */
#include "sim_loop.h"

enum { FD = 40, REFUSED_FD = 41 };

int main(void) {
  uv_poll_t poll, refused;
  uv_async_t async;
  uv_timer_t timer;
  named names[] = {{"fd", NULL}, {"refused", NULL}, {"async", NULL}};
  open_fd(FD);
  open_fd(REFUSED_FD);
  open_loop();
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  CHECK_EQ(uv_poll_init(&loop, &refused, REFUSED_FD), 0);
  uv_async_init(&loop, &async, on_async);
  uv_timer_init(&loop, &timer);
  poll.data = &names[0];
  refused.data = &names[1];
  async.data = &names[2];
  uv_timer_start(&timer, on_timer, 100, 0);
  uv_poll_start(&poll, UV_READABLE, on_poll);
  uv_poll_start(&refused, UV_READABLE, on_poll);
  sim.fds[REFUSED_FD].set_error = -EPERM;
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("EBADF refused");
  CHECK_EQ(sim.first_timeout_ns, 0);
  CHECK_EQ(now(), 0);

  uv_async_send(&async);
  gy_sim_ready(&sim, FD, GY_IO_READ);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("fd async");
  CHECK_EQ(now(), 0);
  uv_close((uv_handle_t *)&poll, NULL);
  uv_close((uv_handle_t *)&refused, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&timer, NULL);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that close callbacks run in the reverse order of the calls of uv_close, whatever the type
 * of the handles, and that a handle without a close callback finishes too.
 */
#include "sim_loop.h"

int main(void) {
  uv_timer_t timer;
  uv_idle_t idle;
  uv_async_t async;
  uv_check_t quiet;
  named names[] = {{"timer", NULL}, {"idle", NULL}, {"async", NULL}};
  open_loop();
  uv_timer_init(&loop, &timer);
  uv_idle_init(&loop, &idle);
  uv_async_init(&loop, &async, on_async);
  uv_check_init(&loop, &quiet);
  timer.data = &names[0];
  idle.data = &names[1];
  async.data = &names[2];
  uv_close((uv_handle_t *)&timer, on_closed);
  uv_close((uv_handle_t *)&quiet, NULL);
  uv_close((uv_handle_t *)&async, on_closed);
  uv_close((uv_handle_t *)&idle, on_closed);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("idle-closed async-closed timer-closed");
  CHECK(uv_is_closing((uv_handle_t *)&quiet));
  close_loop();
  return 0;
}

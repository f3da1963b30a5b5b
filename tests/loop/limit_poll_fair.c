/* SPDX-License-Identifier: MIT */
/*
 * Proves that under a limit neither descriptors that are always ready nor an async handle that
 * keeps sending to itself starve the other.
 */
#include "sim_loop.h"

enum { FD = 40, TURNS = 100 };

static int asyncs, polls;

static void send_again(void *handle) {
  asyncs++;
  uv_async_send(handle);
}

static void count_poll(void *handle) {
  (void)handle;
  polls++;
}

int main(void) {
  uv_async_t async;
  uv_poll_t poll;
  named names[] = {{"", send_again}, {"", count_poll}};
  open_fd(FD);
  open_loop();
  uv_async_init(&loop, &async, on_async);
  async.data = &names[0];
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  poll.data = &names[1];
  uv_poll_start(&poll, UV_READABLE, on_poll);
  gy_sim_ready(&sim, FD, GY_IO_READ);
  uv_async_send(&async);
  CHECK_EQ(gyre_loop_limit(&loop, GYRE_PHASE_POLL, 1), 0);
  for (int turn = 0; turn < TURNS; turn++) {
    CHECK(run(UV_RUN_ONCE) != 0);
  }
  CHECK_EQ(asyncs + polls, TURNS);
  CHECK(asyncs >= TURNS / 3);
  CHECK(polls >= TURNS / 3);
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&poll, NULL);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that when the kernel refuses a descriptor the handle is stopped and its callback gets
 * UV_EBADF, once, that other handles are not affected, and that it may be started again.
 */
#include "sim_loop.h"

enum { FIRST = 40 };

static void start_again(void *handle) {
  CHECK(!uv_is_active(handle));
  ((named *)uv_handle_get_data(handle))->then = NULL;
  CHECK_EQ(uv_poll_start(handle, UV_READABLE, on_poll), 0);
}

int main(void) {
  uv_poll_t polls[2];
  named names[] = {{"a", start_again}, {"b", NULL}};
  open_loop();
  for (int i = 0; i < 2; i++) {
    open_fd(FIRST + i);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], FIRST + i), 0);
    polls[i].data = &names[i];
    uv_poll_start(&polls[i], UV_READABLE, on_poll);
    gy_sim_ready(&sim, FIRST + i, GY_IO_READ);
  }
  sim.fds[FIRST].set_error = -EPERM;
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("EBADF a b");
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a b");
  uv_poll_stop(&polls[0]);
  uv_poll_start(&polls[0], UV_READABLE, on_poll);
  uv_poll_stop(&polls[1]);
  sim.fds[FIRST].set_error = -EPERM;
  CHECK_EQ(run(UV_RUN_ONCE), 0); /* nothing else kept it alive */
  SAID("EBADF a");
  uv_close((uv_handle_t *)&polls[0], NULL);
  uv_close((uv_handle_t *)&polls[1], NULL);
  finish_loop();
  return 0;
}

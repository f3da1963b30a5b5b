/* SPDX-License-Identifier: MIT */
/*
 * Proves what poll handles refuse: a descriptor that is already watched or cannot be, unknown
 * events, a closing handle; and that uv_fileno returns the descriptor as long as the handle is
 * open.
 */
#include "sim_loop.h"

enum { FD = 40 };

int main(void) {
  uv_poll_t first, second;
  named name = {"x", NULL};
  open_fd(FD);
  open_loop();
  CHECK_EQ(uv_poll_init(&loop, &first, -1), UV_EBADF);
  CHECK_EQ(uv_poll_init(&loop, &first, FD), 0);
  CHECK((fcntl(FD, F_GETFL) & O_NONBLOCK) != 0);
  CHECK_EQ(uv_poll_init(&loop, &second, FD), 0); /* nobody watches it yet */
  first.data = second.data = &name;
  CHECK_EQ(uv_poll_start(&first, 16, on_poll), UV_EINVAL);
  CHECK_EQ(uv_poll_start(&first, UV_READABLE, on_poll), 0);
  CHECK_EQ(uv_poll_start(&second, UV_READABLE, on_poll), UV_EEXIST);
  CHECK(!uv_is_active((uv_handle_t *)&second));
  uv_poll_stop(&second); /* of a descriptor that another handle watches: changes nothing */
  gy_sim_ready(&sim, FD, GY_IO_READ);
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("x");
  uv_poll_stop(&second);
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("x");
  uv_poll_t third;
  CHECK_EQ(uv_poll_init(&loop, &third, FD), UV_EEXIST);
  uv_poll_stop(&first);
  CHECK_EQ(uv_poll_start(&second, UV_READABLE, on_poll), 0);
  uv_close((uv_handle_t *)&first, NULL);
  CHECK_EQ(uv_poll_start(&first, UV_READABLE, on_poll), UV_EINVAL);
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("x");
  uv_close((uv_handle_t *)&second, NULL);
  finish_loop();
  return 0;
}

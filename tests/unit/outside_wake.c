/* SPDX-License-Identifier: MIT */
/* Proves that a sender outside of uv_run wakes the loop, which learns nothing about wake-ups. */
#include <poll.h>

#include "../check.h"
#include "loop/loop.h"

static void on_async(uv_async_t *async) { uv_close((uv_handle_t *)async, NULL); }

int main(void) {
  uv_loop_t storage;
  uv_async_t async;
  CHECK(uv_loop_init(&storage) == 0);
  CHECK(uv_async_init(&storage, &async, on_async) == 0);
  CHECK(uv_run(&storage, UV_RUN_NOWAIT) != 0);
  CHECK(uv_async_send(&async) == 0);
  CHECK(atomic_load(&gy_loop_of(&storage)->shared.woken_us) == 0);
  struct pollfd waiting = {.fd = uv_backend_fd(&storage), .events = POLLIN};
  CHECK(poll(&waiting, 1, 5000) == 1);
  CHECK(uv_run(&storage, UV_RUN_DEFAULT) == 0);
  CHECK(uv_loop_close(&storage) == 0);
  return 0;
}

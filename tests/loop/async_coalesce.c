/* SPDX-License-Identifier: MIT */
/*
 * Proves that several sends before the callback lead to one callback, that handles are called in
 * the order of their creation, and that a send from the callback leads to another one, in the next
 * turn.
 */
#include "sim_loop.h"

static void send_once_more(void *handle) {
  ((named *)uv_handle_get_data(handle))->then = NULL;
  uv_async_send(handle);
  uv_async_send(handle);
}

int main(void) {
  uv_async_t asyncs[3];
  named names[] = {{"a", NULL}, {"b", NULL}, {"c", NULL}};
  open_loop();
  for (int i = 0; i < 3; i++) {
    uv_async_init(&loop, &asyncs[i], on_async);
    asyncs[i].data = &names[i];
  }
  uv_async_send(&asyncs[2]);
  for (int i = 0; i < 5; i++) {
    CHECK_EQ(uv_async_send(&asyncs[0]), 0);
    CHECK_EQ(uv_async_send(&asyncs[1]), 0);
    CHECK_EQ(uv_async_send(&asyncs[2]), 0);
  }
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a b c");
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("");
  names[1].then = send_once_more;
  uv_async_send(&asyncs[1]);
  uv_async_send(&asyncs[0]);
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("a b");
  CHECK(run(UV_RUN_ONCE) != 0);
  SAID("b");
  CHECK(run(UV_RUN_NOWAIT) != 0);
  SAID("");
  for (int i = 0; i < 3; i++) {
    uv_close((uv_handle_t *)&asyncs[i], NULL);
  }
  finish_loop();
  return 0;
}

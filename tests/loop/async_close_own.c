/* SPDX-License-Identifier: MIT */
/*
 * Proves that a handle may close itself and others from its own callback, also after it was sent to
 * again there, and that no further callback comes.
 */
#include "sim_loop.h"

static uv_async_t first, second;

static void close_both(void *handle) {
  uv_async_send(handle);
  uv_close(handle, on_closed);
  uv_close((uv_handle_t *)&second, on_closed);
}

int main(void) {
  named names[] = {{"first", close_both}, {"second", NULL}};
  open_loop();
  uv_async_init(&loop, &first, on_async);
  uv_async_init(&loop, &second, on_async);
  first.data = &names[0];
  second.data = &names[1];
  uv_async_send(&first);
  uv_async_send(&second);
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  SAID("first second-closed first-closed");
  close_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that closing a hundred thousand handles that were sent to takes time that does not grow
 * quadratically.
 */
#include "check.h"
#include "uv.h"

enum { ASYNCS = 100000 };

static uv_async_t *asyncs;
static int closed;

static void on_async(uv_async_t *async) {
  (void)async;
  CHECK(!"closed handles are not called");
}

static void on_closed(uv_handle_t *handle) {
  (void)handle;
  closed++;
}

int main(void) {
  uv_loop_t loop;
  asyncs = calloc(ASYNCS, sizeof(*asyncs));
  CHECK(asyncs != NULL && uv_loop_init(&loop) == 0);
  for (int i = 0; i < ASYNCS; i++) {
    CHECK_EQ(uv_async_init(&loop, &asyncs[i], on_async), 0);
    uv_async_send(&asyncs[i]);
  }
  for (int i = 0; i < ASYNCS; i++) {
    uv_close((uv_handle_t *)&asyncs[i], on_closed);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, ASYNCS);
  CHECK_EQ(uv_loop_close(&loop), 0);
  free(asyncs);
  return 0;
}

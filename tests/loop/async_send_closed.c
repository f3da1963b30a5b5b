/* SPDX-License-Identifier: MIT */
/*
 * Proves that a send to a handle that is closing or closed causes no callback, and that no list of
 * the loop refers to the handle's memory afterwards. Two loops that send to each other cannot
 * always stop in time.
 */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "uv.h"

static uv_loop_t loop;
static int calls;
static int closed;

static void on_async(uv_async_t *async) {
  (void)async;
  calls++;
}

static void on_closed(uv_handle_t *handle) {
  closed++;
  CHECK_EQ(uv_async_send((uv_async_t *)handle), 0);
}

static void send_after(void *arg) { CHECK_EQ(uv_async_send(arg), 0); }

/* Closes a handle that was or was not sent to before, and sends to it in each state. */
static void play(bool sent_before) {
  uv_async_t late;
  uv_async_t other;
  uv_thread_t thread;
  calls = closed = 0;
  CHECK_EQ(uv_async_init(&loop, &late, on_async), 0);
  if (sent_before) {
    CHECK_EQ(uv_async_send(&late), 0);
  }
  uv_close((uv_handle_t *)&late, on_closed);
  CHECK_EQ(uv_thread_create(&thread, send_after, &late), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, 1);
  CHECK_EQ(uv_async_send(&late), 0);
  memset(&late, 0xa5, sizeof(late));

  /* A list that still contained the handle would now be corrupt. */
  CHECK_EQ(uv_async_init(&loop, &other, on_async), 0);
  CHECK_EQ(uv_async_send(&other), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
  CHECK_EQ(calls, 1);
  uv_close((uv_handle_t *)&other, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
}

int main(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  play(false);
  play(true);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

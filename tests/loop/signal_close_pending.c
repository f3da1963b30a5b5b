/* SPDX-License-Identifier: MIT */
/*
 * A watcher that is closed while signals it has caught wait for the loop: the signal callback does
 * not come, the close callback does, and then the memory is the program's again. The same holds if
 * the watcher's own callback closes it while more of its signals wait, and the loop then continues.
 */
#include <signal.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

static int calls;
static int closed;

static void on_close(uv_handle_t *handle) {
  closed++;
  memset(handle, 0xdd, sizeof(uv_signal_t));
  free(handle);
}

static void never(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  CHECK(!"called after close");
}

static void close_at_once(uv_signal_t *handle, int signum) {
  calls++;
  raise(signum);
  uv_close((uv_handle_t *)handle, on_close);
}

static void on_timer(uv_timer_t *timer) {
  CHECK_EQ(closed, 3);
  uv_close((uv_handle_t *)timer, NULL);
}

static uv_signal_t *watch(uv_loop_t *loop, uv_signal_cb cb, bool once) {
  uv_signal_t *handle = malloc(sizeof(*handle));
  CHECK(handle != NULL);
  CHECK_EQ(uv_signal_init(loop, handle), 0);
  CHECK_EQ(
      once ? uv_signal_start_oneshot(handle, cb, SIGUSR1) : uv_signal_start(handle, cb, SIGUSR1),
      0);
  return handle;
}

int main(void) {
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_signal_t *pending = watch(&loop, never, false);
  uv_signal_t *once = watch(&loop, never, true);
  raise(SIGUSR1);
  uv_unref((uv_handle_t *)pending);
  uv_close((uv_handle_t *)pending, on_close);
  uv_close((uv_handle_t *)once, on_close);
  CHECK(uv_loop_alive(&loop));
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(closed, 2);
  CHECK_EQ(uv_loop_close(&loop), 0);

  uv_timer_t timer; /* one more turn after the close */
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, on_timer, 20, 0), 0);
  watch(&loop, close_at_once, false);
  raise(SIGUSR1);
  raise(SIGUSR1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(calls, 1);
  CHECK_EQ(closed, 3);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

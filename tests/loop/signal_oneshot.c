/* SPDX-License-Identifier: MIT */
/*
 * A one-shot watcher is called once, stops after its callback, and does not prevent others from
 * being called; it may be restarted from within its callback.
 */
#include <signal.h>

#include "check.h"
#include "uv.h"

static int once_calls;
static int always_calls;
static int again_calls;

static void on_once(uv_signal_t *handle, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  CHECK_EQ(handle->signum, SIGUSR1);
  CHECK(uv_is_active((uv_handle_t *)handle));
  once_calls++;
}

static void on_always(uv_signal_t *handle, int signum) {
  (void)handle;
  CHECK_EQ(signum, SIGUSR1);
  always_calls++;
}

static void on_again(uv_signal_t *handle, int signum) {
  CHECK_EQ(signum, SIGUSR2);
  if (++again_calls < 3) {
    CHECK_EQ(uv_signal_start_oneshot(handle, on_again, SIGUSR2), 0);
  }
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t once;
  uv_signal_t always;
  uv_signal_t again;
  CHECK_EQ(uv_signal_init(loop, &once), 0);
  CHECK_EQ(uv_signal_init(loop, &always), 0);
  CHECK_EQ(uv_signal_init(loop, &again), 0);
  CHECK_EQ(uv_signal_start_oneshot(&once, on_once, SIGUSR1), 0);
  CHECK_EQ(uv_signal_start(&always, on_always, SIGUSR1), 0);
  for (int i = 0; i < 5; i++) {
    raise(SIGUSR1);
  }
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(once_calls, 1);
  CHECK_EQ(always_calls, 5);
  CHECK(!uv_is_active((uv_handle_t *)&once));
  CHECK_EQ(once.signum, 0);

  /* After it has stopped, it can be started again. */
  CHECK_EQ(uv_signal_start_oneshot(&once, on_once, SIGUSR1), 0);
  raise(SIGUSR1);
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(once_calls, 2);
  CHECK_EQ(always_calls, 6);

  CHECK_EQ(uv_signal_start_oneshot(&again, on_again, SIGUSR2), 0);
  for (int i = 1; i <= 3; i++) {
    raise(SIGUSR2);
    uv_run(loop, UV_RUN_NOWAIT);
    CHECK_EQ(again_calls, i);
    CHECK_EQ(uv_is_active((uv_handle_t *)&again), i < 3);
  }
  uv_close((uv_handle_t *)&once, NULL);
  uv_close((uv_handle_t *)&always, NULL);
  uv_close((uv_handle_t *)&again, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Signals that do not exist or cannot be caught are refused with UV_EINVAL. Signal 0 leaves the
 * handle as it was; the others stop it, since they are detected only by trying.
 */
#include <signal.h>

#include "check.h"
#include "uv.h"

static int calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  CHECK_EQ(signum, SIGUSR1);
  calls++;
}

int main(void) {
  static const int refused[] = {SIGKILL, SIGSTOP, 32, 33, 65, 4096, -1};
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t handle;
  CHECK_EQ(uv_signal_init(loop, &handle), 0);
  for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
    CHECK_EQ(uv_signal_start(&handle, on_signal, refused[i]), UV_EINVAL);
    CHECK_EQ(uv_signal_start_oneshot(&handle, on_signal, refused[i]), UV_EINVAL);
    CHECK(!uv_is_active((uv_handle_t *)&handle));
  }
  CHECK_EQ(uv_signal_start(&handle, on_signal, 0), UV_EINVAL);
  CHECK_EQ(uv_signal_stop(&handle), 0); /* not started: nothing happens */

  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGUSR1), 0);
  CHECK_EQ(uv_signal_start(&handle, on_signal, 0), UV_EINVAL);
  CHECK(uv_is_active((uv_handle_t *)&handle));
  raise(SIGUSR1);
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGKILL), UV_EINVAL);
  CHECK(!uv_is_active((uv_handle_t *)&handle));
  CHECK_EQ(handle.signum, 0);

  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGRTMAX), 0);
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGUSR1), UV_EINVAL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);

  CHECK_EQ(uv_kill(uv_os_getpid(), -1), UV_EINVAL);
  CHECK_EQ(uv_kill(uv_os_getpid(), 4096), UV_EINVAL);
  CHECK_EQ(uv_kill(uv_os_getpid(), 0), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Starting a started watcher: for the same signal only the callback changes, and caught signals and
 * the one-shot state stay; for another signal the caught ones are dropped. A stop suppresses
 * callbacks; a new start for the same signal before the loop has looked brings them back.
 */
#include <signal.h>

#include "check.h"
#include "uv.h"

static int first;
static int second;
static int last_signum;

static void on_first(uv_signal_t *handle, int signum) {
  (void)handle;
  first++;
  last_signum = signum;
}

static void on_second(uv_signal_t *handle, int signum) {
  (void)handle;
  second++;
  last_signum = signum;
}

static void change_over(uv_signal_t *handle, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  raise(SIGUSR1);
  CHECK_EQ(uv_signal_start(handle, on_second, SIGUSR2), 0);
  raise(SIGUSR2);
}

static void expect(uv_loop_t *loop, int firsts, int seconds) {
  first = second = 0;
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(first, firsts);
  CHECK_EQ(second, seconds);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t handle;
  uv_signal_t keep[2]; /* so that signals nobody else watches do not kill us */
  CHECK_EQ(uv_signal_init(loop, &handle), 0);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_signal_init(loop, &keep[i]), 0);
    CHECK_EQ(uv_signal_start(&keep[i], NULL, i == 0 ? SIGUSR1 : SIGUSR2), 0);
  }

  CHECK_EQ(uv_signal_start(&handle, on_first, SIGUSR1), 0);
  raise(SIGUSR1);
  CHECK_EQ(uv_signal_start(&handle, on_second, SIGUSR1), 0);
  expect(loop, 0, 1);
  CHECK_EQ(uv_signal_start_oneshot(&handle, on_first, SIGUSR1), 0);
  raise(SIGUSR1);
  expect(loop, 1, 0);
  CHECK(uv_is_active((uv_handle_t *)&handle));

  raise(SIGUSR1);
  CHECK_EQ(uv_signal_stop(&handle), 0);
  expect(loop, 0, 0);
  CHECK_EQ(uv_signal_start(&handle, on_first, SIGUSR1), 0);
  expect(loop, 0, 0);
  raise(SIGUSR1);
  CHECK_EQ(uv_signal_stop(&handle), 0);
  CHECK_EQ(uv_signal_start(&handle, on_second, SIGUSR1), 0);
  expect(loop, 0, 1);

  raise(SIGUSR1);
  raise(SIGUSR1);
  CHECK_EQ(uv_signal_start(&handle, on_first, SIGUSR2), 0);
  raise(SIGUSR1);
  raise(SIGUSR2);
  expect(loop, 1, 0);
  CHECK_EQ(last_signum, SIGUSR2);

  /* The same from within a callback, with more of them waiting. */
  CHECK_EQ(uv_signal_start(&handle, change_over, SIGUSR1), 0);
  raise(SIGUSR1);
  raise(SIGUSR1);
  expect(loop, 0, 0);
  expect(loop, 0, 1);
  CHECK_EQ(last_signum, SIGUSR2);
  expect(loop, 0, 0);

  /* One-shot stays one-shot; after its callback it is what it is next started as. */
  CHECK_EQ(uv_signal_stop(&handle), 0);
  CHECK_EQ(uv_signal_start_oneshot(&handle, on_first, SIGUSR1), 0);
  CHECK_EQ(uv_signal_start(&handle, on_second, SIGUSR1), 0);
  raise(SIGUSR1);
  raise(SIGUSR1);
  expect(loop, 0, 1);
  CHECK(!uv_is_active((uv_handle_t *)&handle));
  CHECK_EQ(uv_signal_start_oneshot(&handle, on_first, SIGUSR1), 0);
  CHECK_EQ(uv_signal_stop(&handle), 0);
  CHECK_EQ(uv_signal_start(&handle, on_first, SIGUSR1), 0);
  raise(SIGUSR1);
  raise(SIGUSR1);
  expect(loop, 2, 0);
  CHECK(uv_is_active((uv_handle_t *)&handle));

  uv_close((uv_handle_t *)&handle, NULL);
  uv_close((uv_handle_t *)&keep[0], NULL);
  uv_close((uv_handle_t *)&keep[1], NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

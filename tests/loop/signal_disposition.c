/* SPDX-License-Identifier: MIT */
/*
 * The disposition of a signal follows its watchers: caught with SA_RESTART while there is one, the
 * default when the last has stopped, whatever it was before. If there are only one-shot watchers,
 * the default is back as soon as the signal is received, before any callback.
 */
#include <signal.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

static int calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  calls++;
}

static struct sigaction now(void) {
  struct sigaction action;
  CHECK_EQ(sigaction(SIGUSR1, NULL, &action), 0);
  return action;
}

static bool is_default(void) { return now().sa_handler == SIG_DFL; }

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t a;
  uv_signal_t b;
  CHECK_EQ(uv_signal_init(loop, &a), 0);
  CHECK_EQ(uv_signal_init(loop, &b), 0);
  CHECK(signal(SIGUSR1, SIG_IGN) != SIG_ERR);
  CHECK_EQ(uv_signal_start(&a, on_signal, SIGUSR1), 0);
  CHECK(!is_default() && now().sa_handler != SIG_IGN);
  CHECK((now().sa_flags & SA_RESTART) != 0);
  CHECK_EQ(uv_signal_start(&b, on_signal, SIGUSR1), 0);
  CHECK_EQ(uv_signal_stop(&a), 0);
  CHECK(!is_default());
  CHECK_EQ(uv_signal_stop(&a), 0);
  CHECK(!is_default());
  CHECK_EQ(uv_signal_stop(&b), 0);
  CHECK(is_default());

  CHECK_EQ(uv_signal_start_oneshot(&a, on_signal, SIGUSR1), 0);
  raise(SIGUSR1);
  CHECK(is_default());
  CHECK_EQ(calls, 0);
  /* A one-shot watcher that is added now still gets the next signal. */
  CHECK_EQ(uv_signal_start_oneshot(&b, on_signal, SIGUSR1), 0);
  CHECK(!is_default());
  raise(SIGUSR1);
  CHECK(is_default());
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 2);

  /* With a permanent watcher as well, it stays caught; without it, the one-shot rule applies
   * again. */
  CHECK_EQ(uv_signal_start_oneshot(&a, on_signal, SIGUSR1), 0);
  CHECK_EQ(uv_signal_start(&b, on_signal, SIGUSR1), 0);
  raise(SIGUSR1);
  CHECK(!is_default());
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 4);
  CHECK_EQ(uv_signal_start_oneshot(&a, on_signal, SIGUSR1), 0);
  CHECK_EQ(uv_signal_stop(&b), 0);
  CHECK(!is_default());
  raise(SIGUSR1);
  CHECK(is_default());
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 5);

  CHECK_EQ(uv_signal_start(&a, on_signal, SIGUSR1), 0);
  uv_close((uv_handle_t *)&a, NULL);
  CHECK(is_default());
  uv_close((uv_handle_t *)&b, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

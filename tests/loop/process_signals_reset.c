/* SPDX-License-Identifier: MIT */
/*
 * Whatever we ignore, block or catch, the child starts with all signals at their default and none
 * blocked, and our own settings do not change.
 */
#include "process_run.h"

static void handler(int signum) { (void)signum; }

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t watcher;
  sigset_t mask;
  sigset_t now;
  CHECK_EQ(uv_signal_init(loop, &watcher), 0);
  CHECK_EQ(uv_signal_start(&watcher, on_signal, SIGUSR2), 0);
  uv_unref((uv_handle_t *)&watcher);
  CHECK(signal(SIGTERM, SIG_IGN) != SIG_ERR);
  CHECK(signal(SIGRTMAX, SIG_IGN) != SIG_ERR);
  CHECK(signal(SIGHUP, handler) != SIG_ERR);
  sigemptyset(&mask);
  sigaddset(&mask, SIGTERM);
  sigaddset(&mask, SIGUSR1);
  sigaddset(&mask, SIGRTMIN);
  CHECK_EQ(sigprocmask(SIG_BLOCK, &mask, NULL), 0);

  uv_process_options_t options = {0};
  process_shell(
      &options,
      "[ $(grep -c '^Sig\\(Blk\\|Ign\\|Pnd\\):.0000000000000000$' /proc/self/status) = 3 ]");
  CHECK_EQ(process_run(loop, &options), 0);
  process_shell(&options, "kill -TERM $$");
  CHECK_EQ(process_run(loop, &options), 1000 + SIGTERM);
  process_shell(&options, "kill -USR2 $$");
  CHECK_EQ(process_run(loop, &options), 1000 + SIGUSR2);

  CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &now), 0);
  for (int signum = 1; signum < NSIG; signum++) {
    if (signum != 32 && signum != 33) {
      CHECK_EQ(sigismember(&now, signum), sigismember(&mask, signum));
    }
  }
  struct sigaction action;
  CHECK_EQ(sigaction(SIGHUP, NULL, &action), 0);
  CHECK(action.sa_handler == handler);
  CHECK_EQ(sigaction(SIGTERM, NULL, &action), 0);
  CHECK(action.sa_handler == SIG_IGN);
  uv_close((uv_handle_t *)&watcher, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

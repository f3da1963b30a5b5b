/* SPDX-License-Identifier: MIT */
/*
 * Signal and exit callbacks go through the door: what a callback queues as tick and microtask has
 * run before the next callback, even of the same watcher.
 */
#include "gyre.h"
#include "process_run.h"

static uv_loop_t loop;
static char order[64];

static void tick(void *arg) {
  (void)arg;
  strcat(order, "t");
}

static void microtask(void *arg) {
  (void)arg;
  strcat(order, "m");
}

static void queue_both(void) {
  CHECK_EQ(gyre_microtask(&loop, microtask, NULL), 0);
  CHECK_EQ(gyre_next_tick(&loop, tick, NULL), 0);
}

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  strcat(order, "s");
  queue_both();
}

static void on_exit_code(uv_process_t *process, int64_t status, int term_signal) {
  CHECK_EQ(status, 0);
  CHECK_EQ(term_signal, 0);
  strcat(order, "x");
  queue_both();
  uv_close((uv_handle_t *)process, NULL);
}

int main(void) {
  uv_signal_t watcher;
  uv_process_t process;
  uv_process_options_t options = {.exit_cb = on_exit_code};
  process_shell(&options, "exit 0");
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &watcher), 0);
  CHECK_EQ(uv_signal_start(&watcher, on_signal, SIGUSR1), 0);
  uv_unref((uv_handle_t *)&watcher);
  raise(SIGUSR1);
  raise(SIGUSR1);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_STR(order, "");
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(order, "stmstmxtm");
  uv_close((uv_handle_t *)&watcher, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Loops on several threads start children at the same time, some of which cannot be run, while
 * another thread keeps sending signals that are caught.
 * no qemu: it runs vfork as fork, so the child does not share our memory.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "process_run.h"

#define THREADS 3
#define ROUNDS 12

static atomic_bool finished;

static void *start_children(void *arg) {
  int number = (int)(intptr_t)arg;
  uv_loop_t loop;
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < ROUNDS; i++) {
    uv_process_t good;
    uv_process_t bad;
    process_end end = {0};
    char script[32];
    char *args[] = {"sh", "-c", script, NULL};
    snprintf(script, sizeof(script), "exit %d", 10 * number + i % 10);
    uv_process_options_t options = {.file = "sh", .args = args, .exit_cb = process_on_exit};
    good.data = &end;
    CHECK_EQ(uv_spawn(&loop, &good, &options), 0);
    options.file = "no-such-program";
    CHECK_EQ(uv_spawn(&loop, &bad, &options), UV_ENOENT);
    uv_close((uv_handle_t *)&bad, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(end.calls, 1);
    CHECK_EQ(end.status, 10 * number + i % 10);
    uv_close((uv_handle_t *)&good, NULL);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return NULL;
}

static void *send_signals(void *arg) {
  (void)arg;
  while (!atomic_load(&finished)) {
    CHECK_EQ(uv_kill(uv_os_getpid(), SIGUSR1), 0);
    usleep(100);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pthread_t sender;
  uv_loop_t loop;
  uv_signal_t watcher;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &watcher), 0);
  CHECK_EQ(uv_signal_start(&watcher, NULL, SIGUSR1), 0);
  CHECK_EQ(pthread_create(&sender, NULL, send_signals, NULL), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(pthread_create(&threads[i], NULL, start_children, (void *)(intptr_t)(i + 1)), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
  }
  atomic_store(&finished, true);
  CHECK_EQ(pthread_join(sender, NULL), 0);
  uv_close((uv_handle_t *)&watcher, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

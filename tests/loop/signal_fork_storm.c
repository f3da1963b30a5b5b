/* SPDX-License-Identifier: MIT */
/*
 * After a fork in the middle of signals and of changes to their watchers on other threads, the
 * library works in the child: it can stop, start and receive.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

#define FORKS 60

static atomic_bool finished;
static int calls;

static void on_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
  calls++;
}

static void *churn(void *arg) {
  (void)arg;
  uv_loop_t loop;
  uv_signal_t handle;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &handle), 0);
  while (!atomic_load(&finished)) {
    CHECK_EQ(uv_signal_start(&handle, NULL, SIGUSR1), 0);
    raise(SIGUSR1);
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(uv_signal_stop(&handle), 0);
  }
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return NULL;
}

static void use(uv_loop_t *loop, uv_signal_t *handle) {
  CHECK_EQ(uv_loop_fork(loop), 0);
  CHECK_EQ(uv_signal_stop(handle), 0);
  CHECK_EQ(uv_signal_start(handle, on_signal, SIGUSR2), 0);
  calls = 0;
  raise(SIGUSR2);
  uv_run(loop, UV_RUN_NOWAIT);
  CHECK_EQ(calls, 1);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_signal_t handle;
  pthread_t threads[2];
  CHECK_EQ(uv_signal_init(loop, &handle), 0);
  CHECK_EQ(uv_signal_start(&handle, on_signal, SIGUSR1), 0);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(pthread_create(&threads[i], NULL, churn, NULL), 0);
  }
  for (int i = 0; i < FORKS; i++) {
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
      alarm(20); /* a child that hangs must not make the test hang */
      use(loop, &handle);
      _exit(0);
    }
    int status;
    while (waitpid(pid, &status, 0) < 0) {
    }
    CHECK_EQ(status, 0);
  }
  atomic_store(&finished, true);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
  }
  uv_close((uv_handle_t *)&handle, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Loops on many threads watch the same signal and each handle of each gets each delivery, while
 * other threads keep starting, stopping, closing and freeing watchers of it.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

#define LISTENERS 4
#define HANDLES 3
#define CHURNERS 2
#define SIGNALS 200

static sem_t heard;
static atomic_bool finished;
static atomic_int total;

static void on_signal(uv_signal_t *handle, int signum) {
  CHECK_EQ(signum, SIGUSR1);
  int *calls = handle->data;
  atomic_fetch_add(&total, 1);
  sem_post(&heard);
  if (++*calls == SIGNALS) {
    uv_close((uv_handle_t *)handle, NULL);
  }
}

static void *listen_all(void *ready) {
  uv_loop_t loop;
  uv_signal_t handles[HANDLES];
  int calls[HANDLES] = {0};
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < HANDLES; i++) {
    CHECK_EQ(uv_signal_init(&loop, &handles[i]), 0);
    handles[i].data = &calls[i];
    CHECK_EQ(uv_signal_start(&handles[i], on_signal, SIGUSR1), 0);
  }
  sem_post(ready);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return NULL;
}

static void ignore(uv_signal_t *handle, int signum) {
  (void)handle;
  (void)signum;
}

static void *churn(void *arg) {
  (void)arg;
  while (!atomic_load(&finished)) {
    uv_loop_t *loop = malloc(sizeof(*loop));
    uv_signal_t *handle = malloc(sizeof(*handle));
    CHECK(loop != NULL && handle != NULL);
    CHECK_EQ(uv_loop_init(loop), 0);
    CHECK_EQ(uv_signal_init(loop, handle), 0);
    CHECK_EQ(uv_signal_start(handle, ignore, SIGUSR1), 0);
    CHECK_EQ(uv_signal_start_oneshot(handle, ignore, SIGUSR2), 0);
    CHECK_EQ(uv_signal_start_oneshot(handle, ignore, SIGUSR1), 0);
    uv_run(loop, UV_RUN_NOWAIT);
    uv_close((uv_handle_t *)handle, NULL);
    CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(uv_loop_close(loop), 0);
    free(handle);
    free(loop);
  }
  return NULL;
}

int main(void) {
  pthread_t listeners[LISTENERS];
  pthread_t churners[CHURNERS];
  sem_t ready;
  CHECK_EQ(sem_init(&ready, 0, 0), 0);
  CHECK_EQ(sem_init(&heard, 0, 0), 0);
  for (int i = 0; i < LISTENERS; i++) {
    CHECK_EQ(pthread_create(&listeners[i], NULL, listen_all, &ready), 0);
  }
  for (int i = 0; i < LISTENERS; i++) {
    while (sem_wait(&ready) != 0) {
    }
  }
  for (int i = 0; i < CHURNERS; i++) {
    CHECK_EQ(pthread_create(&churners[i], NULL, churn, NULL), 0);
  }
  for (int i = 0; i < SIGNALS; i++) {
    /* Sent to the process, so that any thread may run the handler. The kernel may merge pending
     * signals, so the next one is sent when all handles have got this one. */
    CHECK_EQ(uv_kill(uv_os_getpid(), SIGUSR1), 0);
    for (int n = 0; n < LISTENERS * HANDLES; n++) {
      while (sem_wait(&heard) != 0) {
      }
    }
  }
  atomic_store(&finished, true);
  for (int i = 0; i < LISTENERS; i++) {
    CHECK_EQ(pthread_join(listeners[i], NULL), 0);
  }
  for (int i = 0; i < CHURNERS; i++) {
    CHECK_EQ(pthread_join(churners[i], NULL), 0);
  }
  CHECK_EQ(total, SIGNALS * LISTENERS * HANDLES);
  return 0;
}

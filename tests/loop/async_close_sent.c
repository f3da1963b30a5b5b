/* SPDX-License-Identifier: MIT */
/*
 * Proves that a handle can be closed and freed as soon as its callback has run, although the
 * sending thread may not have returned from uv_async_send yet.
 */
#include <stdlib.h>

#include "check.h"
#include "uv.h"

enum { ROUNDS = 3000 };

static uv_loop_t loop;
static uv_sem_t ready;
static uv_async_t *current;
static int closed;

static void on_closed(uv_handle_t *handle) {
  memset(handle, 0xa5, sizeof(uv_async_t));
  free(handle);
  closed++;
}

static void on_async(uv_async_t *async) { uv_close((uv_handle_t *)async, on_closed); }

static void send_all(void *arg) {
  (void)arg;
  for (int i = 0; i < ROUNDS; i++) {
    uv_sem_wait(&ready);
    uv_async_send(current);
  }
}

int main(void) {
  uv_thread_t thread;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_sem_init(&ready, 0), 0);
  CHECK_EQ(uv_thread_create(&thread, send_all, NULL), 0);
  for (int i = 0; i < ROUNDS; i++) {
    current = malloc(sizeof(*current));
    CHECK(current != NULL);
    CHECK_EQ(uv_async_init(&loop, current, on_async), 0);
    uv_sem_post(&ready);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(closed, i + 1);
  }
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  uv_sem_destroy(&ready);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Each delivered signal leads to one callback per handle, however many come before the loop looks,
 * and all of them in one turn; a handle for another signal is not called.
 */
#include <signal.h>

#include "check.h"
#include "uv.h"

static int calls[3];

static void on_signal(uv_signal_t *handle, int signum) {
  CHECK_EQ(signum, handle->signum);
  calls[(int)(intptr_t)handle->data]++;
}

int main(void) {
  uv_loop_t loop;
  uv_signal_t handles[3];
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ(uv_signal_init(&loop, &handles[i]), 0);
    handles[i].data = (void *)(intptr_t)i;
    CHECK_EQ(uv_signal_start(&handles[i], on_signal, i < 2 ? SIGUSR1 : SIGUSR2), 0);
    CHECK(uv_is_active((uv_handle_t *)&handles[i]));
  }
  for (int round = 1; round <= 2; round++) {
    for (int i = 0; i < 1000; i++) {
      CHECK_EQ(raise(SIGUSR1), 0);
    }
    CHECK_EQ(raise(SIGUSR2), 0);
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls[0], round * 1000);
    CHECK_EQ(calls[1], round * 1000);
    CHECK_EQ(calls[2], round);
  }
  for (int i = 0; i < 3; i++) {
    uv_close((uv_handle_t *)&handles[i], NULL);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

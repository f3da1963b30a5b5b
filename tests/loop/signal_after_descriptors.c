/* SPDX-License-Identifier: MIT */
/*
 * Within one poll phase signal watchers run after the watchers of all ready descriptors, even if
 * the signal came first.
 */
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

#define PAIRS 5

static int order;
static int polled[PAIRS];
static int signalled;

static void on_poll(uv_poll_t *handle, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  *(int *)handle->data = ++order;
  uv_close((uv_handle_t *)handle, NULL);
}

static void on_signal(uv_signal_t *handle, int signum) {
  (void)signum;
  signalled = ++order;
  uv_close((uv_handle_t *)handle, NULL);
}

int main(void) {
  uv_loop_t loop;
  uv_signal_t signal_handle;
  uv_poll_t polls[PAIRS];
  int ends[PAIRS][2];
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_signal_init(&loop, &signal_handle), 0);
  CHECK_EQ(uv_signal_start(&signal_handle, on_signal, SIGUSR1), 0);
  for (int i = 0; i < PAIRS; i++) {
    CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]), 0);
    CHECK_EQ(uv_poll_init(&loop, &polls[i], ends[i][0]), 0);
    polls[i].data = &polled[i];
    CHECK_EQ(uv_poll_start(&polls[i], UV_READABLE, on_poll), 0);
  }
  raise(SIGUSR1);
  for (int i = 0; i < PAIRS; i++) {
    CHECK_EQ(write(ends[i][1], "x", 1), 1);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(signalled, PAIRS + 1);
  for (int i = 0; i < PAIRS; i++) {
    CHECK(polled[i] > 0);
    close(ends[i][0]);
    close(ends[i][1]);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

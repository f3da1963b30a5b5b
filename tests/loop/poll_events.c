/* SPDX-License-Identifier: MIT */
/*
 * Proves which events a poll callback gets: those that were requested; all of them if there is only
 * a hang-up; UV_EBADF and a stopped handle on an error without urgent data.
 */
#include "sim_loop.h"

enum { FD = 40 };

static uv_poll_t poll;

static void say_events(uv_poll_t *h, int status, int events) {
  CHECK(h == &poll);
  say("%d:%d", status, events);
  gy_sim_ready(&sim, FD, 0);
}

static void expect(int wanted, uint32_t ready, const char *text) {
  CHECK_EQ(uv_poll_start(&poll, wanted, say_events), 0);
  gy_sim_ready(&sim, FD, ready);
  run(UV_RUN_NOWAIT);
  SAID(text);
}

int main(void) {
  char refused[32];
  snprintf(refused, sizeof(refused), "%d:0", UV_EBADF);
  open_fd(FD);
  open_loop();
  CHECK_EQ(uv_poll_init_socket(&loop, &poll, FD), 0);
  expect(UV_READABLE, GY_IO_READ | GY_IO_WRITE, "0:1");
  expect(UV_READABLE | UV_WRITABLE, GY_IO_READ | GY_IO_WRITE, "0:3");
  expect(UV_WRITABLE, GY_IO_READ, "");
  gy_sim_ready(&sim, FD, 0);
  expect(UV_DISCONNECT, GY_IO_DISCONNECT | GY_IO_READ, "0:4");
  expect(UV_PRIORITIZED, GY_IO_URGENT, "0:8");
  expect(UV_READABLE | UV_WRITABLE, GY_IO_HANGUP, "0:3");
  expect(UV_READABLE | UV_WRITABLE, GY_IO_HANGUP | GY_IO_READ, "0:1");
  expect(UV_PRIORITIZED, GY_IO_ERROR | GY_IO_URGENT, "0:8");
  CHECK(uv_is_active((uv_handle_t *)&poll));
  expect(UV_READABLE, GY_IO_ERROR, refused);
  CHECK(!uv_is_active((uv_handle_t *)&poll));
  uv_close((uv_handle_t *)&poll, NULL);
  finish_loop();
  return 0;
}

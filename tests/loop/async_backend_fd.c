/* SPDX-License-Identifier: MIT */
/*
 * Proves that a program which polls uv_backend_fd itself sees it become readable when an async
 * handle is sent to or work finishes outside of uv_run, and that one turn without waiting then
 * makes the callback; also if the send happened in a callback of the last turn.
 */
#include <poll.h>
#include <stdbool.h>

#include "check.h"
#include "uv.h"

static int calls;
static int finished;

static void on_async(uv_async_t *async) {
  if (++calls == 2) {
    uv_async_send(async);
  }
}

static void work(uv_work_t *req) { (void)req; }

static void after(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  finished++;
}

static bool readable(uv_loop_t *loop, int timeout_ms) {
  struct pollfd fd = {.fd = uv_backend_fd(loop), .events = POLLIN};
  return poll(&fd, 1, timeout_ms) == 1 && (fd.revents & POLLIN) != 0;
}

int main(void) {
  uv_loop_t loop;
  uv_async_t async;
  uv_work_t req;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK(!readable(&loop, 0));

  for (int round = 1; round <= 3; round++) {
    CHECK(calls == round - 1 || round == 3);
    if (round < 3) {
      uv_async_send(&async);
    } /* the third send was made by the second callback */
    CHECK(readable(&loop, 1000));
    uv_run(&loop, UV_RUN_NOWAIT);
    CHECK_EQ(calls, round);
  }
  while (readable(&loop, 0)) { /* one spurious wake-up is allowed, but they must end */
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  CHECK_EQ(calls, 3);

  CHECK_EQ(uv_queue_work(&loop, &req, work, after), 0);
  while (finished == 0) {
    CHECK(readable(&loop, 5000));
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  uv_close((uv_handle_t *)&async, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

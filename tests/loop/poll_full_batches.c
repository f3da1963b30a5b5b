/* SPDX-License-Identifier: MIT */
/*
 * Proves that when the backend fills the whole buffer the loop polls again at once, without
 * sleeping, at most 48 times in one turn, and that it stops after a batch that is not full.
 */
#include "sim_loop.h"

enum { FD = 40, BATCH = 1024 };

static int full_batches; /* how many are still to come */
static int waits;
static int64_t slept;

static int many_events(gy_io *io, gy_event *events, int max, int64_t timeout_ns,
                       const sigset_t *mask) {
  (void)mask;
  gy_sim *s = io->own;
  CHECK_EQ(max, BATCH);
  waits++;
  slept = timeout_ns;
  int count = full_batches-- > 0 ? max : 1;
  for (int i = 0; i < count; i++) {
    events[i] = (gy_event){.fd = FD, .stamp = s->fds[FD].stamp, .events = GY_IO_READ};
  }
  return count;
}

static int calls;

static void count_call(uv_poll_t *poll, int status, int events) {
  (void)poll;
  CHECK(status == 0 && events == UV_READABLE);
  calls++;
}

static void turn(int batches, int expected_waits, int expected_calls) {
  full_batches = batches;
  waits = calls = 0;
  CHECK(uv_run(&loop, UV_RUN_ONCE) != 0);
  CHECK_EQ(waits, expected_waits);
  CHECK_EQ(calls, expected_calls);
}

int main(void) {
  uv_poll_t poll;
  gy_sim_init(&sim);
  gy_io io = gy_sim_io(&sim);
  gy_io_ops ops = *io.ops;
  ops.wait = many_events;
  io.ops = &ops;
  open_fd(FD);
  CHECK_EQ(gy_loop_open(&loop, &io), 0);
  CHECK_EQ(uv_poll_init(&loop, &poll, FD), 0);
  uv_poll_start(&poll, UV_READABLE, count_call);
  turn(0, 1, 1);
  CHECK_EQ(slept, -1);
  turn(1, 2, BATCH + 1);
  CHECK_EQ(slept, 0);
  turn(47, 48, 47 * BATCH + 1);
  turn(48, 48, 48 * BATCH);
  turn(1000, 48, 48 * BATCH);
  uv_close((uv_handle_t *)&poll, NULL);
  finish_loop();
  return 0;
}

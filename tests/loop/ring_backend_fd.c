/* SPDX-License-Identifier: MIT */
/* Proves that a program which polls uv_backend_fd itself learns of a completion outside of uv_run,
 * and of requests that the last turn has not submitted; uv_backend_timeout is 0 then. A loop that
 * sleeps in uv_run is woken too. */
#include <poll.h>
#include <pthread.h>

#include "fs_scratch.h"
#include "ring.h"

static uv_loop_t loop;
static int ends[2];

static bool readable(int timeout_ms) {
  struct pollfd fd = {.fd = uv_backend_fd(&loop), .events = POLLIN};
  return poll(&fd, 1, timeout_ms) == 1;
}

static void settle(void) {
  for (int i = 0; readable(0); i++) {
    CHECK(i < 100);
    uv_run(&loop, UV_RUN_NOWAIT);
  }
}

static void on_check(uv_check_t *check) {
  ring_slot_start(check->data);
  uv_close((uv_handle_t *)check, NULL);
}

static void *write_late(void *unused) {
  (void)unused;
  usleep(30000);
  CHECK_EQ(write(ends[1], "x", 1), 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  uv_check_t check;
  ring_needed();
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  ring_for_slots(&loop);
  for (int round = 0; round < 20; round++) {
    ring_slot slot = {.loop = &loop, .file = ends[0]};
    CHECK_EQ(gyre_next_tick(&loop, ring_slot_start, &slot), 0);
    CHECK(uv_run(&loop, UV_RUN_NOWAIT) != 0);
    settle();
    CHECK_EQ(slot.called, 0);
    CHECK_EQ(uv_backend_timeout(&loop), -1);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK(readable(10000));
    CHECK_EQ(uv_backend_timeout(&loop), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 0);
    CHECK_EQ(slot.called, 1);
    CHECK_EQ(slot.result, 1);
    settle();

    slot.called = 0;
    CHECK_EQ(uv_check_init(&loop, &check), 0);
    CHECK_EQ(uv_check_start(&check, on_check), 0);
    check.data = &slot;
    CHECK(uv_run(&loop, UV_RUN_NOWAIT) != 0);
    CHECK(gy_ring_unsent(gy_loop_of(&loop)->files.ring));
    CHECK_EQ(uv_backend_timeout(&loop), 0);
    CHECK(readable(0));
    CHECK_EQ(pthread_create(&thread, NULL, write_late, NULL), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0); /* asleep when the byte comes */
    CHECK_EQ(slot.called, 1);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    settle();
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

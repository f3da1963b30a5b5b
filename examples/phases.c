/* SPDX-License-Identifier: MIT */
/*
 * One turn of the loop, phase by phase, with the two queues that belong to no phase.
 *
 *   ./run examples/phases.c
 *
 * A turn goes: pending, idle, prepare, poll, check, closing, timers. (Pending is for what the loop
 * itself has put off, such as the callback of a finished write: nothing is written here.) After
 * every single callback the loop empties the tick queue, then the microtask queue, and only then
 * calls the next one. So each phase below is followed by its own tick and its own microtask.
 */
#include <gyre.h>
#include <stdio.h>

static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_async_t async;
static uv_check_t check;
static uv_timer_t timer;

static void on_tick(void *phase) { printf("    tick       queued in %s\n", (const char *)phase); }

static void on_microtask(void *phase) {
  printf("    microtask  queued in %s\n", (const char *)phase);
}

/* Prints where we are, and queues a microtask and a tick: in this order, yet the tick is first. */
static void visit(uv_loop_t *loop, const char *phase) {
  printf("%s\n", phase);
  gyre_microtask(loop, on_microtask, (void *)phase);
  gyre_next_tick(loop, on_tick, (void *)phase);
}

static void on_close(uv_handle_t *handle) { visit(handle->loop, "closing"); }

/* An idle handle makes the loop not sleep. It stops at once here, so that the turn ends. */
static void on_idle(uv_idle_t *handle) {
  visit(handle->loop, "idle");
  uv_idle_stop(handle);
}

static void on_prepare(uv_prepare_t *handle) {
  visit(handle->loop, "prepare");
  uv_prepare_stop(handle);
}

/* Called in the poll phase: that is where the loop hears of other threads, sockets and files. */
static void on_async(uv_async_t *handle) { visit(handle->loop, "poll"); }

/* A handle that is closed before the closing phase of a turn has its close callback in it. */
static void on_check(uv_check_t *handle) {
  visit(handle->loop, "check");
  uv_check_stop(handle);
  uv_close((uv_handle_t *)&async, on_close);
}

static void on_timer(uv_timer_t *handle) { visit(handle->loop, "timers"); }

int main(void) {
  uv_loop_t *loop = uv_default_loop();

  uv_idle_init(loop, &idle);
  uv_prepare_init(loop, &prepare);
  uv_async_init(loop, &async, on_async);
  uv_check_init(loop, &check);
  uv_timer_init(loop, &timer);

  /* In what order things are started does not matter. The phases decide. */
  uv_timer_start(&timer, on_timer, 0, 0);
  uv_check_start(&check, on_check);
  uv_async_send(&async);
  uv_prepare_start(&prepare, on_prepare);
  uv_idle_start(&idle, on_idle);

  /* One turn, without waiting. (UV_RUN_DEFAULT goes on until nothing is left to wait for, and
   * looks at the timers once before the first turn.) */
  uv_run(loop, UV_RUN_NOWAIT);

  uv_close((uv_handle_t *)&idle, NULL);
  uv_close((uv_handle_t *)&prepare, NULL);
  uv_close((uv_handle_t *)&check, NULL);
  uv_close((uv_handle_t *)&timer, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop) == 0 ? 0 : 1;
}

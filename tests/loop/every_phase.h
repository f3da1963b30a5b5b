/* SPDX-License-Identifier: MIT */
/*
 * One handle for each phase of a turn, each ready to be called once, so that a turn logs
 *
 *   pending idle prepare poll pending2 check gone-closed timer
 *
 * "pending2" is queued by the poll callback and runs in the pending phase after it.
 */
#ifndef GY_TEST_EVERY_PHASE_H
#define GY_TEST_EVERY_PHASE_H

#include "sim_loop.h"

enum { PHASE_FD = 40 };

static struct {
  uv_timer_t timer, gone;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_poll_t poll;
  gy_watcher pending, pending2;
  deed *in_pending; /* what the pending watcher does */
} every;

static void on_pending(gy_loop *l, gy_watcher *watcher, uint32_t events) {
  CHECK_EQ(events, GY_IO_PENDING);
  GY_CALL(l, NONE, watcher, NULL, say(watcher == &every.pending ? "pending" : "pending2"));
  if (watcher == &every.pending && every.in_pending != NULL) {
    every.in_pending(&every.timer);
  }
}

static void after_poll(uv_poll_t *poll, int status, int events) {
  CHECK(status == 0 && events == UV_READABLE);
  gy_sim_ready(&sim, PHASE_FD, 0);
  gy_pending_add(inside(), &every.pending2);
  called(poll);
}

/* The timer is due now; DEFAULT mode would call it before the first turn. */
__attribute__((unused)) static void open_every_phase(void) {
  static named names[] = {{"timer", NULL},   {"gone", NULL},  {"idle", NULL},
                          {"prepare", NULL}, {"check", NULL}, {"poll", NULL}};
  open_fd(PHASE_FD);
  open_loop();
  uv_timer_init(&loop, &every.timer);
  uv_timer_init(&loop, &every.gone);
  uv_idle_init(&loop, &every.idle);
  uv_prepare_init(&loop, &every.prepare);
  uv_check_init(&loop, &every.check);
  CHECK_EQ(uv_poll_init(&loop, &every.poll, PHASE_FD), 0);
  void *handles[] = {&every.timer,   &every.gone,  &every.idle,
                     &every.prepare, &every.check, &every.poll};
  for (int i = 0; i < 6; i++) {
    names[i].then = NULL;
    uv_handle_set_data(handles[i], &names[i]);
  }
  init_watcher(&every.pending, on_pending);
  init_watcher(&every.pending2, on_pending);
  every.in_pending = NULL;
}

/* Makes every handle due in the next turn. */
__attribute__((unused)) static void start_every_phase(uint64_t timeout_ms) {
  CHECK_EQ(uv_timer_start(&every.timer, on_timer, timeout_ms, 0), 0);
  CHECK_EQ(uv_idle_start(&every.idle, on_idle), 0);
  CHECK_EQ(uv_prepare_start(&every.prepare, on_prepare), 0);
  CHECK_EQ(uv_check_start(&every.check, on_check), 0);
  CHECK_EQ(uv_poll_start(&every.poll, UV_READABLE, after_poll), 0);
  gy_sim_ready(&sim, PHASE_FD, GY_IO_READ);
  gy_pending_add(inside(), &every.pending);
  uv_close((uv_handle_t *)&every.gone, on_closed);
}

__attribute__((unused)) static void set_deed(void *handle, deed *then) {
  ((named *)uv_handle_get_data(handle))->then = then;
}

__attribute__((unused)) static void close_every_phase(void) {
  void *handles[] = {&every.timer, &every.idle, &every.prepare, &every.check, &every.poll};
  for (int i = 0; i < 5; i++) {
    if (!uv_is_closing(handles[i])) {
      uv_close(handles[i], NULL);
    }
  }
  finish_loop();
  said[0] = '\0';
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Timers: the uv_timer_* functions and the timers phase, on the wheel of base/wheel.h.
 *
 * A timer is due at the loop's cached time plus its timeout, in whole milliseconds: that decides
 * the order. The cached time is truncated to a millisecond and may be slightly old. So a timer that
 * ran as soon as its millisecond begins would be early, relative to the call that started it.
 * `hold_ns` holds it back by the missing part of a millisecond.
 */
#include <stddef.h>

#include "base/check.h"
#include "loop/call.h"
#include "loop/loop.h"
#include "loop/time.h"

typedef struct {
  gy_handle handle;
  uv_timer_cb cb;
  gy_wheel_node node;
  uint64_t repeat_ms;
} gy_timer;

_Static_assert(sizeof(gy_timer) <= sizeof(uv_timer_t), "gy_timer fits");

static inline __attribute__((always_inline)) void arm(gy_loop *loop, gy_timer *timer,
                                                      uint64_t timeout_ms) {
  uint64_t late_ns = gy_time_latest(loop) - loop->time.now_ms * GY_NS_PER_MS;
  uint64_t due_ms = loop->time.now_ms + timeout_ms;
  timer->node.due_ms = due_ms < timeout_ms ? UINT64_MAX : due_ms;
  timer->node.hold_ns = late_ns < GY_NS_PER_MS ? (uint32_t)late_ns : GY_NS_PER_MS - 1;
  gy_wheel_insert(loop->wheel, &timer->node);
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *storage) {
  gy_timer *timer = (gy_timer *)storage;
  gy_handle_init(gy_loop_of(loop), timer, UV_TIMER);
  timer->cb = NULL;
  timer->repeat_ms = 0;
  timer->node.due_ms = 0;
  gy_queue_init(&timer->node.link);
  return 0;
}

int uv_timer_start(uv_timer_t *storage, uv_timer_cb cb, uint64_t timeout, uint64_t repeat) {
  gy_timer *timer = (gy_timer *)storage;
  gy_loop *loop = timer->handle.loop;
  if (cb == NULL || gy_handle_closing(&timer->handle)) {
    return UV_EINVAL;
  }
  if (gy_handle_active(&timer->handle)) {
    gy_wheel_remove(loop->wheel, &timer->node);
  }
  timer->cb = cb;
  timer->repeat_ms = repeat;
  arm(loop, timer, timeout);
  gy_handle_start(&timer->handle);
  GY_SCHEDULE(loop, TIMER, timer, timeout);
  return 0;
}

int uv_timer_stop(uv_timer_t *storage) {
  gy_timer *timer = (gy_timer *)storage;
  if (gy_handle_active(&timer->handle)) {
    gy_wheel_remove(timer->handle.loop->wheel, &timer->node);
    gy_handle_stop(&timer->handle);
    GY_CANCEL(timer->handle.loop, TIMER, timer);
  }
  return 0;
}

int uv_timer_again(uv_timer_t *storage) {
  gy_timer *timer = (gy_timer *)storage;
  if (timer->cb == NULL) {
    return UV_EINVAL;
  }
  if (timer->repeat_ms == 0) {
    return 0;
  }
  return uv_timer_start(storage, timer->cb, timer->repeat_ms, timer->repeat_ms);
}

void uv_timer_set_repeat(uv_timer_t *storage, uint64_t repeat) {
  ((gy_timer *)storage)->repeat_ms = repeat;
}

uint64_t uv_timer_get_repeat(const uv_timer_t *storage) {
  return ((const gy_timer *)storage)->repeat_ms;
}

uint64_t uv_timer_get_due_in(const uv_timer_t *storage) {
  const gy_timer *timer = (const gy_timer *)storage;
  uint64_t now_ms = timer->handle.loop->time.now_ms;
  return timer->node.due_ms <= now_ms ? 0 : timer->node.due_ms - now_ms;
}

bool gy_timers_close(gy_handle *handle) {
  uv_timer_stop((uv_timer_t *)handle);
  return true;
}

/*
 * All due timers are collected first, so that a timer which a callback starts waits for a later
 * pass, whatever its timeout. A timer that a callback stops is removed from the list it is on, and
 * so does not run.
 */
void gy_timers_call(gy_loop *loop) {
  loop->trace.at.step = GY_STEP_TIMERS;
  gy_time_read(loop); /* some may be held back within this millisecond */
  gy_queue ready;
  gy_queue_init(&ready);
  gy_wheel_advance(loop->wheel, loop->time.now_ns);
  gy_queue_append(&ready, &loop->wheel->due);
  while (!gy_queue_empty(&ready) && gy_loop_allow(loop, GYRE_PHASE_TIMERS)) {
    gy_timer *timer = GY_CONTAINER(gy_queue_pop(&ready), gy_timer, node.link);
    if (timer->repeat_ms != 0) {
      arm(loop, timer, timer->repeat_ms);
    } else {
      gy_handle_stop(&timer->handle);
    }
    GY_CALL(loop, TIMER, timer, timer->cb, timer->cb((uv_timer_t *)timer));
  }
  gy_queue_prepend(&loop->wheel->due, &ready);
}

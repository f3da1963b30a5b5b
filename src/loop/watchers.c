/* SPDX-License-Identifier: MIT */
/*
 * Idle, prepare and check handles, and the three phases that run them. The three differ only in the
 * list that they are on.
 */
#include <stddef.h>

#include "base/check.h"
#include "loop/call.h"
#include "loop/loop.h"

typedef union {
  uv_idle_cb idle;
  uv_prepare_cb prepare;
  uv_check_cb check;
} watch_cb;

typedef struct {
  gy_handle handle;
  watch_cb cb;
  gy_queue link; /* on the `active` or the `left` list of its phase while the handle is active */
} gy_watch;

_Static_assert(sizeof(gy_watch) <= sizeof(uv_idle_t), "gy_watch fits an idle handle");
_Static_assert(sizeof(gy_watch) <= sizeof(uv_prepare_t), "gy_watch fits a prepare handle");
_Static_assert(sizeof(gy_watch) <= sizeof(uv_check_t), "gy_watch fits a check handle");

static gy_watch_phase *phase_of(gy_watch *watch) {
  gy_loop *loop = watch->handle.loop;
  switch (watch->handle.type) {
    case UV_IDLE:
      return &loop->idle;
    case UV_PREPARE:
      return &loop->prepare;
    default:
      GY_CHECK(watch->handle.type == UV_CHECK);
      return &loop->check;
  }
}

static int kind_of(const gy_watch *watch) {
  uv_handle_type type = watch->handle.type;
  return type == UV_IDLE ? GY_KIND_IDLE : type == UV_PREPARE ? GY_KIND_PREPARE : GY_KIND_CHECK;
}

static inline __attribute__((always_inline)) int watch_init(uv_loop_t *loop, void *storage,
                                                            uv_handle_type type) {
  gy_watch *watch = storage;
  gy_handle_init(gy_loop_of(loop), watch, type);
  return 0;
}

/* The handle that was started last runs first. */
static inline __attribute__((always_inline)) int watch_start(void *storage, watch_cb cb,
                                                             bool has_cb) {
  gy_watch *watch = storage;
  if (gy_handle_active(&watch->handle)) {
    return 0;
  }
  if (!has_cb || gy_handle_closing(&watch->handle)) {
    return UV_EINVAL;
  }
  watch->cb = cb;
  gy_queue_push_front(&phase_of(watch)->active, &watch->link);
  gy_handle_start(&watch->handle);
  GY_NOTE(watch->handle.loop, SCHEDULE, kind_of(watch), watch, 0);
  return 0;
}

static inline __attribute__((always_inline)) int watch_stop(void *storage) {
  gy_watch *watch = storage;
  if (!gy_handle_active(&watch->handle)) {
    return 0;
  }
  gy_handle_stop(&watch->handle);
  for (gy_watch_pass *pass = phase_of(watch)->pass; pass != NULL; pass = pass->outer) {
    if (pass->next == &watch->link) {
      pass->next = watch->link.next;
    }
  }
  gy_queue_drop(&watch->link);
  GY_NOTE(watch->handle.loop, CANCEL, kind_of(watch), watch, 0);
  return 0;
}

/*
 * A handle that is started meanwhile goes to the front, which we have passed: it waits for the next
 * turn. If one is stopped before we reach it, `next` moves on. A uv_run inside of a callback ends
 * where the outer one continues.
 */
static inline __attribute__((always_inline)) void run_phase(gy_loop *loop, gy_watch_phase *list,
                                                            gyre_phase phase) {
  gy_watch_pass pass = {.outer = list->pass};
  loop->trace.at.step = phase == GYRE_PHASE_IDLE      ? GY_STEP_IDLE
                        : phase == GYRE_PHASE_PREPARE ? GY_STEP_PREPARE
                                                      : GY_STEP_CHECK;
  gy_queue *head = &list->active;
  gy_queue *const *end = pass.outer == NULL ? &head : &pass.outer->next;
  gy_queue_prepend(head, &list->left);
  pass.next = head->next;
  list->pass = &pass;
  while (pass.next != *end) {
    gy_watch *watch = GY_CONTAINER(pass.next, gy_watch, link);
    if (!gy_loop_allow(loop, phase)) {
      break;
    }
    pass.next = pass.next->next;
    switch (phase) {
      case GYRE_PHASE_IDLE:
        GY_CALL(loop, IDLE, watch, watch->cb.idle, watch->cb.idle((uv_idle_t *)watch));
        break;
      case GYRE_PHASE_PREPARE:
        GY_CALL(loop, PREPARE, watch, watch->cb.prepare, watch->cb.prepare((uv_prepare_t *)watch));
        break;
      default:
        GY_CALL(loop, CHECK, watch, watch->cb.check, watch->cb.check((uv_check_t *)watch));
    }
  }
  list->pass = pass.outer;
  if (pass.next != head && pass.outer == NULL) {
    gy_queue_split(head, &list->left, pass.next);
  }
}

void gy_watchers_call(gy_loop *loop, gyre_phase phase) {
  switch (phase) {
    case GYRE_PHASE_IDLE:
      run_phase(loop, &loop->idle, GYRE_PHASE_IDLE);
      break;
    case GYRE_PHASE_PREPARE:
      run_phase(loop, &loop->prepare, GYRE_PHASE_PREPARE);
      break;
    default:
      run_phase(loop, &loop->check, GYRE_PHASE_CHECK);
  }
}

bool gy_watchers_close(gy_handle *handle) {
  watch_stop(handle);
  return true;
}

int uv_idle_init(uv_loop_t *loop, uv_idle_t *idle) { return watch_init(loop, idle, UV_IDLE); }

int uv_idle_start(uv_idle_t *idle, uv_idle_cb cb) {
  return watch_start(idle, (watch_cb){.idle = cb}, cb != NULL);
}

int uv_idle_stop(uv_idle_t *idle) { return watch_stop(idle); }

int uv_prepare_init(uv_loop_t *loop, uv_prepare_t *prepare) {
  return watch_init(loop, prepare, UV_PREPARE);
}

int uv_prepare_start(uv_prepare_t *prepare, uv_prepare_cb cb) {
  return watch_start(prepare, (watch_cb){.prepare = cb}, cb != NULL);
}

int uv_prepare_stop(uv_prepare_t *prepare) { return watch_stop(prepare); }

int uv_check_init(uv_loop_t *loop, uv_check_t *check) { return watch_init(loop, check, UV_CHECK); }

int uv_check_start(uv_check_t *check, uv_check_cb cb) {
  return watch_start(check, (watch_cb){.check = cb}, cb != NULL);
}

int uv_check_stop(uv_check_t *check) { return watch_stop(check); }

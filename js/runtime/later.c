/* SPDX-License-Identifier: MIT */
/* Callbacks that come in a later turn, before the loop polls, and need no memory; and work for the
 * pool whose callback comes in any case. */
#include <gyre.h>

#include "runtime/runtime.h"

static _Thread_local struct {
  bool ready;
  uv_prepare_t prepare;
  uv_idle_t idle;
  gj_later *first, **last;
} waiting;

static void on_idle(uv_idle_t *idle) {
  (void)idle; /* it only keeps the loop from sleeping while something waits for its turn */
}

/* Calls those that wait when it begins; what is added meanwhile waits for the next turn. */
static void on_prepare(uv_prepare_t *prepare) {
  gj_later *list = waiting.first;
  gj_later *later;
  waiting.first = NULL;
  waiting.last = &waiting.first;
  while ((later = list) != NULL) {
    list = later->next;
    later->waits = false;
    gj_pin object = later->object; /* after the call, `later` may be freed */
    later->call(later);
    gj_pin_free(&object);
  }
  if (waiting.first == NULL) {
    uv_prepare_stop(prepare);
    uv_idle_stop(&waiting.idle);
  }
}

void gj_later_call(gj_later *later, void (*call)(gj_later *later)) {
  uv_loop_t *loop = gj_runtime_self()->loop;
  if (!waiting.ready) {
    waiting.ready = true;
    uv_prepare_init(loop, &waiting.prepare);
    uv_idle_init(loop, &waiting.idle);
    gyre_trace_hide((uv_handle_t *)&waiting.prepare);
    gyre_trace_hide((uv_handle_t *)&waiting.idle);
  }
  if (waiting.first == NULL) {
    waiting.last = &waiting.first;
    uv_prepare_start(&waiting.prepare, on_prepare);
    uv_idle_start(&waiting.idle, on_idle);
  }
  later->call = call;
  later->object.value = NULL;
  later->waits = true;
  later->next = NULL;
  *waiting.last = later;
  waiting.last = &later->next;
}

void gj_later_once(gj_later *later, gj_value object, void (*call)(gj_later *later)) {
  if (!later->waits) {
    gj_later_call(later, call);
    later->object = gj_pin_brief(gj_runtime_self()->js, object);
  }
}

static void on_refused(gj_later *later) {
  gj_work *work = (gj_work *)((char *)later - offsetof(gj_work, later));
  work->after(&work->uv, work->error);
}

void gj_work_start(gj_work *work, uv_work_cb run, uv_after_work_cb after) {
  work->after = after;
  work->error = uv_queue_work(gj_runtime_self()->loop, &work->uv, run, after);
  if (work->error != 0) {
    gj_later_call(&work->later, on_refused);
  }
}

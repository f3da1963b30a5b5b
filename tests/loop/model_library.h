/* SPDX-License-Identifier: MIT */
/* The library side of model.c: plays programs on a loop with the simulated backend. */
#ifndef GY_TEST_MODEL_LIBRARY_H
#define GY_TEST_MODEL_LIBRARY_H

#include <errno.h>

#include "loop/call.h"
#include "loop/loop.h"
#include "model_program.h"

typedef union {
  uv_handle_t handle;
  uv_timer_t timer;
  uv_idle_t idle;
  uv_prepare_t prepare;
  uv_check_t check;
  uv_async_t async;
  uv_poll_t poll;
} any_handle;

typedef struct {
  world w;
  uv_loop_t loop;
  gy_sim sim;
  gy_io_ops ops;
  const gy_io_ops *sim_ops;
  any_handle handles[HANDLES];
  gy_watcher watchers[WATCHERS];
} library;

static library *played; /* there is one at a time */

static int number_of(const void *handle) {
  return (int)((const any_handle *)handle - played->handles);
}

static void on_timer(uv_timer_t *h) { play(&played->w, LOG_CALLBACK, number_of(h), 0); }
static void on_idle(uv_idle_t *h) { play(&played->w, LOG_CALLBACK, number_of(h), 0); }
static void on_prepare(uv_prepare_t *h) { play(&played->w, LOG_CALLBACK, number_of(h), 0); }
static void on_check(uv_check_t *h) { play(&played->w, LOG_CALLBACK, number_of(h), 0); }
static void on_async(uv_async_t *h) { play(&played->w, LOG_CALLBACK, number_of(h), 0); }

static void on_poll(uv_poll_t *h, int status, int events) {
  CHECK(status == 0 || events == 0);
  play(&played->w, LOG_CALLBACK, number_of(h), status != 0 ? status : events);
}

/* The storage is the program's again: nothing may rely on its content. */
static void on_closed(uv_handle_t *h) {
  int number = number_of(h);
  memset(&played->handles[number], 0xa5, sizeof(played->handles[number]));
  play(&played->w, LOG_CLOSED, number, 0);
}

static void on_tick(void *id) { play(&played->w, LOG_TASK, (int)(intptr_t)id, 1); }
static void on_microtask(void *id) { play(&played->w, LOG_TASK, (int)(intptr_t)id, 0); }

static void on_pending(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  CHECK_EQ(events, GY_IO_PENDING);
  GY_CALL(loop, NONE, watcher, NULL, play(&played->w, LOG_PENDING, watcher - played->watchers, 0));
}

static void on_hook(uv_loop_t *loop, void *arg) {
  CHECK(loop == &played->loop && arg == played);
  play(&played->w, LOG_HOOK, 0, 0);
}

static void on_walk(uv_handle_t *h, void *arg) {
  CHECK(arg == played);
  note(&played->w, LOG_WALK, number_of(h), 0);
}

static int logged_wait(gy_io *io, gy_event *events, int max, int64_t timeout_ns,
                       const sigset_t *mask) {
  note(&played->w, LOG_WAIT, max == 1024 ? 0 : max, timeout_ns);
  return played->sim_ops->wait(io, events, max, timeout_ns, mask);
}

static int library_init_handle(library *l, int number, int fd) {
  any_handle *h = &l->handles[number];
  int err = 0;
  switch (kind_of(number)) {
    case TIMER:
      err = uv_timer_init(&l->loop, &h->timer);
      break;
    case IDLE:
      err = uv_idle_init(&l->loop, &h->idle);
      break;
    case PREPARE:
      err = uv_prepare_init(&l->loop, &h->prepare);
      break;
    case CHECKER:
      err = uv_check_init(&l->loop, &h->check);
      break;
    case ASYNC:
      err = uv_async_init(&l->loop, &h->async, on_async);
      break;
    default:
      err = uv_poll_init(&l->loop, &h->poll, fd);
      l->w.fds[number] = err == 0 ? fd : l->w.fds[number];
  }
  if (err == 0) {
    l->w.states[number] = OPEN;
  }
  return err;
}

static int library_watch_start(any_handle *h, int number) {
  switch (kind_of(number)) {
    case IDLE:
      return uv_idle_start(&h->idle, on_idle);
    case PREPARE:
      return uv_prepare_start(&h->prepare, on_prepare);
    default:
      return uv_check_start(&h->check, on_check);
  }
}

static void library_watch_stop(any_handle *h, int number) {
  int err = kind_of(number) == IDLE      ? uv_idle_stop(&h->idle)
            : kind_of(number) == PREPARE ? uv_prepare_stop(&h->prepare)
                                         : uv_check_stop(&h->check);
  CHECK_EQ(err, 0);
}

static void library_apply_handle(library *l, const step *s) {
  any_handle *h = &l->handles[s->target];
  int result = 0;
  switch (s->op) {
    case OP_TIMER_START:
      result = uv_timer_start(&h->timer, on_timer, s->a, s->b);
      break;
    case OP_TIMER_STOP:
      CHECK_EQ(uv_timer_stop(&h->timer), 0);
      return;
    case OP_TIMER_AGAIN:
      result = uv_timer_again(&h->timer);
      break;
    case OP_TIMER_REPEAT:
      uv_timer_set_repeat(&h->timer, s->a);
      CHECK_EQ(uv_timer_get_repeat(&h->timer), s->a);
      return;
    case OP_WATCH_START:
      result = library_watch_start(h, s->target);
      break;
    case OP_WATCH_STOP:
      library_watch_stop(h, s->target);
      return;
    case OP_SEND:
      CHECK_EQ(uv_async_send(&h->async), 0);
      return;
    case OP_POLL_START:
      result = uv_poll_start(&h->poll, (int)s->a, on_poll);
      break;
    case OP_POLL_STOP:
      CHECK_EQ(uv_poll_stop(&h->poll), 0);
      return;
    case OP_POLL_RESTART:
      CHECK_EQ(uv_poll_stop(&h->poll), 0);
      result = uv_poll_start(&h->poll, (int)s->a, on_poll);
      break;
    case OP_REF:
      uv_ref(&h->handle);
      return;
    case OP_UNREF:
      uv_unref(&h->handle);
      return;
    case OP_CLOSE:
      uv_close(&h->handle, on_closed);
      l->w.states[s->target] = CLOSING;
      return;
    default:
      CHECK_EQ(s->op, OP_INIT);
      result = library_init_handle(l, s->target, (int)s->a);
  }
  note(&l->w, LOG_RESULT, s->op, result);
}

static void library_task(library *l, const step *s) {
  for (uint64_t i = 0; i < s->a; i++) {
    void *id = (void *)(intptr_t)l->w.task_count++;
    CHECK_EQ(s->op == OP_TICK ? gyre_next_tick(&l->loop, on_tick, id)
                              : gyre_microtask(&l->loop, on_microtask, id),
             0);
  }
}

static void library_apply(world *w, const step *s) {
  library *l = (library *)w;
  if (!sensible(w, s)) {
    return;
  }
  switch (s->op) {
    case OP_FD_READY:
      gy_sim_ready(&l->sim, s->target, (uint32_t)s->a);
      break;
    case OP_FD_LATER:
      gy_sim_at(&l->sim, (int64_t)(l->sim.now_ns + s->b) - GY_SIM_START_NS, s->target,
                (uint32_t)s->a);
      break;
    case OP_FD_REFUSE:
      l->sim.fds[s->target].set_error = l->sim.fds[s->target].known ? 0 : -EPERM;
      break;
    case OP_PENDING_ADD:
      gy_pending_add(gy_loop_of(&l->loop), &l->watchers[s->target]);
      break;
    case OP_PENDING_FORGET:
      gy_watcher_forget(gy_loop_of(&l->loop), &l->watchers[s->target]);
      break;
    case OP_TICK:
    case OP_MICROTASK:
      library_task(l, s);
      break;
    case OP_HOOK:
      gyre_set_turn_hook(&l->loop, s->a != 0 ? on_hook : NULL, l);
      break;
    case OP_LIMIT:
      CHECK_EQ(gyre_loop_limit(&l->loop, (gyre_phase)s->target, (unsigned)s->a), 0);
      break;
    case OP_STOP:
      uv_stop(&l->loop);
      break;
    case OP_PASS:
      gy_sim_pass(&l->sim, (int64_t)s->a);
      break;
    case OP_UPDATE_TIME:
      uv_update_time(&l->loop);
      break;
    case OP_INTERRUPT:
      l->sim.interrupts++;
      break;
    case OP_EARLY:
      l->sim.early_returns++;
      break;
    default:
      library_apply_handle(l, s);
  }
}

static uint64_t library_now(world *w) { return uv_now(&((library *)w)->loop); }

static int library_run(world *w, uv_run_mode mode) { return uv_run(&((library *)w)->loop, mode); }

static void library_inspect(world *w) {
  library *l = (library *)w;
  note(w, LOG_TIMEOUT, uv_loop_alive(&l->loop), uv_backend_timeout(&l->loop));
  note(w, LOG_SETS, 0, (int64_t)l->sim.sets);
  uv_walk(&l->loop, on_walk, l);
  for (int i = 0; i < HANDLES; i++) {
    const any_handle *h = &l->handles[i];
    if (w->states[i] == OPEN || w->states[i] == CLOSING) {
      note(w, LOG_HANDLE, i,
           uv_is_active(&h->handle) * 4 + uv_has_ref(&h->handle) * 2 + uv_is_closing(&h->handle));
    }
    if (w->states[i] == OPEN && kind_of(i) == TIMER) {
      note(w, LOG_DUE, i, (int64_t)uv_timer_get_due_in(&h->timer));
    }
  }
}

static void library_play(library *l, const program *p) {
  memset(l, 0, sizeof(*l));
  played = l;
  l->w.source = p;
  l->w.now = library_now;
  l->w.apply = library_apply;
  l->w.run = library_run;
  l->w.inspect = library_inspect;
  gy_sim_init(&l->sim);
  gy_io io = gy_sim_io(&l->sim);
  l->sim_ops = io.ops;
  l->ops = *io.ops;
  l->ops.wait = logged_wait;
  io.ops = &l->ops;
  CHECK_EQ(gy_loop_open(&l->loop, &io), 0);
  for (int i = 0; i < WATCHERS; i++) {
    gy_watcher_init(&l->watchers[i], on_pending, -1);
  }
  for (int i = 0; i < HANDLES; i++) {
    if ((p->unborn >> i & 1) == 0) {
      CHECK_EQ(library_init_handle(l, i, i == HEARTBEAT ? HEARTBEAT_FD : FIRST_FD + i % FDS), 0);
    }
  }
  play_program(&l->w);
  CHECK_EQ(uv_loop_close(&l->loop), 0);
}

#endif

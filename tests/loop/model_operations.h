/* SPDX-License-Identifier: MIT */
/* What programs do to the model: each operation, and each query from outside. */
#ifndef GY_TEST_MODEL_OPERATIONS_H
#define GY_TEST_MODEL_OPERATIONS_H

#include "model_reference.h"

static inline void result(world *w, const step *s, int code) { note(w, LOG_RESULT, s->op, code); }

static inline int model_init_handle(model *m, int handle, int fd) {
  if (kind_of(handle) == POLLER) {
    if (m->fds[fd].owner >= 0) {
      return UV_EEXIST;
    }
    m->w.fds[handle] = fd;
  }
  m->handles[handle] = (model_handle){.referenced = true, .active = kind_of(handle) == ASYNC};
  push_back(&m->born, handle);
  m->youngest = kind_of(handle) == ASYNC ? handle : m->youngest;
  m->w.states[handle] = OPEN;
  return 0;
}

static inline int model_timer_start(model *m, int timer, uint64_t timeout, uint64_t repeat) {
  if (m->w.states[timer] != OPEN) {
    return UV_EINVAL;
  }
  m->handles[timer].repeat_ms = repeat;
  arm(m, timer, timeout);
  return 0;
}

static inline int model_timer_again(model *m, int timer) {
  const model_handle *h = &m->handles[timer];
  if (h->start_number == 0) {
    return UV_EINVAL;
  }
  return h->repeat_ms == 0 ? 0 : model_timer_start(m, timer, h->repeat_ms, h->repeat_ms);
}

static inline model_phase *phase_of(model *m, int handle) {
  return &m->phases[kind_of(handle) - IDLE];
}

static inline int model_watch_start(model *m, int handle) {
  if (m->handles[handle].active) {
    return 0;
  }
  if (m->w.states[handle] != OPEN) {
    return UV_EINVAL;
  }
  m->handles[handle].active = true;
  insert_at(&phase_of(m, handle)->active, 0, handle);
  return 0;
}

static inline void model_watch_stop(model *m, int handle) {
  m->handles[handle].active = false;
  take_out(&phase_of(m, handle)->active, handle);
  take_out(&phase_of(m, handle)->left, handle);
  take_out(&phase_of(m, handle)->running, handle);
}

/* A handle that is already started is stopped first. */
static inline int model_poll_start(model *m, int handle, uint32_t events) {
  if (m->w.states[handle] != OPEN) {
    return UV_EINVAL;
  }
  if (events == 0) {
    poll_stop(m, handle);
    return 0;
  }
  model_fd *f = &m->fds[m->w.fds[handle]];
  if (f->owner >= 0 && f->owner != handle) {
    return UV_EEXIST;
  }
  poll_stop(m, handle);
  f->owner = handle;
  m->handles[handle].active = true;
  m->handles[handle].wanted = events;
  push_back(&m->changed, handle);
  return 0;
}

static inline void model_send(model *m, int handle) {
  if (find(&m->sent, handle) >= 0 || find(&m->pass, handle) >= 0) {
    return;
  }
  push_back(&m->sent, handle);
  if (m->sleeping) {
    m->sleeping = false;
    m->woken = true;
  }
}

static inline void mark_closed(model *m, list *l, int handle) {
  int place = find(l, handle);
  if (place >= 0) {
    l->items[place] = CLOSED(handle);
    m->dropped++;
  }
}

static inline void model_close(model *m, int handle) {
  switch (kind_of(handle)) {
    case IDLE:
    case PREPARE:
    case CHECKER:
      model_watch_stop(m, handle);
      break;
    case POLLER:
      poll_stop(m, handle);
      break;
    case ASYNC:
      mark_closed(m, &m->sent, handle);
      mark_closed(m, &m->pass, handle);
      break;
    default:
      break;
  }
  m->handles[handle].active = false;
  m->w.states[handle] = CLOSING;
  insert_at(&m->closing, 0, handle);
}

static inline void model_task(model *m, task_list *tasks, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    CHECK(tasks->count < TASKS_MAX);
    tasks->items[tasks->count++] = m->w.task_count++;
  }
}

static inline void model_apply_handle(model *m, const step *s) {
  switch (s->op) {
    case OP_TIMER_START:
      result(&m->w, s, model_timer_start(m, s->target, s->a, s->b));
      break;
    case OP_TIMER_STOP:
      m->handles[s->target].active = false;
      break;
    case OP_TIMER_AGAIN:
      result(&m->w, s, model_timer_again(m, s->target));
      break;
    case OP_TIMER_REPEAT:
      m->handles[s->target].repeat_ms = s->a;
      break;
    case OP_WATCH_START:
      result(&m->w, s, model_watch_start(m, s->target));
      break;
    case OP_WATCH_STOP:
      model_watch_stop(m, s->target);
      break;
    case OP_SEND:
      model_send(m, s->target);
      break;
    case OP_POLL_START:
      result(&m->w, s, model_poll_start(m, s->target, (uint32_t)s->a));
      break;
    case OP_POLL_STOP:
      poll_stop(m, s->target);
      break;
    case OP_POLL_RESTART:
      poll_stop(m, s->target);
      result(&m->w, s, model_poll_start(m, s->target, (uint32_t)s->a));
      break;
    case OP_REF:
    case OP_UNREF:
      m->handles[s->target].referenced = s->op == OP_REF;
      break;
    case OP_CLOSE:
      model_close(m, s->target);
      break;
    default:
      CHECK(s->op == OP_INIT);
      result(&m->w, s, model_init_handle(m, s->target, (int)s->a));
  }
}

static inline void model_apply(world *w, const step *s) {
  model *m = (model *)w;
  if (!sensible(w, s)) {
    return;
  }
  switch (s->op) {
    case OP_FD_READY:
      fd_ready(m, s->target, (uint32_t)s->a);
      break;
    case OP_FD_LATER:
      fd_later(m, s->target, (uint32_t)s->a, s->b);
      break;
    case OP_FD_REFUSE:
      m->fds[s->target].refuse |= m->fds[s->target].registered == 0;
      break;
    case OP_PENDING_ADD:
      if (find(&m->pending, s->target) < 0 && find(&m->pending_running, s->target) < 0) {
        push_back(&m->pending, s->target);
      }
      break;
    case OP_PENDING_FORGET:
      take_out(&m->pending, s->target);
      take_out(&m->pending_running, s->target);
      break;
    case OP_TICK:
      model_task(m, &m->ticks, s->a);
      break;
    case OP_MICROTASK:
      model_task(m, &m->microtasks, s->a);
      break;
    case OP_HOOK:
      m->hook = s->a != 0;
      break;
    case OP_LIMIT:
      m->limit[s->target] = s->a == 0 ? UINT_MAX : (unsigned)s->a;
      break;
    case OP_STOP:
      m->stop = true;
      break;
    case OP_PASS:
      m->clock_ns += s->a;
      break;
    case OP_UPDATE_TIME:
      update_time(m);
      break;
    case OP_INTERRUPT:
      m->interrupts++;
      break;
    case OP_EARLY:
      m->early_returns++;
      break;
    default:
      model_apply_handle(m, s);
  }
}

static inline uint64_t model_now(world *w) { return now_ms((model *)w); }

static inline void model_inspect(world *w) {
  const model *m = (const model *)w;
  note(w, LOG_TIMEOUT, alive(m), backend_timeout(m));
  note(w, LOG_SETS, 0, m->sets);
  for (int i = 0; i < m->born.count; i++) {
    note(w, LOG_WALK, m->born.items[i], 0);
  }
  for (int i = 0; i < HANDLES; i++) {
    const model_handle *h = &m->handles[i];
    if (w->states[i] == OPEN || w->states[i] == CLOSING) {
      note(w, LOG_HANDLE, i, h->active * 4 + h->referenced * 2 + (w->states[i] == CLOSING));
    }
    if (w->states[i] == OPEN && kind_of(i) == TIMER) {
      note(w, LOG_DUE, i, h->due_ms <= now_ms(m) ? 0 : (int64_t)(h->due_ms - now_ms(m)));
    }
  }
}

static inline void model_play(model *m, const program *p) {
  memset(m, 0, sizeof(*m));
  m->w.source = p;
  m->w.now = model_now;
  m->w.apply = model_apply;
  m->w.run = model_run;
  m->w.inspect = model_inspect;
  m->clock_ns = m->now_ns = GY_SIM_START_NS;
  m->sleeping = true;
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    m->limit[phase] = UINT_MAX;
  }
  for (int fd = 0; fd < MODEL_FDS; fd++) {
    m->fds[fd].owner = -1;
  }
  for (int i = 0; i < HANDLES; i++) {
    if ((p->unborn >> i & 1) == 0) {
      CHECK_EQ(model_init_handle(m, i, i == HEARTBEAT ? HEARTBEAT_FD : FIRST_FD + i % FDS), 0);
    }
  }
  play_program(&m->w);
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What the loop must do, written a second time, as simply as possible: arrays, linear searches,
 * counts that are computed when they are needed. model.c plays programs on it and on the library.
 * The turn itself is below; the operations of programs are in model_operations.h.
 */
#ifndef GY_TEST_MODEL_REFERENCE_H
#define GY_TEST_MODEL_REFERENCE_H

#include <limits.h>

#include "model_program.h"

#define NS_PER_MS UINT64_C(1000000)
enum { LIST_MAX = 64, TASKS_MAX = 2048, MODEL_STEPS = 256, MODEL_FDS = 64 };

typedef struct {
  int count;
  int items[LIST_MAX];
} list;

typedef struct {
  bool active;
  bool referenced;
  uint64_t due_ms; /* timers */
  uint64_t hold_ns;
  uint64_t repeat_ms;
  uint64_t start_number; /* the number of this start among all of timers; 0: never started */
  uint32_t wanted;       /* poll handles: events; 0 while stopped */
} model_handle;

typedef struct {
  list active;
  list left;    /* delayed by a limit */
  list running; /* still to be called in the current phase */
} model_phase;

typedef struct {
  int count;
  int next;
  int items[TASKS_MAX];
} task_list;

typedef struct {
  uint32_t ready;
  uint64_t turn;       /* smaller is reported first */
  uint32_t registered; /* what was registered with the backend */
  int owner;           /* the poll handle that is started on it, or -1 */
  unsigned stamp;      /* changes when fetched events become invalid */
  bool refuse;         /* the next registration fails */
} model_fd;

typedef struct {
  world w;
  uint64_t clock_ns;
  uint64_t now_ns; /* the loop's cached clock */
  bool stop;
  bool sleeping; /* a send must wake the backend */
  bool woken;    /* the backend was woken, and has not looked yet */
  bool hook;
  model_handle handles[HANDLES];
  list born; /* all handles that are not gone, oldest first */
  model_phase phases[3];
  list pending;
  list pending_running;
  list closing;      /* the first is called first */
  list closing_left; /* delayed by a limit */
  list changed;      /* poll handles that are not registered with the backend yet */
  list flushing;     /* those that are being registered right now */
  list sent; /* async handles: first those that were put aside, then those that came later */
  int sent_aside;
  int youngest; /* the async handle that was made last */
  list pass;    /* those that are being called, oldest first */
  bool pass_due;
  bool posts_first;
  int dropped; /* of `sent` and `pass`: closed since, listed as CLOSED(handle) */
  task_list ticks;
  task_list microtasks;
  uint64_t timer_starts;
  unsigned limit[GYRE_PHASE_COUNT];
  unsigned allowance[GYRE_PHASE_COUNT];

  model_fd fds[MODEL_FDS];
  uint64_t turns;
  struct {
    uint64_t at_ns;
    int fd;
    uint32_t events;
  } steps[MODEL_STEPS];
  int step_count;
  int steps_done;
  int interrupts;
  int early_returns;
  int sets;
} model;

static inline void push_back(list *l, int item) {
  CHECK(l->count < LIST_MAX);
  l->items[l->count++] = item;
}

static inline void insert_at(list *l, int place, int item) {
  push_back(l, item);
  for (int i = l->count - 1; i > place; i--) {
    l->items[i] = l->items[i - 1];
  }
  l->items[place] = item;
}

static inline int find(const list *l, int item) {
  for (int i = 0; i < l->count; i++) {
    if (l->items[i] == item) {
      return i;
    }
  }
  return -1;
}

static inline int take_at(list *l, int place) {
  int item = l->items[place];
  l->count--;
  for (int i = place; i < l->count; i++) {
    l->items[i] = l->items[i + 1];
  }
  return item;
}

/* How a closed handle is listed; CLOSED of that is the handle again. */
#define CLOSED(handle) (-1 - (handle))

static inline bool drop_if_closed(model *m, list *l, int place) {
  if (l->items[place] >= 0) {
    return false;
  }
  take_at(l, place);
  m->dropped--;
  return true;
}

static inline void take_out(list *l, int item) {
  int place = find(l, item);
  if (place >= 0) {
    take_at(l, place);
  }
}

static inline void move_all(list *to, list *from) {
  while (from->count > 0) {
    push_back(to, take_at(from, 0));
  }
}

static inline uint64_t now_ms(const model *m) { return m->now_ns / NS_PER_MS; }
static inline void update_time(model *m) { m->now_ns = m->clock_ns; }

static inline bool allow(model *m, gyre_phase phase) {
  if (m->allowance[phase] == 0) {
    return false;
  }
  m->allowance[phase] -= m->allowance[phase] != UINT_MAX;
  return true;
}

/* ---- After every callback ---------------------------------------------------------------------
 */

static inline void run_tasks(model *m, task_list *tasks) {
  while (tasks->next < tasks->count) {
    play(&m->w, LOG_TASK, tasks->items[tasks->next++], tasks == &m->ticks);
  }
}

static inline bool tasks_wait(const model *m) {
  return m->ticks.next < m->ticks.count || m->microtasks.next < m->microtasks.count;
}

static inline void drain(model *m) {
  while (tasks_wait(m)) {
    run_tasks(m, &m->ticks);
    run_tasks(m, &m->microtasks);
  }
}

static inline void call(model *m, int what, int who, int detail) {
  play(&m->w, what, who, detail);
  drain(m);
  if (m->hook) {
    play(&m->w, LOG_HOOK, 0, 0);
    drain(m);
  }
}

/* ---- What the loop knows about itself ---------------------------------------------------------
 */

static inline bool handles_active(const model *m) {
  for (int i = 0; i < HANDLES; i++) {
    if (m->handles[i].active && m->handles[i].referenced) {
      return true;
    }
  }
  return false;
}

static inline bool alive(const model *m) {
  return handles_active(m) || m->pending.count > 0 || m->closing.count > 0 ||
         m->closing_left.count > 0 || tasks_wait(m);
}

static inline bool idle_active(const model *m) {
  return m->phases[0].active.count + m->phases[0].left.count > 0;
}

static inline bool due_before(const model_handle *a, const model_handle *b) {
  return a->due_ms != b->due_ms ? a->due_ms < b->due_ms : a->start_number < b->start_number;
}

static inline int first_timer(const model *m) {
  int first = -1;
  for (int i = TIMER_0; i < IDLE_0; i++) {
    if (m->handles[i].active && (first < 0 || due_before(&m->handles[i], &m->handles[first]))) {
      first = i;
    }
  }
  return first;
}

/* How long the poll phase of a turn may sleep. */
typedef struct {
  bool none;
  bool forever;
  uint64_t until_ns;
} model_wait;

static inline model_wait backend_wait(const model *m) {
  bool carried = m->phases[1].left.count + m->phases[2].left.count > 0;
  if (m->stop || !handles_active(m) || m->pending.count > 0 || idle_active(m) || carried ||
      m->closing.count > 0 || m->closing_left.count > 0 || tasks_wait(m)) {
    return (model_wait){.none = true};
  }
  int first = first_timer(m);
  if (first < 0 || m->handles[first].due_ms >= UINT64_MAX / NS_PER_MS) {
    return (model_wait){.forever = true};
  }
  const model_handle *timer = &m->handles[first];
  return (model_wait){.until_ns = timer->due_ms * NS_PER_MS + timer->hold_ns};
}

static inline int backend_timeout(const model *m) {
  if (backend_wait(m).none || m->changed.count > 0) {
    return 0;
  }
  int first = first_timer(m);
  if (first < 0) {
    return -1;
  }
  const model_handle *timer = &m->handles[first];
  if (timer->due_ms <= now_ms(m)) {
    return timer->due_ms == now_ms(m) && timer->hold_ns > m->now_ns % NS_PER_MS;
  }
  uint64_t left_ms = timer->due_ms - now_ms(m);
  return left_ms > INT_MAX ? INT_MAX : (int)left_ms;
}

/* ---- The phases -------------------------------------------------------------------------------
 */

static inline void arm(model *m, int timer, uint64_t timeout_ms) {
  model_handle *h = &m->handles[timer];
  uint64_t late_ns = m->clock_ns - now_ms(m) * NS_PER_MS;
  h->due_ms = timeout_ms > UINT64_MAX - now_ms(m) ? UINT64_MAX : now_ms(m) + timeout_ms;
  h->hold_ns = late_ns < NS_PER_MS ? late_ns : NS_PER_MS - 1;
  h->start_number = ++m->timer_starts;
  h->active = true;
}

/* A timer that is held back within its millisecond holds back those behind it. */
static inline bool is_due(const model *m, const model_handle *timer) {
  return timer->due_ms < now_ms(m) ||
         (timer->due_ms == now_ms(m) && timer->hold_ns <= m->now_ns % NS_PER_MS);
}

static inline void run_timers(model *m) {
  int ready[IDLE_0];
  uint64_t start[IDLE_0];
  int count = 0;
  for (;;) {
    int next = -1;
    for (int i = TIMER_0; i < IDLE_0; i++) {
      const model_handle *h = &m->handles[i];
      bool taken = false;
      for (int k = 0; k < count; k++) {
        taken |= ready[k] == i;
      }
      if (h->active && !taken && (next < 0 || due_before(h, &m->handles[next]))) {
        next = i;
      }
    }
    if (next < 0 || !is_due(m, &m->handles[next])) {
      break;
    }
    start[count] = m->handles[next].start_number;
    ready[count++] = next;
  }
  for (int k = 0; k < count; k++) {
    model_handle *h = &m->handles[ready[k]];
    if (!h->active || h->start_number != start[k]) {
      continue; /* stopped or restarted by an earlier callback */
    }
    if (!allow(m, GYRE_PHASE_TIMERS)) {
      return;
    }
    h->active = false;
    if (h->repeat_ms != 0) {
      arm(m, ready[k], h->repeat_ms);
    }
    call(m, LOG_CALLBACK, ready[k], 0);
  }
}

static inline void run_pending(model *m) {
  move_all(&m->pending_running, &m->pending);
  while (m->pending_running.count > 0 && allow(m, GYRE_PHASE_PENDING)) {
    call(m, LOG_PENDING, take_at(&m->pending_running, 0), 0);
  }
  for (int i = m->pending_running.count; i > 0; i--) {
    insert_at(&m->pending, 0, take_at(&m->pending_running, i - 1));
  }
}

static inline void run_phase(model *m, model_phase *p, gyre_phase phase) {
  move_all(&p->running, &p->left);
  move_all(&p->running, &p->active);
  while (p->running.count > 0 && allow(m, phase)) {
    int handle = take_at(&p->running, 0);
    push_back(&p->active, handle);
    call(m, LOG_CALLBACK, handle, 0);
  }
  move_all(&p->left, &p->running);
}

static inline void finish_closing(model *m, list *ready) {
  while (ready->count > 0 && allow(m, GYRE_PHASE_CLOSING)) {
    int handle = take_at(ready, 0);
    m->handles[handle].referenced = false;
    take_out(&m->born, handle);
    call(m, LOG_CLOSED, handle, 0);
  }
}

/* Async handles that were closed with a send under way leave the lists before they are finished:
 * those that came later are searched only as far as needed. */
static inline void drop_closed_sends(model *m) {
  for (int place = 0; place < m->pass.count;) {
    place += !drop_if_closed(m, &m->pass, place);
  }
  for (int place = 0; place < m->sent_aside || m->dropped > 0;) {
    bool was_aside = place < m->sent_aside;
    bool dropped = drop_if_closed(m, &m->sent, place);
    m->sent_aside += !dropped && !was_aside;
    m->sent_aside -= dropped && was_aside;
    place += !dropped;
  }
}

static inline void run_closing(model *m) {
  if (m->closing.count + m->closing_left.count == 0) {
    return;
  }
  if (m->dropped > 0) {
    drop_closed_sends(m);
  }
  list first = m->closing_left;
  list then = m->closing;
  m->closing_left.count = m->closing.count = 0;
  finish_closing(m, &first);
  finish_closing(m, &then);
  move_all(&m->closing_left, &first);
  move_all(&m->closing_left, &then);
}

#include "model_poll.h"

static inline void turn(model *m, uv_run_mode mode) {
  bool busy = m->pending.count > 0 || idle_active(m);
  memcpy(m->allowance, m->limit, sizeof(m->limit));
  run_pending(m);
  run_phase(m, &m->phases[0], GYRE_PHASE_IDLE);
  run_phase(m, &m->phases[1], GYRE_PHASE_PREPARE);
  bool may_sleep = mode == UV_RUN_DEFAULT || (mode == UV_RUN_ONCE && !busy);
  run_poll(m, may_sleep ? backend_wait(m) : (model_wait){.none = true});
  for (int round = 0; round < 8 && m->pending.count > 0; round++) {
    run_pending(m);
  }
  run_phase(m, &m->phases[2], GYRE_PHASE_CHECK);
  run_closing(m);
  update_time(m);
  run_timers(m);
}

static inline int model_run(world *w, uv_run_mode mode) {
  model *m = (model *)w;
  m->sleeping = false;
  if (!m->stop) {
    drain(m);
  }
  bool is_alive = alive(m);
  if (!is_alive) {
    update_time(m);
  } else if (mode == UV_RUN_DEFAULT && !m->stop) {
    memcpy(m->allowance, m->limit, sizeof(m->limit));
    update_time(m);
    run_timers(m);
  }
  while (is_alive && !m->stop) {
    turn(m, mode);
    is_alive = alive(m);
    if (mode != UV_RUN_DEFAULT) {
      break;
    }
  }
  m->stop = false;
  m->sleeping = true;
  if (m->sent.count + m->pass.count > 0) {
    m->sleeping = false;
    m->woken = true;
  }
  return is_alive;
}

#endif

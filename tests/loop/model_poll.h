/* SPDX-License-Identifier: MIT */
/* The poll phase of the model, and its simulated backend. Part of model_reference.h. */
#ifndef GY_TEST_MODEL_POLL_H
#define GY_TEST_MODEL_POLL_H

typedef struct {
  int fd;
  unsigned stamp;
  uint32_t events;
} model_event;

/* ---- The backend ------------------------------------------------------------------------------
 */

static inline void fd_ready(model *m, int fd, uint32_t events) {
  if (m->fds[fd].ready == 0) {
    m->fds[fd].turn = m->turns++;
  }
  m->fds[fd].ready = events;
}

static inline void fd_later(model *m, int fd, uint32_t events, uint64_t delay_ns) {
  uint64_t at_ns = m->clock_ns + delay_ns;
  int place = m->step_count++;
  CHECK(place < MODEL_STEPS);
  while (place > m->steps_done && m->steps[place - 1].at_ns > at_ns) {
    m->steps[place] = m->steps[place - 1];
    place--;
  }
  m->steps[place].at_ns = at_ns;
  m->steps[place].fd = fd;
  m->steps[place].events = events;
}

static inline int collect(model *m, model_event *events, int max) {
  while (m->steps_done < m->step_count && m->steps[m->steps_done].at_ns <= m->clock_ns) {
    fd_ready(m, m->steps[m->steps_done].fd, m->steps[m->steps_done].events);
    m->steps_done++;
  }
  uint64_t new_turns = m->turns;
  int count = 0;
  while (count < max) {
    int next = -1;
    for (int fd = 0; fd < MODEL_FDS; fd++) {
      const model_fd *f = &m->fds[fd];
      bool reported =
          f->registered != 0 && (f->ready & (f->registered | GY_IO_ERROR | GY_IO_HANGUP)) != 0;
      if (reported && f->turn < new_turns && (next < 0 || f->turn < m->fds[next].turn)) {
        next = fd;
      }
    }
    if (next < 0) {
      break;
    }
    model_fd *f = &m->fds[next];
    f->turn = m->turns++;
    events[count++] =
        (model_event){.fd = next,
                      .stamp = f->stamp,
                      .events = f->ready & (f->registered | GY_IO_ERROR | GY_IO_HANGUP)};
  }
  return count;
}

static inline int backend_sleep(model *m, model_event *events, int max, int64_t timeout_ns) {
  note(&m->w, LOG_WAIT, max == 1024 ? 0 : max, timeout_ns);
  int count = collect(m, events, max);
  if (count > 0 || timeout_ns == 0) {
    return count;
  }
  if (m->woken) {
    m->woken = false;
    return 0;
  }
  if (m->interrupts > 0 || m->early_returns > 0) {
    *(m->interrupts > 0 ? &m->interrupts : &m->early_returns) -= 1;
    m->clock_ns += timeout_ns < 0 ? 0 : (uint64_t)timeout_ns / 2;
    return 0;
  }
  uint64_t until_ns = timeout_ns < 0 ? UINT64_MAX : m->clock_ns + (uint64_t)timeout_ns;
  while (count == 0 && m->clock_ns < until_ns) {
    bool scripted = m->steps_done < m->step_count;
    CHECK(scripted || until_ns != UINT64_MAX); /* otherwise it would sleep for ever */
    uint64_t next_ns = scripted ? m->steps[m->steps_done].at_ns : UINT64_MAX;
    m->clock_ns = next_ns < until_ns ? next_ns : until_ns;
    count = collect(m, events, max);
    if (m->steps_done == m->step_count) {
      break;
    }
  }
  return count;
}

/* ---- The loop's side --------------------------------------------------------------------------
 */

static inline void poll_stop(model *m, int handle) {
  model_handle *h = &m->handles[handle];
  model_fd *f = &m->fds[m->w.fds[handle]];
  h->active = false;
  h->wanted = 0;
  take_out(&m->changed, handle);
  take_out(&m->flushing, handle);
  if (f->owner == handle) {
    f->owner = -1;
    f->stamp++;
    m->sets += f->registered != 0;
    f->registered = 0;
  }
}

static inline void poll_call(model *m, int handle, uint32_t events) {
  if ((events & GY_IO_ERROR) != 0 && (events & GY_IO_URGENT) == 0) {
    poll_stop(m, handle);
    call(m, LOG_CALLBACK, handle, UV_EBADF);
  } else {
    call(m, LOG_CALLBACK, handle, (int)(events & 15));
  }
}

/* Handles that are started meanwhile wait for the next turn. */
static inline bool flush_changes(model *m) {
  bool called = false;
  move_all(&m->flushing, &m->changed);
  while (m->flushing.count > 0 && m->allowance[GYRE_PHASE_POLL] > 0) {
    int handle = take_at(&m->flushing, 0);
    model_fd *f = &m->fds[m->w.fds[handle]];
    m->sets++;
    if (f->refuse) {
      f->refuse = false;
      called = true;
      poll_call(m, handle, GY_IO_ERROR);
      allow(m, GYRE_PHASE_POLL);
    } else {
      f->registered = m->handles[handle].wanted;
    }
  }
  move_all(&m->flushing, &m->changed);
  move_all(&m->changed, &m->flushing);
  return called;
}

static inline bool dispatch(model *m, const model_event *event) {
  const model_fd *f = &m->fds[event->fd];
  if (f->owner < 0 || f->stamp != event->stamp) {
    return false;
  }
  uint32_t wanted = m->handles[f->owner].wanted;
  uint32_t events = event->events & (wanted | GY_IO_ERROR | GY_IO_HANGUP);
  if (events == 0) {
    return false;
  }
  if ((events & wanted) == 0) {
    events |= wanted;
  }
  poll_call(m, f->owner, events);
  return true;
}

/* Async handles are called in the order of their creation; those that were closed since keep their
 * place. */
static inline int age(const model *m, int item) {
  return find(&m->born, item < 0 ? CLOSED(item) : item);
}

static inline void join_pass(model *m, int item) {
  int place = m->pass.count;
  push_back(&m->pass, item);
  for (; place > 0 && age(m, m->pass.items[place - 1]) > age(m, item); place--) {
    m->pass.items[place] = m->pass.items[place - 1];
  }
  m->pass.items[place] = item;
}

/* Handles that were sent to before the first callback of this phase are called in it. */
static inline void begin_sends(model *m) { m->pass_due = m->sent.count > 0; }

static inline void start_pass(model *m) {
  m->pass_due = false;
  m->sent_aside = 0;
  while (m->sent.count > 0) {
    join_pass(m, take_at(&m->sent, 0));
  }
}

/* Sends by a callback: those to handles younger than its own still belong to this pass. */
static inline void take_sent(model *m, int called_age) {
  for (int place = m->sent_aside; place < m->sent.count;) {
    if (age(m, m->sent.items[place]) > called_age) {
      join_pass(m, take_at(&m->sent, place));
    } else {
      place += !drop_if_closed(m, &m->sent, place);
    }
  }
  m->sent_aside = m->sent.count;
}

static inline bool run_sends(model *m) {
  bool called = false;
  const unsigned *allowance = &m->allowance[GYRE_PHASE_POLL];
  if (m->pass.count == 0 && m->pass_due && *allowance > 0) {
    start_pass(m);
  }
  while (m->pass.count > 0 && *allowance > 0) {
    int item = m->pass.items[0];
    int called_age = age(m, item);
    if (!drop_if_closed(m, &m->pass, 0)) {
      allow(m, GYRE_PHASE_POLL);
      called = true;
      call(m, LOG_CALLBACK, take_at(&m->pass, 0), 0);
    }
    if (m->youngest != (item < 0 ? CLOSED(item) : item)) {
      take_sent(m, called_age);
    }
  }
  bool waiting = m->sent.count + m->pass.count > 0;
  m->posts_first = *allowance == 0 && (m->pass.count > 0 || (!m->posts_first && waiting));
  return called;
}

static inline int64_t sleep_time(model *m, model_wait wait) {
  if (wait.none || m->sent.count + m->pass.count > 0) {
    return 0;
  }
  if (wait.forever) {
    return -1;
  }
  uint64_t left_ns = wait.until_ns <= m->clock_ns ? 0 : wait.until_ns - m->clock_ns;
  return left_ns > INT64_MAX ? INT64_MAX : (int64_t)left_ns;
}

static inline void run_poll(model *m, model_wait wait) {
  model_event events[MODEL_FDS];
  int full_batches = 0;
  bool called = flush_changes(m);
  begin_sends(m);
  if (m->posts_first) {
    called |= run_sends(m);
  }
  while (m->allowance[GYRE_PHASE_POLL] > 0) {
    wait.none |= called;
    int max = m->allowance[GYRE_PHASE_POLL] < 1024 ? (int)m->allowance[GYRE_PHASE_POLL] : 1024;
    int count = backend_sleep(m, events, max, sleep_time(m, wait));
    update_time(m);
    if (!called) {
      begin_sends(m);
    }
    for (int i = 0; i < count; i++) {
      if (dispatch(m, &events[i])) {
        allow(m, GYRE_PHASE_POLL);
        called = true;
      }
    }
    called |= run_sends(m);
    if (count == max && ++full_batches < 48) {
      continue;
    }
    bool time_is_up = wait.none || (!wait.forever && m->now_ns >= wait.until_ns);
    if (called || time_is_up) {
      break;
    }
  }
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The poll phase: how long to wait, the wait itself, and the calls for what is ready. Everything
 * that a backend must not know is here: timeouts, interrupted waits, order, dropped events,
 * metrics.
 */
#include <errno.h>
#include <limits.h>

#include "base/check.h"
#include "loop/choose.h"
#include "loop/loop.h"
#include "loop/time.h"

#define BATCH_MAX 1024
#define FULL_BATCHES_MAX 48
#define TIMER_SCAN_MAX 64

/* A wait that ends sooner than this did not sleep: going to sleep and waking up takes longer. */
#define NOT_SLEPT_NS 2000u
#define NOT_SLEPT_PER_EVENT_NS 100u

static __attribute__((noinline)) bool has_left_over(const gy_loop *loop) {
  return !gy_queue_empty(&loop->idle.left) || !gy_queue_empty(&loop->prepare.left) ||
         !gy_queue_empty(&loop->check.left) || loop->closing_left != NULL;
}

static __attribute__((noinline)) bool has_tasks(const gy_loop *loop) {
  return loop->tasks.ticks.count > 0 || loop->tasks.microtasks.count > 0;
}

/* The reasons not to sleep: there is something to do, or nothing to wait for. OFTEN(which, if), and
 * RARE(which, value, if), for which the value must not be 0 either: all of those are asked at once.
 */
#define REASONS(OFTEN, RARE)                                             \
  RARE(STOP, loop->stop_flag, true)                                      \
  OFTEN(INACTIVE, (loop->active_handles | loop->active_reqs.count) == 0) \
  OFTEN(IDLE, !gy_queue_empty(&loop->idle.active))                       \
  OFTEN(PENDING, !gy_queue_empty(&loop->pending))                        \
  RARE(CLOSING, loop->closing, true)                                     \
  RARE(TICK, loop->turn_due, has_tasks(loop))                            \
  RARE(LIMIT, loop->limits.any, has_left_over(loop))

/* A quicker question: if this is false, so is must_not_wait. */
static inline __attribute__((always_inline)) bool may_not_wait(const gy_loop *loop) {
#define NOTHING(...)
#define VALUE(name, value, condition) | (uintptr_t)(value)
#define HOLDS(name, condition) || (condition)
  return ((uintptr_t)0 REASONS(NOTHING, VALUE)) != 0 REASONS(HOLDS, NOTHING);
#undef NOTHING
#undef VALUE
#undef HOLDS
}

static inline __attribute__((always_inline)) bool must_not_wait(const gy_loop *loop) {
#define OFTEN(name, condition) || (condition)
#define RARE(name, value, condition) || (GY_UNLIKELY((value) != 0) && (condition))
  return false REASONS(OFTEN, RARE);
#undef OFTEN
#undef RARE
}

/* Separate from the decision, which only needs to know that there is a reason. */
static gy_trace_reason why_not(const gy_loop *loop) {
#define OFTEN(name, condition) (condition) ? GY_REASON_##name:
#define RARE(name, value, condition) ((value) != 0 && (condition)) ? GY_REASON_##name:
  return REASONS(OFTEN, RARE) GY_REASON_NONE;
#undef OFTEN
#undef RARE
}

static gy_wait wait_for_timers(const gy_loop *loop) {
  uint64_t when_ns;
  gy_wheel_next(loop->wheel, TIMER_SCAN_MAX, &when_ns);
  if (when_ns == GY_WHEEL_NEVER) {
    return (gy_wait){.reason = GY_REASON_FOREVER};
  }
  return (gy_wait){.reason = when_ns == 0 ? GY_REASON_DUE : GY_REASON_TIMER, .until_ns = when_ns};
}

gy_wait gy_poll_wait(const gy_loop *loop) {
  return must_not_wait(loop) ? (gy_wait){.reason = GY_REASON_NONE} : wait_for_timers(loop);
}

/* The first timer is due in this millisecond or before, or it is not known which one is first. Out
 * of line so that the common case needs no stack. */
static __attribute__((noinline)) int near_timeout(const gy_loop *loop) {
  uint64_t when_ns;
  uint64_t due_ms = gy_wheel_next(loop->wheel, UINT_MAX, &when_ns);
  if (due_ms == GY_WHEEL_NEVER) {
    return loop->wheel->levels == 0 ? -1 : INT_MAX; /* some are due at the end of time */
  }
  if (due_ms <= loop->time.now_ms) {
    return when_ns >
           loop->time.now_ns; /* held back within this millisecond: 0 would be a busy wait */
  }
  return due_ms - loop->time.now_ms > INT_MAX ? INT_MAX : (int)(due_ms - loop->time.now_ms);
}

static __attribute__((noinline)) bool has_other_work(const gy_loop *loop) {
  return must_not_wait(loop) || !gy_queue_empty(&loop->changed) ||
         (loop->files.ring != NULL && gy_files_waiting(loop));
}

int uv_backend_timeout(const uv_loop_t *storage) {
  const gy_loop *loop = gy_loop_of(storage);
  bool may_have = may_not_wait(loop) || !gy_queue_empty(&loop->changed) || loop->files.ring != NULL;
  if (GY_UNLIKELY(may_have) && has_other_work(loop)) {
    return 0;
  }
  uint64_t left_ms = gy_wheel_first(loop->wheel) - loop->time.now_ms;
  return GY_LIKELY(left_ms - 1 < INT_MAX) ? (int)left_ms : near_timeout(loop);
}

/* Calls the watcher that an event is for; false if nobody wants it any more. */
static bool dispatch(gy_loop *loop, const gy_event *event) {
  if ((unsigned)event->fd >= loop->slot_count) {
    return false;
  }
  const gy_slot *slot = &loop->slots[event->fd];
  if (slot->stamp != event->stamp) {
    return false; /* for a watcher that has left since the event was fetched */
  }
  if (slot->watcher == NULL) {
    gy_descriptors_unwanted(loop, event->fd);
    return false;
  }
  gy_watcher *watcher = slot->watcher;
  uint32_t events = event->events & (watcher->wanted | GY_IO_ERROR | GY_IO_HANGUP);
  if ((events & watcher->wanted) == 0 && events != 0) {
    /* Only an error or a hang-up: the watcher finds out by reading or writing. */
    events |= watcher->wanted;
  }
  if (events == 0) {
    return false;
  }
  if (GY_UNLIKELY(gy_choose_on)) {
    gy_orders_dispatched(loop, event->fd);
  }
  watcher->fn(loop, watcher, events);
  return true;
}

static unsigned dispatch_all(gy_loop *loop, const gy_event *events, int count) {
  unsigned called = 0;
  for (int i = 0; i < count; i++) {
    if (dispatch(loop, &events[i])) {
      gy_loop_allow(loop, GYRE_PHASE_POLL);
      called++;
    }
  }
  return called;
}

/* How long to sleep, after checking whether other threads already have something for us. */
static int64_t sleep_time(gy_loop *loop, gy_wait wait, bool spun) {
  int64_t longest_ns = gy_posts_may_sleep(loop, spun);
  if (longest_ns == 0 || !gy_files_sleep(loop)) {
    return 0;
  }
  if (wait.reason == GY_REASON_FOREVER) {
    return longest_ns == INT64_MAX ? -1 : longest_ns;
  }
  uint64_t now_ns = gy_time_clock(loop);
  uint64_t left_ns = wait.until_ns <= now_ns ? 0 : wait.until_ns - now_ns;
  return left_ns > (uint64_t)longest_ns ? longest_ns : (int64_t)left_ns;
}

/* One wait in the backend, with SIGPROF blocked if the program has asked for that. */
static inline int backend_wait(gy_loop *loop, gy_event *events, int max, int64_t timeout_ns) {
  int count;
  if (GY_LIKELY(!loop->block_sigprof)) {
    count = loop->io.ops->wait(&loop->io, events, max, timeout_ns, NULL);
  } else {
    sigset_t mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGPROF);
    count = loop->io.ops->wait(&loop->io, events, max, timeout_ns, &mask);
  }
  GY_CHECK(count >= 0 || count == -EINTR);
  return count < 0 ? 0 : count;
}

static int look(gy_loop *loop, gy_event *events, int max) {
  int count = gy_glance_quiet(&loop->io.glance) ? 0 : backend_wait(loop, events, max, 0);
  gy_files_awake(loop);
  gy_time_update(loop);
  loop->sleep.slept = false;
  gy_metrics_count(loop, (unsigned)count);
  return count;
}

/* Before it sleeps, a loop polls a little longer for what its peer says next: see exchange.h.
 * Returns how many events were found. */
static int look_longer(gy_loop *loop, gy_event *events, int max, gy_wait wait, uint64_t poll_ns) {
  uint64_t now_ns = gy_clock_ns();
  uint64_t until_ns = now_ns + poll_ns;
  if (wait.reason == GY_REASON_TIMER && wait.until_ns < until_ns) {
    until_ns = wait.until_ns;
  }
  int count = 0;
  bool others = false; /* have something for us */
  while (count == 0 && !others && now_ns < until_ns) {
    count = backend_wait(loop, events, max, 0);
    gy_glance_not_counted(&loop->io.glance);
    others = gy_posts_waiting(loop) || gy_files_waiting(loop);
    now_ns = gy_clock_ns();
  }
  gy_exchange_polled(&loop->sleep.exchange, (count > 0 || others) && now_ns < until_ns);
  return count;
}

/* The loop has received and sent something since it last waited. */
static bool in_exchange(gy_loop *loop) {
  gy_exchange *exchange = &loop->sleep.exchange;
  bool both = exchange->seen == GY_HEARD_AND_SAID && loop->io.virtual_ns == NULL;
  exchange->seen = 0;
  exchange->follows = exchange->follows && both;
  return both && gy_spin_enabled();
}

/* In milliseconds, rounded up. */
static int32_t timeout_ms(gy_wait wait, uint64_t now_ns) {
  if (wait.reason == GY_REASON_FOREVER) {
    return -1;
  }
  uint64_t left_ns = wait.until_ns <= now_ns ? 0 : wait.until_ns - now_ns;
  uint64_t left_ms = (left_ns + GY_NS_PER_MS - 1) / GY_NS_PER_MS;
  return left_ms > INT32_MAX ? INT32_MAX : (int32_t)left_ms;
}

/* For metrics or a trace. */
static uint64_t sleep_begin(gy_loop *loop, gy_wait wait) {
  uint64_t now_ns = gy_time_clock(loop);
  gy_trace_ring *trace = gy_loop_trace(loop);
  if (loop->sleep.metrics) {
    atomic_store(&loop->sleep.idle_since_ns, now_ns);
  }
  if (trace != NULL) {
    loop->trace.at.reason = GY_REASON_NONE;
    gy_encode_note(trace, GY_EVENT_SLEEP, (int)wait.reason, NULL, NULL, timeout_ms(wait, now_ns));
    gy_roster *roster = atomic_load_explicit(&trace->roster, memory_order_acquire);
    if (GY_UNLIKELY(roster != NULL)) {
      gy_roster_before_sleep(loop, trace, roster);
    }
  }
  return now_ns;
}

/* Returns how long it was. */
static uint64_t sleep_end(gy_loop *loop, uint64_t before_ns) {
  gy_trace_ring *trace = gy_loop_trace(loop);
  atomic_store(&loop->sleep.idle_since_ns, GY_IDLE_ENDING); /* before the clock: see metrics.c */
  gy_time_read(loop);
  uint64_t slept_ns = loop->time.now_ns - before_ns;
  atomic_fetch_add(&loop->sleep.idle_ns, loop->sleep.metrics ? slept_ns : 0);
  atomic_store(&loop->sleep.idle_since_ns, 0);
  if (trace != NULL) {
    gy_encode_end_of(trace, GY_EVENT_SLEEP, 0);
  }
  return slept_ns;
}

/* A wait that may sleep, with the clock, the metrics and `sleeping` around it. */
static int await(gy_loop *loop, gy_event *events, int max, gy_wait wait) {
  uint64_t before_ns = loop->sleep.matters ? sleep_begin(loop, wait) : 0;
  bool exchange = in_exchange(loop);
  uint64_t poll_ns = exchange ? gy_exchange_poll_ns(&loop->sleep.exchange) : 0;
  int count = poll_ns > 0 ? look_longer(loop, events, max, wait, poll_ns) : 0;
  bool slept = count > 0; /* counts as slept: there was nothing to do */
  if (count == 0) {
    int64_t timeout_ns = sleep_time(loop, wait, poll_ns > 0);
    count = backend_wait(loop, events, max, timeout_ns);
    slept = timeout_ns != 0;
  }
  if (exchange) {
    gy_exchange_ended(&loop->sleep.exchange, gy_clock_ns());
  }
  gy_posts_awake(loop);
  gy_files_awake(loop);
  if (before_ns != 0) {
    uint64_t slept_ns = sleep_end(loop, before_ns);
    slept &= slept_ns > NOT_SLEPT_NS + (uint64_t)count * NOT_SLEPT_PER_EVENT_NS;
  } else if (wait.reason == GY_REASON_TIMER) {
    gy_time_read(loop); /* to the nanosecond, see time_is_up */
  } else {
    gy_time_update(loop);
  }
  loop->sleep.slept = slept;
  gy_metrics_count(loop, (unsigned)count);
  return count;
}

/* The time of a wait may be the start of a slot of the wheel, before any timer is due. */
static bool time_is_up(gy_loop *loop, gy_wait *wait) {
  if (gy_wait_not(*wait)) {
    return true;
  }
  if (wait->reason == GY_REASON_TIMER && loop->time.now_ns >= wait->until_ns) {
    gy_wheel_advance(loop->wheel, loop->time.now_ns);
    *wait = wait_for_timers(loop);
  }
  return gy_wait_not(*wait);
}

static bool run_posts(gy_loop *loop) {
  return (loop->posts.first || gy_posts_waiting(loop)) && gy_posts_run(loop) > 0;
}

/*
 * What callbacks request is not completed in the phase in which they ran, however fast it is done:
 * programs rely on the check phase coming first. So posts are counted before the first callback,
 * and the ring, which answers at once, is checked only if there was none.
 */
static void run(gy_loop *loop, gy_wait wait) {
  gy_event events[BATCH_MAX];
  int full_batches = 0;
  loop->trace.at.step = GY_STEP_POLL;
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    gy_loop_trace_poll(loop, wait.reason == GY_REASON_NONE ? why_not(loop) : wait.reason);
  }
  loop->sleep.slept = false;
  bool called = gy_descriptors_flush(loop);
  if (called || loop->files.ring != NULL || loop->posts.first) {
    gy_posts_begin(loop);
    called |= gy_files_run(loop);
    called |= loop->posts.first && gy_posts_run(loop) > 0;
  }
  while (loop->limits.left[GYRE_PHASE_POLL] > 0) {
    if (called) {
      wait.reason = GY_REASON_BUSY;
    }
    unsigned allowance = loop->limits.left[GYRE_PHASE_POLL];
    int max = allowance < BATCH_MAX ? (int)allowance : BATCH_MAX;
    int count = gy_wait_not(wait) ? look(loop, events, max) : await(loop, events, max, wait);
    if (!called) {
      gy_posts_begin(loop);
    }
    if (count > 0) {
      called |= dispatch_all(loop, events, count) > 0;
      /* Reading and writing take time, with or without callbacks. */
      loop->time.fresh = false;
    }
    called |= run_posts(loop);
    if (!called) {
      called = gy_files_run(loop);
    }
    if (count == max && ++full_batches < FULL_BATCHES_MAX) {
      continue; /* there may be more */
    }
    if (called || time_is_up(loop, &wait)) {
      break;
    }
  }
}

/* Polling would find nothing, and there is nothing else to do in this phase. */
static bool nothing_new(gy_loop *loop) {
  return gy_glance_quiet(&loop->io.glance) && !gy_posts_waiting(loop) &&
         gy_queue_empty(&loop->changed) && loop->files.done == NULL && !loop->posts.first;
}

void gy_poll_run(gy_loop *loop, gy_wait wait) {
  loop->trace.at.turns++;
  if (gy_wait_not(wait) && nothing_new(loop)) {
    gy_time_update(loop);
    return;
  }
  run(loop, wait);
}

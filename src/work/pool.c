/* SPDX-License-Identifier: MIT */
/*
 * The thread pool, one for the process, started by the first request. Called by the files of this
 * folder; finished requests go to their loop through loop/posts.c.
 *
 * There are two lanes, each first in first out: one for name look-ups, one for everything else. The
 * request that has waited longest goes first, but name look-ups never take more than half of the
 * threads, so a slow name server cannot delay file work.
 *
 * Waking a thread is expensive, so at most one thread at a time is on its way to look for work
 * (`searching`): it is spinning, or it has been woken and does not have the lock yet. Whoever
 * submits while there is one wakes nobody; when the searcher has found something and there is more,
 * it wakes the next. Waking on every submit was measured at a quarter of the speed. A lane for each
 * thread, with stealing, gained nothing on few cores and makes cancelling hard.
 *
 * Waking the loop costs as much. While more work is queued than the threads can do until the loop
 * would be awake, finished requests are patient: they do not wake a loop that naps (posts.c).
 */
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/check.h"
#include "loop/choose.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/futex.h"
#include "os/spin.h"
#include "os/virtual.h"
#include "work/request.h"

#define THREADS_DEFAULT 4
#define THREADS_MAX 1024
#define STACK_BYTES ((size_t)8 << 20)

/* How long it takes until a loop that is woken has submitted more work. */
#define WAKE_NS UINT64_C(20000)

/* The kernel adds some 50 us of its own. */
#define NAP_MIN_NS 30000u
#define NAP_MAX_NS 500000u

/* Upper limit of the typical time: when requests become short again, long ones are soon
 * forgotten. */
#define TYPICAL_MAX_NS UINT64_C(100000)

/* Everything is under `lock`, unless a comment says otherwise. */
static struct {
  gy_lock lock;
  gy_queue fast;
  gy_queue names;
  uv_thread_t *threads; /* kept until others are started, or the end */
  bool started;
  _Atomic uint32_t thread_count; /* the same */
  unsigned parked;               /* threads asleep on `call`, or about to be */
  _Atomic uint32_t busy;         /* gy_pool_saturated reads it without the lock */
  unsigned busy_names;
  bool searching;
  bool stopping;
  uint64_t typical_ns;     /* how long requests ran lately */
  _Atomic uint32_t queued; /* on both lanes; the searcher reads it without the lock */
  _Atomic uint32_t call;   /* changes whenever a parked thread is called */
  gyre_work_metrics kinds[GYRE_WORK_COUNT];
} pool;

/* The first request of LANE, or NULL. */
static gy_request *first_of(gy_queue *lane) {
  return gy_queue_empty(lane) ? NULL : GY_CONTAINER(lane->next, gy_request, on.link);
}

/* The request that is next, or NULL if there is none that a thread may take now. */
static gy_request *next_request(void) {
  gy_request *fast = first_of(&pool.fast);
  gy_request *name = first_of(&pool.names);
  if (name == NULL || pool.busy_names >= (pool.thread_count + 1) / 2) {
    return fast;
  }
  return fast == NULL || name->since_ns < fast->since_ns ? name : fast;
}

static void begin(gy_request *request, uint64_t now_ns) {
  gyre_work_metrics *kind = &pool.kinds[request->kind];
  uint64_t waited_ns = now_ns > request->since_ns ? now_ns - request->since_ns : 0;
  gy_queue_remove(&request->on.link);
  atomic_fetch_sub_explicit(&pool.queued, 1, memory_order_relaxed);
  request->state = GY_REQUEST_RUNNING;
  atomic_fetch_add_explicit(&pool.busy, 1, memory_order_relaxed);
  pool.busy_names += request->kind == GYRE_WORK_NAME;
  kind->started++;
  kind->queue_ns += waited_ns;
  kind->queue_max_ns = waited_ns > kind->queue_max_ns ? waited_ns : kind->queue_max_ns;
}

/* A request that takes far longer than others has most likely lost the CPU for a while, which means
 * nothing. If that was not the reason, the next ones will show it. */
static void learn_typical(uint64_t ran_ns) {
  uint64_t most_ns = 2 * pool.typical_ns + 1000;
  uint64_t counted_ns = ran_ns < most_ns ? ran_ns : most_ns;
  pool.typical_ns = (7 * pool.typical_ns + counted_ns) / 8;
  if (pool.typical_ns > TYPICAL_MAX_NS) {
    pool.typical_ns = TYPICAL_MAX_NS;
  }
}

static void end(gyre_work_kind of, uint64_t ran_ns) {
  gyre_work_metrics *kind = &pool.kinds[of];
  atomic_fetch_sub_explicit(&pool.busy, 1, memory_order_relaxed);
  pool.busy_names -= of == GYRE_WORK_NAME;
  learn_typical(ran_ns);
  kind->finished++;
  kind->run_ns += ran_ns;
  kind->run_max_ns = ran_ns > kind->run_max_ns ? ran_ns : kind->run_max_ns;
}

/* For how long the threads have enough to do, by estimate. */
static uint64_t backlog_ns(void) {
  uint32_t queued = atomic_load_explicit(&pool.queued, memory_order_relaxed);
  return queued * pool.typical_ns / pool.thread_count;
}

/* If that is long enough to let a loop nap: a small part of what its requests have to wait
 * anyway. */
static uint32_t nap_ns(void) {
  uint64_t left_ns = backlog_ns();
  uint64_t part_ns = left_ns / 8;
  if (left_ns < WAKE_NS) {
    return 0;
  }
  return part_ns < NAP_MIN_NS ? NAP_MIN_NS : part_ns > NAP_MAX_NS ? NAP_MAX_NS : (uint32_t)part_ns;
}

/* Is there work, no searcher, and a parked thread? Then that thread counts as called. */
static bool should_call(void) {
  if (pool.searching || pool.parked == 0 || next_request() == NULL) {
    return false;
  }
  pool.searching = true;
  return true;
}

static void call_one(void) {
  atomic_fetch_add(&pool.call, 1);
  int woken = gy_futex_wake(&pool.call, 1);
  GY_CHECK(woken >= 0);
}

static bool work_queued(void *unused) {
  (void)unused;
  return atomic_load_explicit(&pool.queued, memory_order_relaxed) > 0;
}

static bool nothing_to_do(void) { return next_request() == NULL && !pool.stopping; }

/*
 * There was nothing to take. The searcher polls a little longer; if nothing comes, or it is another
 * thread, it sleeps until called. A thread that has slept is the searcher afterwards. (Several may
 * think so after a call that met threads on their way to sleep; the worst result is one call too
 * many.)
 */
static void look_or_sleep(bool *searcher, gy_spin *spin) {
  /* What is queued, but may not be taken, must wait for the end of a name look-up. */
  if (*searcher && !work_queued(NULL) && gy_spin_until(spin, work_queued, NULL)) {
    return;
  }
  gy_lock_acquire(&pool.lock);
  if (nothing_to_do()) {
    if (*searcher) {
      pool.searching = *searcher = false;
    }
    uint32_t call = atomic_load(&pool.call);
    pool.parked++;
    gy_lock_release(&pool.lock);
    while (atomic_load(&pool.call) == call) {
      gy_futex_wait(&pool.call, call, NULL);
    }
    gy_lock_acquire(&pool.lock);
    pool.parked--;
    *searcher = true;
  }
  gy_lock_release(&pool.lock);
}

static void finish(gy_loop *loop, gy_post *post) {
  gy_request *request = GY_CONTAINER(post, gy_request, on.post);
  gy_loop_request_end(loop, request);
  loop->work.count--;
  if (GY_UNLIKELY(gy_choose_on)) {
    gy_held_called(loop, request);
  }
  request->done(request, request->state == GY_REQUEST_CANCELLED ? UV_ECANCELED : 0);
}

/* From here on the request belongs to its loop: it may be freed before this returns. */
static void hand_over(gy_request *request, bool patient) {
  if (GY_UNLIKELY(gy_choose_on) && request->state == GY_REQUEST_RUNNING) {
    gy_held_done(request);
    return;
  }
  request->on.post.run = finish;
  gy_posts_push_last(request->loop, &request->on.post, patient);
}

/* On a thread of the pool, which gets its own ring with its first traced request. */
static __attribute__((noinline)) void work_traced(gy_request *request) {
  static const uint8_t kinds[] = {[GYRE_WORK_USER] = GY_KIND_USER,
                                  [GYRE_WORK_FILE] = GY_KIND_FILE,
                                  [GYRE_WORK_NAME] = GY_KIND_NAME,
                                  [GYRE_WORK_OTHER] = GY_KIND_OTHER};
  if (gy_trace_here == NULL) {
    const uint64_t *clock = gy_virtual_on() ? &gy_virtual_ns : NULL;
    gy_trace_here = gy_trace_ring_take(GY_TRACE_POOL, NULL, clock);
  }
  gy_trace_ring *ring = gy_trace_here;
  bool users = request->kind == GYRE_WORK_USER;
  if (ring == NULL) {
    request->work(request);
    return;
  }
  gy_encode_begin(ring, GY_EVENT_POOL_RUN, kinds[request->kind], request,
                  users ? (uintptr_t)((uv_work_t *)request)->work_cb : 0);
  request->work(request);
  gy_encode_end_of(ring, GY_EVENT_POOL_RUN, 0);
}

static void do_work(gy_request *request) {
  if (GY_UNLIKELY(gy_loop_is_traced(request->loop))) {
    work_traced(request);
  } else {
    request->work(request);
  }
}

/* A thread of the pool. The end of one request is the beginning of the next, if there is one, so
 * the clock is read once and the lock taken once per request. */
static void worker(void *unused) {
  (void)unused;
  bool searcher = false;
  gy_spin spin = {0}; /* its own: two threads may be searching at a time */
  gy_request *finished = NULL;
  uint64_t began_ns = 0;
  int err = uv_thread_setname("libuv-worker");
  GY_CHECK(err == 0);
  for (;;) {
    uint64_t now_ns = gy_clock_ns();
    bool call = false;
    gy_lock_acquire(&pool.lock);
    if (finished != NULL) {
      end((gyre_work_kind)finished->kind, now_ns - began_ns);
    }
    gy_request *request = next_request();
    bool stop = request == NULL && pool.stopping;
    if (request == NULL && !stop && !pool.searching) {
      pool.searching = searcher = true;
    } else if (request != NULL) {
      if (searcher) {
        pool.searching = searcher = false;
      }
      begin(request, now_ns);
      call = should_call();
    }
    bool patient = backlog_ns() >= WAKE_NS;
    gy_lock_release(&pool.lock);
    if (finished != NULL) {
      hand_over(finished, patient);
    }
    if (call) {
      call_one();
    }
    if (stop) {
      if (gy_trace_here != NULL) {
        gy_trace_ring_give_back(gy_trace_here);
        gy_trace_here = NULL;
      }
      return;
    }
    if (request == NULL) {
      look_or_sleep(&searcher, &spin);
    } else {
      began_ns = now_ns;
      do_work(request);
    }
    finished = request;
  }
}

/* UV_THREADPOOL_SIZE, or 4; an invalid number counts as 1. */
static unsigned wanted_threads(void) {
  const char *text = gy_environment_get("UV_THREADPOOL_SIZE");
  if (text == NULL) {
    return THREADS_DEFAULT;
  }
  long count = strtol(text, NULL, 10);
  return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (unsigned)count;
}

/* The child of a fork has no threads: it starts new ones, and what was queued belongs to the
 * parent. */
static void forget_after_fork(void) {
  pool.started = false;
  pool.thread_count = pool.parked = pool.busy_names = 0;
  atomic_store(&pool.busy, 0);
  pool.searching = pool.stopping = false;
  atomic_store(&pool.queued, 0);
  atomic_store(&pool.lock.word, GY_LOCK_FREE);
}

/* With the lock held. Signals are left to the program's own threads. */
static int start_threads(void) {
  static bool fork_handled;
  sigset_t all;
  sigset_t before;
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = STACK_BYTES};
  unsigned wanted = wanted_threads();
  if (!fork_handled) {
    int err = pthread_atfork(NULL, NULL, forget_after_fork);
    if (err != 0) {
      return -err;
    }
    fork_handled = true;
  }
  uv_thread_t *threads = gy_alloc(wanted * sizeof(*threads));
  if (threads == NULL) {
    return UV_ENOMEM;
  }
  gy_queue_init(&pool.fast);
  gy_queue_init(&pool.names);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int err = 0;
  while (err == 0 && pool.thread_count < wanted) {
    err = uv_thread_create_ex(&threads[pool.thread_count], &options, worker, NULL);
    pool.thread_count += err == 0;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pool.thread_count == 0) {
    gy_free(threads);
    return err;
  }
  gy_free(pool.threads); /* a parent's, if this is the child of a fork */
  pool.threads = threads;
  pool.started = true;
  return 0;
}

/* With the lock held. True: a thread has to be called for it. */
static bool enqueue(gy_request *request) {
  bool is_name = request->kind == GYRE_WORK_NAME;
  request->state = GY_REQUEST_QUEUED;
  gy_queue_push_back(is_name ? &pool.names : &pool.fast, &request->on.link);
  atomic_fetch_add_explicit(&pool.queued, 1, memory_order_relaxed);
  return should_call();
}

int gy_pool_submit(gy_loop *loop, void *storage, gyre_work_kind kind,
                   void (*work)(gy_request *request),
                   void (*done)(gy_request *request, int status)) {
  gy_request *request = storage;
  request->kind = (uint8_t)kind;
  request->state = GY_REQUEST_QUEUED;
  request->work = work;
  request->done = done;
  request->loop = loop;
  request->since_ns = gy_clock_ns();

  bool held = GY_UNLIKELY(gy_choose_on);
  gy_lock_acquire(&pool.lock);
  int err = pool.started ? 0 : start_threads();
  bool call = false;
  if (err == 0) {
    pool.kinds[kind].submitted++;
    if (!held) {
      call = enqueue(request);
      loop->sleep.nap_ns = nap_ns();
    }
  }
  gy_lock_release(&pool.lock);
  if (err != 0) {
    return err;
  }
  gy_loop_request_begin(loop, request);
  loop->work.count++;
  if (held) {
    gy_held_submit(loop, request);
  }
  if (call) {
    call_one();
  }
  return 0;
}

void gy_pool_give(gy_request *request) {
  gy_lock_acquire(&pool.lock);
  bool call = enqueue(request);
  gy_lock_release(&pool.lock);
  if (call) {
    call_one();
  }
}

void gy_pool_finish(gy_request *request) { hand_over(request, false); }

bool gy_pool_saturated(void) {
  uint32_t given = atomic_load_explicit(&pool.busy, memory_order_relaxed) +
                   atomic_load_explicit(&pool.queued, memory_order_relaxed);
  return given > 0 && given >= atomic_load_explicit(&pool.thread_count, memory_order_relaxed);
}

uint32_t gy_pool_queued(void) {
  uint32_t threads = atomic_load_explicit(&pool.thread_count, memory_order_relaxed);
  return threads > 1 ? atomic_load_explicit(&pool.queued, memory_order_relaxed) : 0;
}

int gy_pool_cancel(gy_request *request) {
  bool held = GY_UNLIKELY(gy_choose_on) && request->state == GY_REQUEST_HELD;
  if (held) {
    gy_held_cancel(request);
  }
  gy_lock_acquire(&pool.lock);
  bool queued = request->state == GY_REQUEST_QUEUED && pool.started;
  if (queued) {
    gy_queue_remove(&request->on.link);
    atomic_fetch_sub_explicit(&pool.queued, 1, memory_order_relaxed);
    request->state = GY_REQUEST_CANCELLED;
  }
  if (queued || held) {
    pool.kinds[request->kind].cancelled++;
  }
  gy_lock_release(&pool.lock);
  if (!queued && !held) {
    return UV_EBUSY;
  }
  gy_loop *loop = request->loop;
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    gy_loop_trace_note(loop, GY_EVENT_CANCEL, GY_KIND_WORK, request, NULL, 0);
  }
  hand_over(request, false);
  return 0;
}

void gyre_pool_metrics(gyre_pool_metrics_t *metrics) {
  *metrics = (gyre_pool_metrics_t){0};
  gy_lock_acquire(&pool.lock);
  metrics->threads = pool.thread_count;
  metrics->busy = atomic_load_explicit(&pool.busy, memory_order_relaxed);
  metrics->queued = atomic_load_explicit(&pool.queued, memory_order_relaxed);
  for (int kind = 0; kind < GYRE_WORK_COUNT; kind++) {
    metrics->kinds[kind] = pool.kinds[kind];
  }
  gy_lock_release(&pool.lock);
}

/* Lets the threads finish what is queued, and waits for them. The next request starts new ones. */
void gy_pool_stop(void) {
  gy_lock_acquire(&pool.lock);
  bool started = pool.started;
  unsigned count = pool.thread_count;
  pool.stopping = started;
  gy_lock_release(&pool.lock);
  if (started) {
    atomic_fetch_add(&pool.call, 1);
    gy_futex_wake(&pool.call, INT_MAX);
    uv_thread_t self = uv_thread_self();
    for (unsigned i = 0; i < count; i++) {
      if (!uv_thread_equal(&pool.threads[i], &self)) { /* the program may exit from its own work */
        uv_thread_join(&pool.threads[i]);
      }
    }
  }
  gy_lock_acquire(&pool.lock);
  uv_thread_t *threads = pool.threads;
  pool.threads = NULL;
  pool.started = false;
  pool.thread_count = 0;
  pool.searching = pool.stopping = false;
  gy_lock_release(&pool.lock);
  gy_free(threads);
}

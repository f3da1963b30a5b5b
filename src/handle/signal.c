/* SPDX-License-Identifier: MIT */
/*
 * Signals: one handler for the whole process, any number of watchers on any number of loops.
 *
 * Each signal has a list of its watchers. The handler walks it, counts the signal in each watcher
 * and puts the watcher's post on its loop's list; the loop then calls back as often as was counted.
 * Nothing is allocated and no descriptor is needed, so no signal can get lost.
 *
 * One lock guards all the lists. The handler takes it too. That is safe because of one rule:
 * whoever holds the lock has all signals blocked. So the handler never interrupts a holder on its
 * own thread, and a holder on another thread continues and releases it: what it does meanwhile is
 * bounded, allocates nothing and calls only what may be called in a handler. Everything that the
 * handler does to watchers and loops it does under the lock. So when a watcher has left its list,
 * no thread touches it, or its loop through it, any more. fork() waits for the lock, so that a
 * child finds it free and the lists intact.
 *
 * A list without locks was rejected: a watcher's memory may be freed as soon as it is closed, and
 * to know that no handler still uses it takes what a lock does.
 *
 * Signals that are caught while a loop is busy are called back in the order in which each watcher
 * was first reached, all of one watcher together.
 */
#include "handle/signal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

#include "base/check.h"
#include "loop/call.h"
#include "loop/choose.h"
#include "loop/watch.h"
#include "os/futex.h"
#include "os/spin.h"

_Static_assert(sizeof(gy_signal) <= sizeof(uv_signal_t), "gy_signal fits");
_Static_assert(offsetof(gy_signal, cb) == offsetof(uv_signal_t, signal_cb), "signal_cb");
_Static_assert(offsetof(gy_signal, signum) == offsetof(uv_signal_t, signum), "signum");

typedef struct {
  gy_queue watchers; /* all zero until there is a watcher */
  bool caught;       /* the handler is installed */
} gy_listeners;

static gy_lock lock;
static gy_listeners listeners[NSIG]; /* by signal */

static void enter(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  int err = pthread_sigmask(SIG_SETMASK, &all, before);
  GY_CHECK(err == 0);
  gy_lock_acquire(&lock);
}

static void leave(const sigset_t *before) {
  gy_lock_release(&lock);
  int err = pthread_sigmask(SIG_SETMASK, before, NULL);
  GY_CHECK(err == 0);
}

static sigset_t mask_before_fork; /* under the lock */

static void before_fork(void) {
  sigset_t mask;
  enter(&mask);
  mask_before_fork = mask;
}

static void after_fork(void) {
  sigset_t mask = mask_before_fork;
  leave(&mask);
}

static int prepare_error;

static void prepare_once(void) {
  /* Decides now whether the lock may spin, because the handler cannot find out. */
  (void)gy_spin_enabled();
  prepare_error = -pthread_atfork(before_fork, after_fork, after_fork);
}

int gy_signal_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare_once);
  return prepare_error;
}

static void on_signal(int signum);

/* Under the lock. Installs the handler while there are watchers, otherwise restores the default. */
static int settle(int signum) {
  gy_listeners *list = &listeners[signum];
  bool wanted = !gy_queue_empty(&list->watchers);
  if (wanted == list->caught) {
    return 0;
  }
  struct sigaction action = {.sa_handler = wanted ? on_signal : SIG_DFL, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  if (sigaction(signum, &action, NULL) != 0) {
    return -errno;
  }
  list->caught = wanted;
  if (!wanted) {
    gy_watch_signal(signum);
  }
  return 0;
}

static void run(gy_loop *loop, gy_post *post);

/* Whoever counts from 0 to 1 pushes the post. The loop counts back to 0 after the post has left the
 * list. So it is never on the list twice. */
static void count(gy_signal *signal, unsigned times) {
  if (atomic_fetch_add(&signal->caught, times) == 0) {
    signal->post.run = run;
    gy_posts_push(signal->handle.loop, GY_POSTS_LATE, &signal->post);
  }
}

static void on_signal(int signum) {
  int saved = errno;
  if (GY_UNLIKELY(atomic_load_explicit(&gy_trace_wanted, memory_order_relaxed))) {
    gy_trace_put_other(0, 0, gy_trace_what(GY_EVENT_SIGNAL, GY_KIND_SIGNAL, 0, signum));
  }
  gy_lock_acquire(&lock);
  gy_listeners *list = &listeners[signum];
  gy_queue *next;
  for (gy_queue *link = list->watchers.next; link != &list->watchers; link = next) {
    gy_signal *signal = GY_CONTAINER(link, gy_signal, link);
    next = link->next;
    if (signal->once) {
      gy_queue_remove(link);
    }
    count(signal, 1);
  }
  /* If that was the last watcher, the next signal has its default effect at once, however busy the
   * loops are. */
  int err = settle(signum);
  GY_CHECK(err == 0);
  gy_lock_release(&lock);
  errno = saved;
}

int gy_signal_listen(gy_signal *signal, int signum, bool once) {
  if (signum <= 0 || signum >= NSIG) {
    return UV_EINVAL;
  }
  sigset_t before;
  enter(&before);
  gy_listeners *list = &listeners[signum];
  if (list->watchers.next == NULL) {
    gy_queue_init(&list->watchers);
  }
  signal->once = once;
  gy_queue_push_back(&list->watchers, &signal->link);
  int err = settle(signum);
  if (err != 0) {
    gy_queue_remove(&signal->link);
  } else if (signum != signal->heard) {
    signal->due = -(int)atomic_load(&signal->caught);
    signal->heard = (uint8_t)signum;
  }
  leave(&before);
  if (err == 0) {
    signal->signum = signum;
    signal->used = false;
  }
  return err;
}

static void stop_listening(gy_signal *signal) {
  if (signal->signum == 0) {
    return;
  }
  sigset_t before;
  enter(&before);
  gy_queue_remove(&signal->link); /* the handler may have done so already */
  int err = settle(signal->signum);
  leave(&before);
  GY_CHECK(err == 0);
  signal->signum = 0;
}

static void stop(gy_signal *signal) {
  stop_listening(signal);
  gy_handle_stop(&signal->handle);
}

static void call(gy_loop *loop, gy_signal *signal) {
  signal->used = signal->once;
  if (GY_UNLIKELY(gy_choose_on) && signal->signum == SIGCHLD) {
    gy_orders_child_ended(loop);
  }
  if (signal->cb != NULL) {
    GY_CALL(loop, SIGNAL, signal, signal->cb, signal->cb((uv_signal_t *)signal, signal->signum));
  }
  if (signal->used) { /* the callback may have started it again */
    stop(signal);
  }
}

static void run(gy_loop *loop, gy_post *post) {
  gy_signal *signal = GY_CONTAINER(post, gy_signal, post);
  signal->due += (int)atomic_exchange(&signal->caught, 0);
  bool allowed = true; /* the post itself has been counted */
  while (signal->due > 0 && signal->signum != 0 && allowed) {
    signal->due--;
    call(loop, signal);
    allowed = signal->due <= 0 || gy_loop_allow(loop, GYRE_PHASE_POLL);
  }
  if (signal->due > 0) { /* below 0, it counts stale signals in `caught` */
    unsigned left = signal->signum != 0 ? (unsigned)signal->due : 0;
    signal->due = 0;
    if (left > 0) {
      count(signal, left);
    }
  }
}

void gy_signal_init(gy_loop *loop, gy_signal *signal, uv_signal_cb cb) {
  signal->handle.loop = loop;
  signal->handle.flags = 0;
  signal->cb = cb;
  signal->signum = 0;
  atomic_init(&signal->caught, 0);
  gy_queue_init(&signal->link);
  signal->due = 0;
  signal->once = signal->used = false;
  signal->heard = 0;
}

void gy_signal_deliver(gy_signal *signal) { count(signal, 1); }

void gy_signal_end(gy_signal *signal) {
  stop_listening(signal);
  /* Nobody counts any more. */
  if (atomic_load(&signal->caught) > 0) {
    signal->post.run = NULL;
    signal->handle.loop->posts.dropped++;
    atomic_store(&signal->caught, 0);
  }
}

int uv_signal_init(uv_loop_t *loop, uv_signal_t *handle) {
  int err = gy_signal_prepare();
  if (err != 0) {
    return err;
  }
  gy_signal *signal = (gy_signal *)handle;
  gy_signal_init(gy_loop_of(loop), signal, NULL);
  gy_handle_init(gy_loop_of(loop), signal, UV_SIGNAL);
  return 0;
}

static inline __attribute__((always_inline)) int start(gy_signal *signal, uv_signal_cb cb,
                                                       int signum, bool once) {
  if (signal->handle.type != UV_SIGNAL || gy_handle_closing(&signal->handle) || signum == 0) {
    return UV_EINVAL;
  }
  /* Stopping for a moment could miss a signal, so a started watcher stays started; whether it is
   * one-shot does not change either. Programs are used to that. But not if its one delivery has
   * come. */
  bool spent = signal->once && (signal->used || atomic_load(&signal->caught) > 0);
  if (signum == signal->signum && !spent) {
    signal->cb = cb;
    return 0;
  }
  stop(signal);
  int err = gy_signal_listen(signal, signum, once);
  if (err == 0) {
    signal->cb = cb;
    gy_handle_start(&signal->handle);
    GY_SCHEDULE(signal->handle.loop, SIGNAL, signal, signum);
  }
  return err;
}

int uv_signal_start(uv_signal_t *handle, uv_signal_cb signal_cb, int signum) {
  return start((gy_signal *)handle, signal_cb, signum, false);
}

int uv_signal_start_oneshot(uv_signal_t *handle, uv_signal_cb signal_cb, int signum) {
  return start((gy_signal *)handle, signal_cb, signum, true);
}

int uv_signal_stop(uv_signal_t *handle) {
  if (handle->type != UV_SIGNAL) {
    return 0; /* never set up: programs stop everything when they end */
  }
  stop((gy_signal *)handle);
  GY_CANCEL(gy_loop_of(handle->loop), SIGNAL, handle);
  return 0;
}

bool gy_signal_close(gy_handle *handle) {
  gy_signal_end((gy_signal *)handle);
  gy_handle_stop(handle);
  return true;
}

/* What was caught before the fork belongs to the parent; a one-shot watcher keeps waiting. */
void gy_signal_forked(gy_handle *handle) {
  gy_signal *signal = (gy_signal *)handle;
  bool caught = atomic_exchange(&signal->caught, 0) > 0;
  signal->post.run = NULL;
  signal->due = 0;
  int signum = signal->signum;
  if (caught && signal->once && signum != 0) {
    stop_listening(signal);
    int err = gy_signal_listen(signal, signum, true);
    GY_CHECK(err == 0);
  }
}

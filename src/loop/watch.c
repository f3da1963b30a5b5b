/* SPDX-License-Identifier: MIT */
/*
 * The watcher. It writes to the descriptor, not to the stream: the callback that blocks a loop may
 * hold the lock of the stream. It knows that a callback blocks a loop if nothing has ended there
 * since its last checks although the loop does not sleep. So callbacks record no times, and one
 * that never returns is seen as well. Time in which the process was stopped counts as one check.
 */
#include "loop/watch.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "os/environment.h"
#include "os/futex.h"
#include "os/symbols.h"

enum {
  LOOKS = 8, /* without a change mean that a callback blocks the loop */
  LATE = 3,  /* times the threshold: then a stack of the runtime is not waited for */
  TRIES = 40,
  FRAMES_SHOWN = 8,
  HELD = 1 << 16, /* in gy_watch.running, beside a count */
  LINE_ROOM = 2000
};
#define NS_PER_S UINT64_C(1000000000)
#define TRY_AGAIN_NS 50000
#define ANSWER_NS (UINT64_C(300) * 1000 * 1000) /* a loop that has not answered by then is busy */

static const gyre_runtime_hooks no_hooks;

static struct {
  pthread_mutex_t lock; /* for all below but `call` and `signals` */
  gy_watch *watches;
  bool started;
  uint64_t interval_ns;     /* between checks; 0: there is nothing to check */
  _Atomic uint32_t call;    /* something has changed */
  _Atomic uint32_t signals; /* a bit for each that was caught */
  atomic_bool why;          /* signals are handled */
} watcher = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void call_watcher(void) {
  atomic_fetch_add(&watcher.call, 1);
  gy_futex_wake(&watcher.call, 1);
}

/* ---- What blocks a loop ---- */

static void print_held(const gy_watch *watch, const char *stack) {
  uint64_t held_ms = (gy_clock_ns() - watch->since_ns) / GY_NS_PER_MS;
  dprintf(STDERR_FILENO, "gyre: a callback has held the loop for %llu ms: %s\n",
          (unsigned long long)held_ms, stack);
}

/* True for the first to report the callback number BEATS. */
static bool claim(gy_watch *watch, unsigned beats) {
  unsigned before = atomic_load(&watch->told);
  return before != beats + 1 && atomic_compare_exchange_strong(&watch->told, &before, beats + 1);
}

/* The stack from when the callback had just become too long. */
static void print_native(gy_watch *watch) {
  char line[LINE_ROOM];
  int used = 0;
  if (watch->inside != NULL) {
    used = snprintf(line, sizeof(line) / 2, "inside %s; ", watch->inside);
    used = used < (int)sizeof(line) / 2 ? used : (int)sizeof(line) / 2 - 1;
  }
  gy_symbol_line(watch->sample.frames, watch->sample.count, FRAMES_SHOWN, line + used,
                 sizeof(line) - (size_t)used);
  print_held(watch, line);
}

static int32_t runtime_beats(const gy_watch *watch) {
  return watch->hooks->beats == NULL ? 0 : *watch->hooks->beats;
}

/* The same callback runs as in the watcher's last check. */
static bool is_same(gy_watch *watch) {
  return atomic_load(&watch->beats) == watch->seen && runtime_beats(watch) == watch->seen_runtime;
}

/* A runtime can be interrupted only at certain moments: some attempts, a little apart. */
static void try_interrupt(gy_watch *watch, gy_sample *sample) {
  struct timespec pause = {.tv_nsec = TRY_AGAIN_NS};
  if (watch->hooks->ask != NULL) {
    watch->hooks->ask();
  }
  for (int i = 0; i < TRIES && !sample->promised && is_same(watch); i++) {
    nanosleep(&pause, NULL);
    gy_sample_interrupt(atomic_load(&watch->thread), watch->hooks, sample);
  }
}

static void report_held(gy_watch *watch) {
  const gyre_runtime_hooks *hooks = watch->hooks;
  uint64_t held_ns = gy_clock_ns() - watch->since_ns;
  bool is_late = held_ns >= LATE * watch->threshold_ms * GY_NS_PER_MS;
  if (watch->same == LOOKS) {
    watch->inside = hooks->inside == NULL ? NULL : hooks->inside();
    if (!gy_sample_take(atomic_load(&watch->thread), hooks, &watch->sample)) {
      watch->sample = (gy_sample){.count = 0};
    }
  }
  if (hooks->interrupt != NULL && !watch->sample.promised) {
    try_interrupt(watch, &watch->sample); /* once it has promised, asking again would delay it */
  }
  if ((hooks->interrupt == NULL || is_late) && claim(watch, watch->seen)) {
    print_native(watch);
  }
}

static bool is_busy(gy_watch *watch) {
  unsigned running = atomic_load(&watch->running);
  return running >= HELD || (running > 0 && atomic_load(&watch->loop->shared.sleeping) == GY_AWAKE);
}

static void look(gy_watch *watch) {
  unsigned beats = watch->seen;
  if (!is_busy(watch) || !is_same(watch)) {
    if (watch->same >= LOOKS && claim(watch, watch->seen)) {
      print_native(watch); /* no stack of the runtime came before its end */
    }
    beats = watch->seen = atomic_load(&watch->beats);
    watch->seen_runtime = runtime_beats(watch);
    watch->same = 0;
    atomic_store(&watch->told, beats);
    watch->since_ns = gy_clock_ns();
    return;
  }
  if (++watch->same >= LOOKS && atomic_load(&watch->told) != beats + 1) {
    report_held(watch);
  }
}

void gyre_block_report(uv_loop_t *storage, const char *stack) {
  gy_watch *watch = gy_loop_of(storage)->watch;
  if (watch == NULL) {
    return;
  }
  pthread_mutex_lock(&watcher.lock);
  if (watch->same >= LOOKS && is_same(watch) && claim(watch, watch->seen)) {
    print_held(watch, stack);
  }
  pthread_mutex_unlock(&watcher.lock);
}

/* ---- What keeps loops alive ---- */

static void print_alive(gy_loop *loop, gy_post *post) {
  gy_watch *watch = GY_CONTAINER(post, gy_watch, post);
  if (watch->hooks->print_alive != NULL) {
    watch->hooks->print_alive((uv_loop_t *)loop);
  } else {
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream != NULL) {
      gyre_print_alive((uv_loop_t *)loop, stream);
      fclose(stream);
      dprintf(STDERR_FILENO, "%s", text);
      free(text);
    }
  }
  atomic_store(&watch->asked, 0);
  call_watcher();
}

static void ask(void) {
  pthread_mutex_lock(&watcher.lock);
  for (gy_watch *watch = watcher.watches; watch != NULL; watch = watch->next) {
    if (watch->why && atomic_exchange(&watch->asked, 1) == 0) {
      watch->post.run = print_alive;
      gy_posts_push(watch->loop, GY_POSTS_LATE, &watch->post);
    }
  }
  pthread_mutex_unlock(&watcher.lock);
}

static bool is_waiting(void) {
  bool waiting = false;
  for (gy_watch *watch = watcher.watches; watch != NULL; watch = watch->next) {
    waiting |= atomic_load(&watch->asked) != 0;
  }
  return waiting;
}

static void await_answers(void) {
  struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
  uint64_t start_ns = gy_clock_ns();
  bool waiting = true;
  while (waiting && gy_clock_ns() - start_ns < ANSWER_NS) {
    uint32_t call = atomic_load(&watcher.call);
    pthread_mutex_lock(&watcher.lock);
    waiting = is_waiting();
    pthread_mutex_unlock(&watcher.lock);
    if (waiting) {
      gy_futex_wait(&watcher.call, call, &pause);
    }
  }
}

/* For loops that do not answer: what they are doing instead. */
static void print_silent(void) {
  char line[LINE_ROOM];
  gy_sample sample;
  pthread_mutex_lock(&watcher.lock);
  for (gy_watch *watch = watcher.watches; watch != NULL; watch = watch->next) {
    if (atomic_load(&watch->asked) == 0) {
      continue;
    }
    int thread = atomic_load(&watch->thread);
    if (thread == 0 || !gy_sample_take(thread, &no_hooks, &sample)) {
      sample.count = 0;
    }
    gy_symbol_line(sample.frames, sample.count, FRAMES_SHOWN, line, sizeof(line));
    dprintf(STDERR_FILENO, "gyre: a loop does not respond; its thread is at: %s\n", line);
  }
  pthread_mutex_unlock(&watcher.lock);
}

static void end_by(int signum) {
  (void)gyre_trace_stop(NULL); /* the trace's own handler was replaced by ours */
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(signum, &action, NULL);
  kill(getpid(), signum);
}

static void answer(uint32_t signals) {
  ask();
  await_answers();
  print_silent();
  if ((signals & 1u << SIGINT) != 0) {
    end_by(SIGINT);
  }
}

static void on_signal(int signum) {
  int saved = errno;
  atomic_fetch_or(&watcher.signals, 1u << signum);
  call_watcher();
  errno = saved;
}

void gy_watch_signal(int signum) {
  struct sigaction before;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  if ((signum != SIGUSR2 && signum != SIGINT) || !atomic_load(&watcher.why)) {
    return;
  }
  if (signum == SIGINT) {
    action.sa_flags |= (int)SA_RESETHAND; /* a second Ctrl-C ends it at once */
  }
  if (sigaction(signum, NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
    sigaction(signum, &action, NULL);
  }
}

/* ---- The thread ---- */

static void look_at_all(void) {
  pthread_mutex_lock(&watcher.lock);
  for (gy_watch *watch = watcher.watches; watch != NULL; watch = watch->next) {
    if (watch->threshold_ms > 0) {
      look(watch);
    }
  }
  pthread_mutex_unlock(&watcher.lock);
}

static void *run(void *unused) {
  (void)unused;
  uv_thread_setname("gyre watcher");
  for (;;) {
    uint32_t call = atomic_load(&watcher.call);
    uint32_t signals = atomic_exchange(&watcher.signals, 0);
    if (signals != 0) {
      answer(signals);
      continue;
    }
    pthread_mutex_lock(&watcher.lock);
    uint64_t interval_ns = watcher.interval_ns;
    pthread_mutex_unlock(&watcher.lock);
    struct timespec pause = {.tv_sec = (time_t)(interval_ns / NS_PER_S),
                             .tv_nsec = (long)(interval_ns % NS_PER_S)};
    int result = gy_futex_wait(&watcher.call, call, interval_ns == 0 ? NULL : &pause);
    if (result == -ETIMEDOUT) {
      look_at_all();
    }
  }
  return NULL;
}

/* Under the lock. Signals are for the program's own threads. */
static int start_thread(void) {
  if (watcher.started) {
    return 0;
  }
  sigset_t all;
  sigset_t before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int err = -pthread_create(&thread, NULL, run, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (err == 0) {
    pthread_detach(thread);
    watcher.started = true;
  }
  return err;
}

/* Under the lock: as often as the lowest threshold needs. */
static void set_interval(void) {
  uint64_t lowest_ms = 0;
  for (const gy_watch *watch = watcher.watches; watch != NULL; watch = watch->next) {
    if (watch->threshold_ms > 0 && (lowest_ms == 0 || watch->threshold_ms < lowest_ms)) {
      lowest_ms = watch->threshold_ms;
    }
  }
  watcher.interval_ns = lowest_ms * GY_NS_PER_MS / LOOKS;
  call_watcher();
}

/* Under the lock. */
static gy_watch *watch_of(gy_loop *loop) {
  if (loop->watch == NULL) {
    gy_watch *watch = gy_alloc_zeroed(1, sizeof(*watch));
    if (watch == NULL) {
      return NULL;
    }
    watch->loop = loop;
    watch->hooks = &no_hooks;
    watch->next = watcher.watches;
    watcher.watches = watch;
    loop->watch = watch;
    loop->turn_due |= GY_TURN_TASKS; /* so that beats are counted */
  }
  return loop->watch;
}

static int begin(gy_loop *loop, bool why, unsigned threshold_ms) {
  pthread_mutex_lock(&watcher.lock);
  gy_watch *watch = watch_of(loop);
  int err = watch == NULL ? UV_ENOMEM : start_thread();
  if (err == 0) {
    watch->why |= why;
    watch->threshold_ms = threshold_ms;
    set_interval();
  }
  pthread_mutex_unlock(&watcher.lock);
  return err;
}

int gyre_why(uv_loop_t *loop) {
  const gy_watch *watch = gy_loop_of(loop)->watch;
  int err = begin(gy_loop_of(loop), true, watch == NULL ? 0 : watch->threshold_ms);
  if (err == 0) {
    gy_sites_start();
    atomic_store(&watcher.why, true);
    gy_watch_signal(SIGUSR2);
    gy_watch_signal(SIGINT);
  }
  return err;
}

int gyre_block_threshold(uv_loop_t *loop, unsigned int threshold_ms) {
  return begin(gy_loop_of(loop), false, threshold_ms);
}

void gyre_set_runtime(uv_loop_t *storage, const gyre_runtime_hooks *hooks) {
  gy_sites_set_teller(hooks->site);
  pthread_mutex_lock(&watcher.lock);
  if (gy_loop_of(storage)->watch != NULL) {
    gy_loop_of(storage)->watch->hooks = hooks;
  }
  pthread_mutex_unlock(&watcher.lock);
}

static void heed_threshold(gy_loop *loop, const char *text) {
  char *end;
  long threshold_ms = strtol(text, &end, 10);
  if (*end != 0 || threshold_ms < 1 || threshold_ms >= INT32_MAX) {
    fprintf(stderr, "gyre: GYRE_BLOCK_THRESHOLD is \"%s\", not a number of milliseconds\n", text);
    return;
  }
  (void)gyre_block_threshold((uv_loop_t *)loop, (unsigned)threshold_ms);
}

void gy_watch_open(gy_loop *loop) {
  const char *why = gy_environment_get("GYRE_WHY");
  const char *threshold = gy_environment_get("GYRE_BLOCK_THRESHOLD");
  if (threshold != NULL && threshold[0] != 0) {
    heed_threshold(loop, threshold);
  }
  if (why != NULL && why[0] != 0 && strcmp(why, "0") != 0) {
    (void)gyre_why((uv_loop_t *)loop);
  }
}

void gy_watch_close(gy_loop *loop) {
  gy_watch *watch = loop->watch;
  if (watch == NULL) {
    return;
  }
  pthread_mutex_lock(&watcher.lock);
  gy_watch **link = &watcher.watches;
  while (*link != watch) {
    link = &(*link)->next;
  }
  *link = watch->next;
  set_interval();
  pthread_mutex_unlock(&watcher.lock);
  loop->watch = NULL;
  gy_free(watch);
}

/* A lock that a vanished thread may have held is free. */
void gy_watch_forked(gy_loop *loop) {
  if (loop->watch == NULL) {
    return;
  }
  pthread_mutex_init(&watcher.lock, NULL);
  pthread_mutex_lock(&watcher.lock);
  watcher.started = false;
  (void)start_thread();
  pthread_mutex_unlock(&watcher.lock);
}

void gy_watch_enter(gy_watch *watch) {
  atomic_store(&watch->thread, (int)syscall(SYS_gettid));
  gy_watch_beat(watch);
  atomic_fetch_add(&watch->running, 1);
}

void gy_watch_leave(gy_watch *watch) { atomic_fetch_sub(&watch->running, 1); }

void gyre_block_hold(uv_loop_t *storage, int held) {
  gy_watch *watch = gy_loop_of(storage)->watch;
  if (watch == NULL) {
    return;
  }
  gy_watch_beat(watch);
  if (held) {
    atomic_store(&watch->thread, (int)syscall(SYS_gettid));
    atomic_fetch_or(&watch->running, HELD);
  } else {
    atomic_fetch_and(&watch->running, ~(unsigned)HELD);
  }
}

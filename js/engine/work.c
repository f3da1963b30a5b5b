/* SPDX-License-Identifier: MIT */
/* The engine's own work on its thread: what WebAssembly has compiled, finalizers of a
 * FinalizationRegistry, and by timers the collection and sweeping of garbage when nothing else is
 * to be done. The engine posts that to the GLib context that is the thread's default when the first
 * JavaScript context is made. So a GLib context of our own is pushed before, and the loop watches
 * the descriptor by which GLib is woken, and has a timer for the first of GLib's: an idle loop
 * stays asleep.
 *
 * The timers wait while the thread is busy: then garbage is collected because memory is asked for,
 * and collections in between would only make the program slower. */
#include <fcntl.h>
#include <gyre.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "engine/api.h"
#include "engine/api_glib.h"
#include "engine/engine.h"
#include "engine/rooms.h"

#define SPARE 8            /* descriptors that others may want at the same time */
#define BUSY_SHARE 2       /* a thread that ran for this fraction of the time is busy */
#define BUSY_MS 1000       /* and is checked again after this long */
#define TRIM_MS 10000      /* between two times that free memory is handed back */
#define WORTH_NS 100000000 /* that the thread ran for: then there may be garbage */
#define HINTS 5            /* each says that a tenth of the heap may be garbage */

typedef struct {
  GMainContext *glib;
  uv_poll_t poll;
  uv_timer_t timer;
  uint64_t set_ns, set_cpu_ns; /* when the timer was set */
  uint64_t trimmed_ms;
  uint64_t own_cpu_ns;  /* used for the engine's work */
  uint64_t told_cpu_ns; /* used by the program when the engine was last told of garbage */
  gj_context js;
  bool trim_due;
  int holders;
  void (*done)(void);
} gj_engine_work;

static _Thread_local gj_engine_work work;

static void on_timer(uv_timer_t *timer);

static uint64_t cpu_ns(void) {
  struct timespec used = {0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

/* Not where time is virtual: GLib's is real, and the loop would come again and again. */
static void start_timer(uint64_t timeout_ms) {
  if (gyre_is_virtual(work.timer.loop)) {
    return;
  }
  work.set_ns = uv_hrtime();
  work.set_cpu_ns = cpu_ns();
  uv_timer_start(&work.timer, on_timer, timeout_ms, 0);
}

/* Finds when GLib's first timer is due, and by which descriptor GLib is woken; how many there are.
 * The descriptor tells that there is work or a new timer, not that a timer's time has come. */
static int follow_glib(GPollFD *wake) {
  gint timeout_ms = -1;
  g_main_context_acquire(work.glib);
  g_main_context_prepare(work.glib, NULL);
  gint count = g_main_context_query(work.glib, G_MAXINT, &timeout_ms, wake, 1);
  g_main_context_release(work.glib);
  if (timeout_ms >= 0) {
    start_timer((uint64_t)timeout_ms);
  } else if (!work.trim_due) {
    uv_timer_stop(&work.timer);
  }
  return count;
}

/* The engine plans a full collection by what was allocated since the last one. Of old objects that
 * are dropped when a server has lost its clients it does not know: it has to be told, once, when
 * all it had planned is done. It answers with a timer. */
static void clean_up(void) {
  uint64_t used_ns = cpu_ns() - work.own_cpu_ns;
  if (used_ns - work.told_cpu_ns >= WORTH_NS) {
    work.told_cpu_ns = used_ns;
    for (int i = 0; i < HINTS; i++) {
      JSGarbageCollect(work.js);
    }
  }
}

static void run_glib(void) {
  GPollFD wake;
  uint64_t before_ns = cpu_ns();
  while (g_main_context_iteration(work.glib, FALSE)) {
  }
  work.own_cpu_ns += cpu_ns() - before_ns;
  follow_glib(&wake);
  work.done();
}

/* What collected objects had allocated lies in holes between what is in use, and the C library
 * keeps those for good unless it is asked. */
static void hand_back(void) {
#ifdef __GLIBC__
  uint64_t since_ms = uv_now(work.timer.loop) - work.trimmed_ms;
  work.trim_due = since_ms < TRIM_MS;
  if (!work.trim_due) {
    work.trimmed_ms = uv_now(work.timer.loop);
    gj_rooms_free();
    malloc_trim(0);
  } else if (!uv_is_active((uv_handle_t *)&work.timer)) {
    start_timer(TRIM_MS - since_ms);
  }
#endif
}

static void on_timer(uv_timer_t *timer) {
  (void)timer;
  if ((cpu_ns() - work.set_cpu_ns) * BUSY_SHARE > uv_hrtime() - work.set_ns) {
    start_timer(BUSY_MS);
    return;
  }
  run_glib();
  if (!uv_is_active((uv_handle_t *)&work.timer)) {
    clean_up();
  }
  hand_back();
}

static void on_glib_ready(uv_poll_t *poll, int status, int events) {
  (void)poll;
  (void)status;
  (void)events;
  run_glib();
}

/* GLib ends the process where it has no descriptor for a context; a worker is to fail alone. */
bool gj_engine_work_prepare(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  int fds[SPARE];
  int count = 0;
  while (count < SPARE && (fds[count] = fcntl(0, F_DUPFD_CLOEXEC, 3)) >= 0) {
    count++;
  }
  bool enough = count == SPARE;
  while (count > 0) {
    close(fds[--count]);
  }
  if (enough) {
    work.glib = g_main_context_new();
  }
  pthread_mutex_unlock(&lock);
  return enough;
}

void gj_engine_work_open(void) {
  if (work.glib == NULL) {
    work.glib = g_main_context_new();
  }
  g_main_context_push_thread_default(work.glib);
}

void gj_engine_work_close(void) {
  g_main_context_pop_thread_default(work.glib);
  g_main_context_unref(work.glib);
  work.glib = NULL;
}

struct uv_handle_s *gj_engine_work_handle(int index) {
  uv_handle_t *handles[] = {(uv_handle_t *)&work.poll, (uv_handle_t *)&work.timer};
  return handles[index];
}

void gj_engine_work_hold(int change) {
  work.holders += change;
  (work.holders > 0 ? uv_ref : uv_unref)((uv_handle_t *)&work.poll);
}

void gj_engine_work_start(gj_context js, struct uv_loop_s *loop, void (*done)(void)) {
  GPollFD wake;
  work.js = js;
  uv_timer_init(loop, &work.timer);
  uv_unref((uv_handle_t *)&work.timer);
  int err = follow_glib(&wake) < 1 ? UV_EBADF : uv_poll_init(loop, &work.poll, wake.fd);
  if (err == 0) {
    err = uv_poll_start(&work.poll, UV_READABLE, on_glib_ready);
  }
  if (err != 0) { /* GLib has such a descriptor in every context */
    fprintf(stderr, "gyre: cannot watch the engine's work: %s\n", uv_strerror(err));
    exit(1);
  }
  work.done = done;
  uv_unref((uv_handle_t *)&work.poll);
}

void gj_engine_work_stop(void) {
  uv_close((uv_handle_t *)&work.poll, NULL);
  uv_close((uv_handle_t *)&work.timer, NULL);
}

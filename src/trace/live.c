/* SPDX-License-Identifier: MIT */
/*
 * The thread of the live page: see live.h. It reads the rings without ever making a writer wait, so
 * the loops' threads do not notice it, whoever connects.
 */
#include "trace/live.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/environment.h"
#include "trace/feed.h"
#include "trace/http.h"
#include "trace/page.h"
#include "trace/roster.h"
#include "trace/trace.h"

#define MARKER "<!--TRACE-->"
#define TAKE_MS 100 /* rings are read this often; figures every second time */
#define FAREWELL_NS (UINT64_C(1000) * GY_CLOCK_NS_PER_MS)
#define NICE 2 /* with only one processor, the program comes first */

static struct {
  pthread_mutex_t lock; /* for starting */
  gy_http *http;
  gy_feed *feed;      /* NULL until somebody watches */
  atomic_int process; /* that has the thread; 0: none */
  atomic_bool is_ending;
  atomic_int ended; /* readable when the thread is done */
  uint64_t take_ns; /* when rings are read next */
  bool figures_due;
} live = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = -1};

/* ---- What is served ---------------------------------------------------------------------------
 */

static unsigned on_page(void *context, gy_http_piece *pieces) {
  static const char trace[] =
      "<script id=\"trace\" type=\"application/json\">{\"live\":true}</script>";
  (void)context;
  const char *end = gy_page_text + gy_page_size();
  const char *marker = memmem(gy_page_text, gy_page_size(), MARKER, strlen(MARKER));
  const char *rest = marker == NULL ? end : marker + strlen(MARKER);
  pieces[0] =
      (gy_http_piece){gy_page_text, (size_t)((marker == NULL ? end : marker) - gy_page_text)};
  pieces[1] = (gy_http_piece){trace, sizeof(trace) - 1};
  pieces[2] = (gy_http_piece){rest, (size_t)(end - rest)};
  return 3;
}

static void *on_open(void *context, uint64_t after) {
  (void)context;
  if (live.feed == NULL) {
    live.feed = gy_feed_new();
  }
  if (live.feed == NULL) {
    return NULL;
  }
  if (gy_http_streams(live.http) == 0) {
    gy_feed_take(live.feed);
    gy_feed_skip_figures(live.feed);
    live.take_ns = gy_clock_ns();
  }
  return gy_feed_open(live.feed, after);
}

static gy_http_piece on_more(void *context, void *stream, bool *last) {
  (void)context;
  gy_http_piece piece = {NULL, 0};
  piece.size = gy_feed_next(live.feed, stream, &piece.bytes, last);
  return piece;
}

static void on_close(void *context, void *stream) {
  (void)context;
  gy_feed_close(live.feed, stream);
}

/* ---- The thread -------------------------------------------------------------------------------
 */

/* Reads the rings if it is time. Returns how many milliseconds until the next time. */
static int take(void) {
  if (gy_http_streams(live.http) == 0) {
    return -1;
  }
  uint64_t now_ns = gy_clock_ns();
  if (now_ns >= live.take_ns) {
    live.take_ns = now_ns + TAKE_MS * GY_CLOCK_NS_PER_MS;
    gy_feed_take(live.feed);
    if (live.figures_due) {
      gy_feed_figures(live.feed);
    }
    live.figures_due = !live.figures_due;
    return 0; /* so that viewers are told */
  }
  return (int)((live.take_ns - now_ns) / GY_CLOCK_NS_PER_MS) + 1;
}

static void say_farewell(void) {
  uint64_t until_ns = gy_clock_ns() + FAREWELL_NS;
  gy_http_finish(live.http);
  if (gy_http_streams(live.http) > 0) {
    gy_feed_end(live.feed);
    gy_feed_figures(live.feed);
  }
  while (gy_http_streams(live.http) > 0 && gy_clock_ns() < until_ns &&
         gy_http_wait(live.http, 10) == 0) {
  }
}

static void *serve(void *unused) {
  (void)unused;
  uv_thread_setname("gyre live");
  setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
  while (!atomic_load(&live.is_ending) && gy_http_wait(live.http, take()) == 0) {
  }
  say_farewell();
  gy_http_end(live.http); /* no more than that: another thread may be about to wake it */
  uint64_t one = 1;
  ssize_t written = write(live.ended, &one, sizeof(one));
  (void)written; /* nobody may be waiting any more */
  return NULL;
}

static int start_thread(void) {
  sigset_t all;
  sigset_t before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int err = -pthread_create(&thread, NULL, serve, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (err == 0) {
    pthread_detach(thread);
  }
  return err;
}

/* ---- Beginning and end ------------------------------------------------------------------------
 */

/* The child has no thread, and must not hold connections open. */
static void after_fork(void) {
  pthread_mutex_init(&live.lock, NULL);
  gy_roster_lock = (gy_lock){0};
  if (atomic_exchange(&live.process, 0) != 0) {
    gy_http_forked(live.http);
    close(atomic_exchange(&live.ended, -1));
  }
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, after_fork); }

static void say_where(void) {
  char text[128];
  int size = snprintf(text, sizeof(text), "gyre: live page at http://127.0.0.1:%d/%s/\n",
                      gy_http_port(live.http), gy_http_token(live.http));
  ssize_t written = write(STDERR_FILENO, text, (size_t)size);
  (void)written; /* there is nobody else to tell */
}

/* Under the lock. */
static int start(int port) {
  static const gy_http_server server = {on_page, on_open, on_more, on_close, NULL};
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (atomic_load(&live.process) != 0) {
    return UV_EALREADY;
  }
  int err = gy_http_open(&live.http, &server, port);
  if (err != 0) {
    return err;
  }
  live.ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  err = live.ended < 0 ? -errno : gy_trace_record_begin();
  if (err == 0) {
    say_where(); /* before the thread can close the descriptor */
    err = start_thread();
  }
  if (err != 0) {
    gy_http_close(live.http);
    return err;
  }
  pthread_once(&once, watch_forks);
  gy_trace_watch_signals();
  atomic_store(&live.process, (int)getpid());
  return 0;
}

int gy_live_start(int port) {
  pthread_mutex_lock(&live.lock);
  int err = start(port);
  pthread_mutex_unlock(&live.lock);
  return err;
}

void gy_live_end(void) {
  int self = (int)getpid();
  if (!atomic_compare_exchange_strong(&live.process, &self, 0)) {
    return;
  }
  atomic_store(&live.is_ending, true);
  gy_http_wake(live.http);
  struct pollfd ended = {.fd = live.ended, .events = POLLIN};
  poll(&ended, 1, (int)(3 * FAREWELL_NS / 2 / GY_CLOCK_NS_PER_MS));
}

__attribute__((destructor)) static void at_exit(void) { gy_live_end(); }

/* -1: not a number, or out of bounds. Empty: any port. */
static int parse_port(const char *text) {
  char *end;
  long port = strtol(text, &end, 10);
  bool is_number = text[0] >= '0' && text[0] <= '9' && *end == '\0';
  return text[0] == '\0' ? 0 : !is_number || port > 65535 ? -1 : (int)port;
}

void gy_live_heed_environment(void) {
  const char *text = gy_environment_get("GYRE_LIVE");
  if (text == NULL) {
    return;
  }
  int port = parse_port(text);
  if (port < 0) {
    fprintf(stderr, "gyre: GYRE_LIVE is \"%s\", not a port; there is no live page\n", text);
    return;
  }
  int err = gy_live_start(port);
  if (err != 0) {
    char why[64];
    fprintf(stderr, "gyre: no live page on port %d: %s\n", port,
            uv_strerror_r(err, why, sizeof(why)));
  }
  setenv("GYRE_LIVE", "0", 1); /* for programs that this one starts: the port is in use */
}

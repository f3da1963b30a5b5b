/* SPDX-License-Identifier: MIT */
#include "bind/watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "engine/memory.h"

#define AGAIN_MS 10

struct gj_watchdog {
  gj_context js;
  pthread_t thread;
  uv_loop_t loop;
  uv_timer_t timer;
  uv_signal_t sigint;
  uv_async_t done;
  gj_ended ended; /* read when the thread is gone */
};

static void on_timer(uv_timer_t *timer);

/* Again and again: what ends a script is lost if C was asked something of the engine just then. */
static void end(gj_watchdog *watchdog, gj_ended how) {
  if (watchdog->ended == GJ_NOT_ENDED) {
    watchdog->ended = how;
    uv_timer_start(&watchdog->timer, on_timer, AGAIN_MS, AGAIN_MS);
  }
  gj_stop_script(watchdog->js);
}

static void on_timer(uv_timer_t *timer) { end(timer->data, GJ_TIME_OVER); }

static void on_sigint(uv_signal_t *sigint, int number) {
  (void)number;
  end(sigint->data, GJ_INTERRUPTED);
}

static void on_done(uv_async_t *done) {
  gj_watchdog *watchdog = done->data;
  uv_close((uv_handle_t *)&watchdog->timer, NULL);
  uv_close((uv_handle_t *)&watchdog->sigint, NULL);
  uv_close((uv_handle_t *)&watchdog->done, NULL);
}

static void *run(void *arg) {
  gj_watchdog *watchdog = arg;
  uv_run(&watchdog->loop, UV_RUN_DEFAULT);
  return NULL;
}

static bool open_handles(gj_watchdog *watchdog) {
  uv_timer_init(&watchdog->loop, &watchdog->timer);
  watchdog->timer.data = watchdog->sigint.data = watchdog->done.data = watchdog;
  if (uv_signal_init(&watchdog->loop, &watchdog->sigint) != 0) {
    uv_close((uv_handle_t *)&watchdog->timer, NULL);
    return false;
  }
  if (uv_async_init(&watchdog->loop, &watchdog->done, on_done) != 0) {
    uv_close((uv_handle_t *)&watchdog->timer, NULL);
    uv_close((uv_handle_t *)&watchdog->sigint, NULL);
    return false;
  }
  return true;
}

static void close_loop(gj_watchdog *watchdog) {
  uv_run(&watchdog->loop, UV_RUN_DEFAULT);
  uv_loop_close(&watchdog->loop);
  free(watchdog);
}

gj_watchdog *gj_watchdog_start(gj_context js, uint64_t limit_ms, bool catches_sigint) {
  gj_watchdog *watchdog = gj_memory_new(sizeof(*watchdog), "a watchdog");
  watchdog->js = js;
  if (uv_loop_init(&watchdog->loop) != 0) {
    free(watchdog);
    return NULL;
  }
  if (!open_handles(watchdog)) {
    close_loop(watchdog);
    return NULL;
  }
  if (limit_ms > 0) {
    uv_timer_start(&watchdog->timer, on_timer, limit_ms, 0);
  }
  if (catches_sigint) {
    uv_signal_start(&watchdog->sigint, on_sigint, SIGINT);
  }
  if (pthread_create(&watchdog->thread, NULL, run, watchdog) != 0) {
    on_done(&watchdog->done);
    close_loop(watchdog);
    return NULL;
  }
  return watchdog;
}

gj_ended gj_watchdog_stop(gj_watchdog *watchdog) {
  uv_async_send(&watchdog->done);
  pthread_join(watchdog->thread, NULL);
  gj_ended ended = watchdog->ended;
  close_loop(watchdog);
  return ended;
}

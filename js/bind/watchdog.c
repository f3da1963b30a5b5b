/* SPDX-License-Identifier: MIT */
#include "bind/watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "engine/memory.h"

#define AGAIN_MS 10

struct gy_watchdog {
  gy_context js;
  pthread_t thread;
  uv_loop_t loop;
  uv_timer_t timer;
  uv_signal_t sigint;
  uv_async_t done;
  gy_ended ended; /* read when the thread is gone */
};

static void on_timer(uv_timer_t *timer);

/* Again and again: what ends a script is lost if C was asked something of the engine just then. */
static void end(gy_watchdog *watchdog, gy_ended how) {
  if (watchdog->ended == GY_NOT_ENDED) {
    watchdog->ended = how;
    uv_timer_start(&watchdog->timer, on_timer, AGAIN_MS, AGAIN_MS);
  }
  gy_stop_script(watchdog->js);
}

static void on_timer(uv_timer_t *timer) { end(timer->data, GY_TIME_OVER); }

static void on_sigint(uv_signal_t *sigint, int number) {
  (void)number;
  end(sigint->data, GY_INTERRUPTED);
}

static void on_done(uv_async_t *done) {
  gy_watchdog *watchdog = done->data;
  uv_close((uv_handle_t *)&watchdog->timer, NULL);
  uv_close((uv_handle_t *)&watchdog->sigint, NULL);
  uv_close((uv_handle_t *)&watchdog->done, NULL);
}

static void *run(void *arg) {
  gy_watchdog *watchdog = arg;
  uv_run(&watchdog->loop, UV_RUN_DEFAULT);
  return NULL;
}

static bool open_handles(gy_watchdog *watchdog) {
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

static void close_loop(gy_watchdog *watchdog) {
  uv_run(&watchdog->loop, UV_RUN_DEFAULT);
  uv_loop_close(&watchdog->loop);
  free(watchdog);
}

gy_watchdog *gy_watchdog_start(gy_context js, uint64_t limit_ms, bool catches_sigint) {
  gy_watchdog *watchdog = gy_memory_new(sizeof(*watchdog), "a watchdog");
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

gy_ended gy_watchdog_stop(gy_watchdog *watchdog) {
  uv_async_send(&watchdog->done);
  pthread_join(watchdog->thread, NULL);
  gy_ended ended = watchdog->ended;
  close_loop(watchdog);
  return ended;
}

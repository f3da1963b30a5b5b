/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of this folder: a loop on the simulated backend, handles that have names, and
 * a line of text that logs the order of events.
 *
 *   open_loop();
 *   make_timer(&t, "T");                 its callbacks log "T"
 *   uv_timer_start(&t, on_timer, 5, 0);
 *   run(UV_RUN_DEFAULT);
 *   SAID("T@5");                         checks the log and clears it
 */
#ifndef GY_TEST_SIM_LOOP_H
#define GY_TEST_SIM_LOOP_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "check.h"
#include "gyre.h"
#include "io/sim.h"
#include "loop/call.h"
#include "loop/loop.h"
#include "said.h"

static gy_sim sim;
static uv_loop_t loop;

/* Milliseconds since the loop's clock began. */
__attribute__((unused)) static long now(void) {
  return (long)(uv_now(&loop) - GY_SIM_START_NS / GY_SIM_MS);
}

__attribute__((unused)) static void open_loop(void) {
  gy_sim_init(&sim);
  gy_io io = gy_sim_io(&sim);
  CHECK_EQ(gy_loop_open(&loop, &io), 0);
}

__attribute__((unused)) static void close_loop(void) { CHECK_EQ(uv_loop_close(&loop), 0); }

__attribute__((unused)) static int run(uv_run_mode mode) { return uv_run(&loop, mode); }

/* Lets closing handles finish. Then it must be possible to close the loop. */
__attribute__((unused)) static void finish_loop(void) {
  CHECK_EQ(run(UV_RUN_DEFAULT), 0);
  close_loop();
}

/* What a handle does besides logging its name. */
typedef void deed(void *handle);

typedef struct {
  const char *name;
  deed *then;
} named;

__attribute__((unused)) static void called(void *handle) {
  const named *n = uv_handle_get_data(handle);
  say("%s", n->name);
  if (n->then != NULL) {
    n->then(handle);
  }
}

__attribute__((unused)) static void on_timer(uv_timer_t *h) { called(h); }
__attribute__((unused)) static void on_idle(uv_idle_t *h) { called(h); }
__attribute__((unused)) static void on_prepare(uv_prepare_t *h) { called(h); }
__attribute__((unused)) static void on_check(uv_check_t *h) { called(h); }
__attribute__((unused)) static void on_async(uv_async_t *h) { called(h); }

__attribute__((unused)) static void on_closed(uv_handle_t *h) {
  const named *n = h->data;
  say("%s-closed", n->name);
}

__attribute__((unused)) static void on_poll(uv_poll_t *h, int status, int events) {
  if (status != 0) {
    say("%s", uv_err_name(status));
  }
  (void)events;
  called(h);
}

/* A poll handle needs a descriptor that exists; the backend knows only the number. */
__attribute__((unused)) static void open_fd(int fd) {
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  CHECK(null >= 0 && null < fd);
  CHECK_EQ(dup2(null, fd), fd);
  close(null);
}

__attribute__((unused)) static void stop_loop(void *handle) { uv_stop(uv_handle_get_loop(handle)); }

__attribute__((unused)) static void close_self(void *handle) { uv_close(handle, on_closed); }

/* A task that logs its argument. */
__attribute__((unused)) static void on_task(void *text) { say("%s", (const char *)text); }

/* A watcher inside the loop, as streams have them, for the pending queue. */
__attribute__((unused)) static void init_watcher(gy_watcher *watcher, gy_watcher_fn *fn) {
  gy_watcher_init(watcher, fn, -1);
}

__attribute__((unused)) static gy_loop *inside(void) { return gy_loop_of(&loop); }

#endif

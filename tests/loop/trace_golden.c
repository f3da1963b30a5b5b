/* SPDX-License-Identifier: MIT */
/* Proves that the text of a trace is exactly as expected (trace_golden.txt): turns, phases, sleeps
 * and their reasons, calls and their causes, ticks, limits, nested runs. It uses the simulated
 * backend, whose clock is virtual. */
#include <fcntl.h>
#include <unistd.h>

#include "../check.h"
#include "io/sim.h"
#include "loop/loop.h"

#define FD 3

static uv_loop_t loop;
static gy_sim sim;
static uv_timer_t first, second, repeating, limited[3];
static uv_idle_t idle;
static uv_check_t check;
static uv_prepare_t prepare;
static uv_poll_t poll_handle;
static int repeats;

static void on_closed(uv_handle_t *handle) { (void)handle; }
static void on_limited(uv_timer_t *timer) { uv_close((uv_handle_t *)timer, NULL); }
static void on_inner(uv_timer_t *timer) { uv_timer_stop(timer); }

static void microtask(void *arg) { (void)arg; }
static void tick(void *arg) {
  sim.now_ns += 1000;
  gyre_microtask(arg, microtask, NULL);
}

static void on_second(uv_timer_t *timer) {
  gyre_trace_mark(timer->loop, "a \"mark\"");
  uv_timer_start(&second, on_inner, 0, 0);
  uv_run(timer->loop, UV_RUN_NOWAIT);
  uv_close((uv_handle_t *)&second, on_closed);
}

static void on_first(uv_timer_t *timer) {
  sim.now_ns += 250000;
  gyre_next_tick(timer->loop, tick, timer->loop);
  uv_timer_start(&second, on_second, 7, 0);
  uv_close((uv_handle_t *)timer, on_closed);
}

static void on_repeat(uv_timer_t *timer) {
  if (++repeats == 2) {
    uv_close((uv_handle_t *)timer, on_closed);
  }
}

static void on_idle(uv_idle_t *handle) { uv_close((uv_handle_t *)handle, on_closed); }

static void on_check(uv_check_t *handle) {
  uv_check_stop(handle);
  uv_close((uv_handle_t *)handle, on_closed);
}

static void on_prepare(uv_prepare_t *handle) { uv_close((uv_handle_t *)handle, NULL); }

static void on_poll(uv_poll_t *handle, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  uv_close((uv_handle_t *)handle, on_closed);
}

static __attribute__((noinline)) void start_all(void) {
  uv_timer_init(&loop, &first);
  uv_timer_init(&loop, &second);
  uv_timer_init(&loop, &repeating);
  uv_timer_start(&first, on_first, 5, 0);
  uv_timer_start(&repeating, on_repeat, 2, 2);
  uv_idle_init(&loop, &idle);
  uv_idle_start(&idle, on_idle);
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_check);
  uv_prepare_init(&loop, &prepare);
  uv_prepare_start(&prepare, on_prepare);
  CHECK_EQ(uv_poll_init(&loop, &poll_handle, FD), 0);
  CHECK_EQ(uv_poll_start(&poll_handle, UV_READABLE, on_poll), 0);
}

static __attribute__((noinline)) void run_limited(void) {
  gyre_loop_limit(&loop, GYRE_PHASE_TIMERS, 2);
  for (int i = 0; i < 3; i++) {
    uv_timer_init(&loop, &limited[i]);
    uv_timer_start(&limited[i], on_limited, 1, 0);
  }
  uv_run(&loop, UV_RUN_DEFAULT);
}

static size_t read_all(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY);
  CHECK(file >= 0);
  ssize_t count = read(file, text, size - 1);
  CHECK(count >= 0);
  close(file);
  text[count] = '\0';
  return (size_t)count;
}

/* GYRE_TEST_WRITE_GOLDEN=1 rewrites the file: check it before you keep it. */
static void compare(const char *written) {
  static char seen[1 << 16];
  static char wanted[1 << 16];
  char golden[512];
  snprintf(golden, sizeof(golden), "%.*stxt", (int)strlen(__FILE__) - 1, __FILE__);
  size_t size = read_all(written, seen, sizeof(seen));
  if (getenv("GYRE_TEST_WRITE_GOLDEN") != NULL) {
    int file = open(golden, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    CHECK_EQ(write(file, seen, size), size);
    close(file);
  }
  read_all(golden, wanted, sizeof(wanted));
  CHECK_STR(seen, wanted);
}

int main(void) {
  char path[512];
  const char *directory = getenv("TMPDIR");
  snprintf(path, sizeof(path), "%s/trace.txt", directory == NULL ? "." : directory);
  gy_sim_init(&sim);
  gy_sim_at(&sim, 3 * GY_SIM_MS, FD, GY_IO_READ);
  gy_io io = gy_sim_io(&sim);
  CHECK_EQ(gyre_trace_start(NULL, path), 0);
  CHECK_EQ(gy_loop_open(&loop, &io), 0);
  CHECK_EQ(gyre_trace_enabled(&loop), 1);
  start_all();
  uv_run(&loop, UV_RUN_DEFAULT);
  run_limited();
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(gyre_trace_dropped(), 0);
  CHECK_EQ(gyre_trace_stop(NULL), 0);
  CHECK_EQ(gyre_trace_stop(NULL), UV_EINVAL);
  compare(path);
  return 0;
}

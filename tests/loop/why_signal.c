/* SPDX-License-Identifier: MIT */
/* Proves that SIGUSR2 makes every loop print what keeps it alive, unless the program handles that
 * signal; and that for a loop which is blocked the stack of its thread is printed.
 * no musl: it has no function that walks stacks. */
#include <signal.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"
#include "own_stderr.h"

static int reading;
static int caught;
static char said[8000];

static void on_signal(int signum) { caught += signum == SIGUSR2; }

/* Reads standard error until it contains TEXT. */
static void await(const char *text) {
  size_t used = 0;
  said[0] = 0;
  while (strstr(said, text) == NULL) {
    ssize_t count = read(reading, said + used, sizeof(said) - used - 1);
    CHECK(count > 0);
    used += (size_t)count;
    said[used] = 0;
  }
}

static void stop(uv_timer_t *timer) { uv_stop(timer->loop); }
static void on_async(uv_async_t *async) { (void)async; }

/* A thread sends the signal while this one is in uv_run. */
static void send_signal(void *arg) {
  (void)arg;
  uv_sleep(50);
  kill(getpid(), SIGUSR2);
}

static void run_with_signal(uv_loop_t *loop, uv_timer_t *timer) {
  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, send_signal, NULL), 0);
  CHECK_EQ(uv_timer_start(timer, stop, 300, 0), 0);
  uv_run(loop, UV_RUN_DEFAULT);
  uv_thread_join(&thread);
}

static void on_uv_signal(uv_signal_t *handle, int signum) {
  (void)handle;
  on_signal(signum);
}

static void check_uv_signal(uv_loop_t *loop, uv_timer_t *timer) {
  uv_signal_t handle;
  CHECK_EQ(uv_signal_init(loop, &handle), 0);
  CHECK_EQ(uv_signal_start(&handle, on_uv_signal, SIGUSR2), 0);
  caught = 0;
  run_with_signal(loop, timer);
  CHECK_EQ(caught, 1);
  uv_close((uv_handle_t *)&handle, NULL);
  uv_run(loop, UV_RUN_NOWAIT);
}

static void check_own_handler(uv_loop_t *loop, uv_timer_t *timer) {
  struct sigaction own = {.sa_handler = on_signal};
  struct sigaction before;
  CHECK_EQ(sigaction(SIGUSR2, &own, &before), 0);
  caught = 0;
  run_with_signal(loop, timer);
  CHECK_EQ(caught, 1);
  CHECK_EQ(sigaction(SIGUSR2, &before, NULL), 0);
}

static __attribute__((noinline)) void stay_away(uv_loop_t *loop) {
  (void)loop;
  uint64_t end_ns = uv_hrtime() + UINT64_C(600000000);
  kill(getpid(), SIGUSR2);
  while (uv_hrtime() < end_ns) {
    usleep(1000);
  }
}

static void on_stay_away(uv_timer_t *timer) { stay_away(timer->loop); }

int main(void) {
  int ends[2];
  CHECK_EQ(setenv("GYRE_WHY", "1", 1), 0);
  CHECK_EQ(pipe(ends), 0);
  failures = fdopen(dup(2), "w");
  CHECK_EQ(dup2(ends[1], 2), 2);
  reading = ends[0];
  uv_loop_t *loop = uv_default_loop();
  uv_timer_t timer;
  uv_async_t async;
  CHECK_EQ(uv_timer_init(loop, &timer), 0);
  CHECK_EQ(uv_async_init(loop, &async, on_async), 0);
  run_with_signal(loop, &timer);
  char made_at[80];
  snprintf(made_at, sizeof(made_at), "made at %s (", __func__);
  await(made_at);
  CHECK(strstr(said, "gyre: the loop is kept alive by 2:\n  1 async, for ") == said);

  check_own_handler(loop, &timer);
  check_uv_signal(loop, &timer);
  CHECK_EQ(write(2, "quiet", 5), 5);
  await("quiet");
  CHECK_STR(said, "quiet");

  run_with_signal(loop, &timer); /* nobody else listens any more */
  await("  1 timer, for ");

  CHECK_EQ(uv_timer_start(&timer, on_stay_away, 1, 0), 0);
  uv_run(loop, UV_RUN_ONCE);
  await("its thread is at: ");
  return 0;
}

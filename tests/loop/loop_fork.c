/* SPDX-License-Identifier: MIT */
/*
 * Proves that after uv_loop_fork in the child its loop continues with what it had: timers, poll
 * handles, async handles, new work; that the parent's loop is not affected; and that wake-ups of
 * the child do not reach the parent, nor the parent's the child.
 *
 * no tsan: it forks with threads.
 */
#include <fcntl.h>
#include <sys/wait.h>

#include "pool.h"

static uv_loop_t loop;
static uv_timer_t timer;
static uv_async_t async;
static uv_poll_t poller;
static uv_work_t req;
static int ends[2];
static int timers, asyncs, polls, works;

static void on_timer(uv_timer_t *h) {
  (void)h;
  timers++;
}

static void on_async(uv_async_t *h) {
  (void)h;
  asyncs++;
}

static void on_poll(uv_poll_t *h, int status, int events) {
  char byte;
  CHECK(status == 0 && events == UV_READABLE);
  CHECK_EQ(read(ends[0], &byte, 1), 1);
  polls++;
  uv_poll_stop(h);
}

static void work(uv_work_t *r) { (void)r; }

static void after(uv_work_t *r, int status) {
  (void)r;
  CHECK_EQ(status, 0);
  works++;
}

static void send_async(void *arg) {
  (void)arg;
  uv_async_send(&async);
}

/* Everything that the loop has must happen once more in this process. */
static void use_loop(void) {
  uv_thread_t thread;
  timers = asyncs = polls = works = 0;
  CHECK_EQ(uv_timer_start(&timer, on_timer, 2, 0), 0);
  CHECK_EQ(uv_poll_start(&poller, UV_READABLE, on_poll), 0);
  CHECK_EQ(write(ends[1], "x", 1), 1);
  CHECK_EQ(uv_queue_work(&loop, &req, work, after), 0);
  CHECK_EQ(uv_thread_create(&thread, send_async, NULL), 0);
  for (int turn = 0; timers + asyncs + polls + works < 4; turn++) {
    uv_run(&loop, UV_RUN_ONCE);
    CHECK(turn < 100);
  }
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK(timers == 1 && asyncs == 1 && polls == 1 && works == 1);
}

static void child(void) {
  CHECK_EQ(uv_loop_fork(&loop), 0);
  int kept = timers;
  while (timers == kept) { /* the timer that was running before the fork, and nothing else */
    uv_run(&loop, UV_RUN_ONCE);
  }
  CHECK_EQ(asyncs, 0); /* sends from before the fork belong to the parent */
  CHECK_EQ(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  uv_close((uv_handle_t *)&poller, NULL);
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(uv_poll_init(&loop, &poller, ends[0]), 0);
  use_loop();
  use_loop();
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&poller, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
}

int main(void) {
  int status;
  CHECK_EQ(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uv_timer_init(&loop, &timer);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  CHECK_EQ(uv_poll_init(&loop, &poller, ends[0]), 0);
  use_loop();
  timers = asyncs = 0;
  uv_timer_start(&timer, on_timer, 5, 0);
  uv_async_send(&async);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) {
    alarm(30);
    child();
    _exit(0);
  }
  CHECK_EQ(waitpid(pid, &status, 0), pid);
  CHECK_EQ(status, 0);
  while (timers + asyncs < 2) {
    uv_run(&loop, UV_RUN_ONCE);
  }
  CHECK(timers == 1 && asyncs == 1);
  use_loop();
  uv_close((uv_handle_t *)&timer, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&poller, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

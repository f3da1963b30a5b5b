/* SPDX-License-Identifier: MIT */
/*
 * A loop that has read from a stream and answered it polls for a while before it sleeps, and only
 * then: with a timer alone it sleeps at once, and also if data goes only one way. If polling keeps
 * finding nothing, it is skipped more and more often. Its time counts as idle time. GYRE_SPIN=0
 * disables it.
 * no qemu: too slow for what it measures.
 */
#include <sched.h>
#include <sys/epoll.h>
#include <sys/syscall.h>

#include "stream_peer.h"

static long looks;
static long sleeps;

/* Replaces the C library's function. */
int epoll_wait(int fd, struct epoll_event *events, int max, int timeout_ms) {
  *(timeout_ms == 0 ? &looks : &sleeps) += 1;
  return (int)syscall(SYS_epoll_pwait, fd, events, max, timeout_ms, NULL, 8);
}

static long looked(void) {
  long count = looks;
  looks = 0;
  return count;
}

static int peer;
static bool answers;
static int ticks;
static int wanted;

static void answer(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  uv_buf_t text = uv_buf_init(buf->base, 1);
  CHECK_EQ(nread, 1);
  if (answers) {
    CHECK_EQ(uv_try_write(stream, &text, 1), 1);
  }
  uv_stop(&loop);
}

static void on_timer(uv_timer_t *timer) {
  if (++ticks == wanted) {
    CHECK_EQ(uv_timer_stop(timer), 0);
    uv_stop(&loop);
  }
}

/* One event, then a wait that only a timer ends. */
static void event_then_nothing(uv_timer_t *timer) {
  char byte;
  CHECK_EQ(write(peer, "x", 1), 1);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(recv(peer, &byte, 1, MSG_DONTWAIT), answers ? 1 : -1);
  ticks = 0;
  wanted = 1;
  looked();
  CHECK_EQ(uv_timer_start(timer, on_timer, 2, 0), 0);
  uv_run(&loop, UV_RUN_DEFAULT);
}

int main(void) {
  uv_pipe_t pipe;
  uv_timer_t timer;
  cpu_set_t cpus;
  const char *wish = getenv("GYRE_SPIN");
  bool off = wish != NULL && strcmp(wish, "0") == 0;
  CHECK_EQ(sched_getaffinity(0, sizeof(cpus), &cpus), 0);
  open_loop();
  CHECK_EQ(uv_loop_configure(&loop, UV_METRICS_IDLE_TIME), 0);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  peer = pipe_pair(&pipe, 0);
  CHECK_EQ(uv_read_start(STREAM(&pipe), allocate, answer), 0);

  for (int i = 0; i < 3; i++) {
    event_then_nothing(&timer);
    CHECK_EQ(looked(), 0);
  }
  answers = true;
  event_then_nothing(&timer);
  if (off || CPU_COUNT(&cpus) < 2) {
    CHECK_EQ(looked(), 0);
  } else {
    CHECK(looked() > 1);
    long times = 0;
    for (int i = 0; i < 200; i++) {
      uint64_t before = uv_metrics_idle_time(&loop);
      event_then_nothing(&timer);
      times += looked() > 1;
      CHECK(uv_metrics_idle_time(&loop) - before > 1000000);
    }
    CHECK(times < 20);
  }

  ticks = 0;
  wanted = 20;
  looked();
  CHECK_EQ(uv_timer_start(&timer, on_timer, 1, 1), 0);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(looked(), 0);

  if (!off) { /* once more, with a variable that is read only once per process */
    CHECK_EQ(setenv("GYRE_SPIN", "0", 1), 0);
    execl("/proc/self/exe", "again", (char *)NULL);
    CHECK(false);
  }
  close(peer);
  finish_loop();
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * A program for the live page to show. It executes commands from standard input, line by line, and
 * answers each with "done" and the CPU time in nanoseconds that its thread took for it:
 *
 *   steps N     N timers of a millisecond, one after the other, each with a tick and a work request
 *   starve MS   ticks that queue ticks for this long
 *   block MS    one callback that takes this long
 *   spin N      N turns of an idle handle, as fast as possible
 *   fork        a child that waits; prints "child PID" first
 *   timers N    N timers that are a minute away
 *   crash       ends by a signal
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gyre.h"
#include "uv.h"

static uv_loop_t *loop;
static uv_pipe_t input;
static uv_timer_t timer;
static uv_idle_t idle;
static uv_timer_t many[100];
static long left;
static uint64_t until;
static uint64_t began;

static uint64_t thread_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void done(void) {
  printf("done %llu\n", (unsigned long long)(thread_ns() - began));
  fflush(stdout);
}

static void on_tick(void *arg) { (void)arg; }

static void work_hard(uv_work_t *work) { (void)work; }

static void after_work(uv_work_t *work, int status) {
  (void)status;
  free(work);
}

static void on_step(uv_timer_t *handle) {
  gyre_next_tick(loop, on_tick, NULL);
  uv_queue_work(loop, malloc(sizeof(uv_work_t)), work_hard, after_work);
  if (--left > 0) {
    uv_timer_start(handle, on_step, 1, 0);
  } else {
    done();
  }
}

static void on_starving(void *arg) {
  if (uv_hrtime() < until) {
    gyre_next_tick(loop, on_starving, arg);
  } else {
    done();
  }
}

static void on_block(uv_timer_t *handle) {
  (void)handle;
  until = uv_hrtime() + (uint64_t)left * 1000000;
  while (uv_hrtime() < until) {
  }
  done();
}

static void on_spin(uv_idle_t *handle) {
  if (--left == 0) {
    uv_idle_stop(handle);
    done();
  }
}

static void on_far(uv_timer_t *handle) { (void)handle; }

static void start_child(void) {
  int child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  printf("child %d\n", child);
  done();
}

static void start_timers(void) {
  for (long i = 0; i < left; i++) {
    uv_timer_init(loop, &many[i]);
    uv_timer_start(&many[i], on_far, 60000, 0);
  }
  done();
}

static void obey(const char *line) {
  char word[16] = "";
  left = 0;
  sscanf(line, "%15s %ld", word, &left);
  began = thread_ns();
  if (strcmp(word, "steps") == 0) {
    uv_timer_start(&timer, on_step, 1, 0);
  } else if (strcmp(word, "starve") == 0) {
    until = uv_hrtime() + (uint64_t)left * 1000000;
    gyre_next_tick(loop, on_starving, NULL);
  } else if (strcmp(word, "block") == 0) {
    uv_timer_start(&timer, on_block, 0, 0);
  } else if (strcmp(word, "spin") == 0) {
    uv_idle_start(&idle, on_spin);
  } else if (strcmp(word, "fork") == 0) {
    start_child();
  } else if (strcmp(word, "timers") == 0) {
    start_timers();
  } else if (strcmp(word, "crash") == 0) {
    raise(SIGTERM);
  }
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  static char room[256];
  (void)handle;
  (void)suggested;
  *buf = uv_buf_init(room, sizeof(room) - 1);
}

static void close_one(uv_handle_t *handle, void *arg) {
  (void)arg;
  uv_close(handle, NULL);
}

static void on_line(uv_stream_t *stream, ssize_t size, const uv_buf_t *buf) {
  (void)stream;
  if (size < 0) {
    uv_walk(loop, close_one, NULL);
    return;
  }
  buf->base[size] = '\0';
  obey(buf->base);
}

int main(void) {
  loop = uv_default_loop();
  uv_pipe_init(loop, &input, 0);
  uv_pipe_open(&input, STDIN_FILENO);
  uv_timer_init(loop, &timer);
  uv_idle_init(loop, &idle);
  uv_read_start((uv_stream_t *)&input, on_room, on_line);
  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop) == 0 ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves what gyre_virtual_time promises: timers that are an hour apart run at once and in order,
 * every clock agrees, work of the pool comes before time passes, threads that sleep and other loops
 * share the clock, and a pipe within the process does not make it real.
 * no qemu: the kernel shows threads and system calls of the emulator.
 */
#include <string.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"

enum { HOUR_MS = 3600 * 1000 };

static uint64_t real_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uv_loop_t loop;
static uint64_t began_ms;
static char order[64];

static void note(const char *what) { strcat(order, what); }

static void on_hour(uv_timer_t *timer) {
  note("h");
  CHECK_EQ(uv_now(&loop) - began_ms, (uint64_t)HOUR_MS);
  CHECK_EQ(uv_hrtime() / 1000000 - began_ms, (uint64_t)HOUR_MS);
  uv_close((uv_handle_t *)timer, NULL);
}

static void on_second(uv_timer_t *timer) {
  note("s");
  uv_close((uv_handle_t *)timer, NULL);
}

static void work(uv_work_t *request) {
  (void)request;
  usleep(20000);
}

static void worked(uv_work_t *request, int status) {
  (void)request;
  CHECK_EQ(status, 0);
  CHECK_EQ(uv_now(&loop), began_ms);
  note("w");
}

static void sleeping_work(uv_work_t *request) {
  (void)request;
  uv_sleep(2000);
}

static void slept(uv_work_t *request, int status) {
  (void)request;
  CHECK_EQ(status, 0);
  CHECK_EQ((uv_now(&loop) - began_ms) / 1000, 2);
  note("p");
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  (void)buf;
  CHECK_EQ(count, 1);
  note("r");
  uv_close((uv_handle_t *)stream, NULL);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[16];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static int pair[2];

static void on_write(uv_timer_t *timer) {
  CHECK_EQ(write(pair[1], "x", 1), 1);
  uv_close((uv_handle_t *)timer, NULL);
}

static void other_loop(void *arg) {
  uv_loop_t own;
  uv_timer_t timer;
  (void)arg;
  CHECK_EQ(uv_loop_init(&own), 0);
  CHECK(gyre_is_virtual(&own));
  uv_timer_init(&own, &timer);
  uv_timer_start(&timer, on_second, HOUR_MS / 2, 0);
  CHECK_EQ(uv_run(&own, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&own), 0);
}

static void busy(uv_timer_t *timer) {
  uv_loop_t second;
  CHECK_EQ(uv_loop_init(&second), 0); /* virtual from the beginning */
  CHECK_EQ(gyre_virtual_time(&second), 0);
  CHECK_EQ(uv_loop_close(&second), 0);
  uv_close((uv_handle_t *)timer, NULL);
}

/* Neither of these two ends if asking takes no time. */
static void spin(void) {
  uint64_t start_ms = uv_now(&loop);
  while (uv_now(&loop) - start_ms < 10) {
    uv_update_time(&loop);
  }
  while (uv_now(&loop) - start_ms < 20) {
    CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 0);
  }
}

int main(void) {
  uint64_t real_start_ms = real_ms();
  uv_timer_t timers[4];
  uv_work_t requests[2];
  uv_pipe_t pipe;
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK(!gyre_is_virtual(&loop));
  CHECK_EQ(gyre_virtual_block(&loop, 1), UV_EINVAL);
  CHECK_EQ(gyre_virtual_time(&loop), 0);
  CHECK_EQ(gyre_virtual_time(&loop), 0);
  uv_update_time(&loop);
  began_ms = uv_now(&loop);

  CHECK_EQ(uv_socketpair(SOCK_STREAM, 0, pair, UV_NONBLOCK_PIPE, 0), 0);
  uv_pipe_init(&loop, &pipe, 0);
  CHECK_EQ(uv_pipe_open(&pipe, pair[0]), 0);
  CHECK_EQ(uv_read_start((uv_stream_t *)&pipe, on_alloc, on_read), 0);
  for (int i = 0; i < 4; i++) {
    uv_timer_init(&loop, &timers[i]);
  }
  uv_timer_start(&timers[0], on_hour, HOUR_MS, 0);
  uv_timer_start(&timers[1], on_second, 1000, 0);
  uv_timer_start(&timers[2], on_write, 3000, 0);
  uv_timer_start(&timers[3], busy, 4000, 0);
  CHECK_EQ(uv_queue_work(&loop, &requests[0], work, worked), 0);
  CHECK_EQ(uv_queue_work(&loop, &requests[1], sleeping_work, slept), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_STR(order, "wsprh");
  spin();

  uv_timeval64_t before;
  uv_timeval64_t after;
  CHECK_EQ(uv_gettimeofday(&before), 0);
  uv_sleep(50); /* nobody else is there: the sleep takes real time, and the date advances with it */
  CHECK_EQ(uv_gettimeofday(&after), 0);
  CHECK((after.tv_sec - before.tv_sec) * 1000000 + after.tv_usec - before.tv_usec >= 50000);

  uv_thread_t thread;
  uv_timer_t own;
  uint64_t start_ms = uv_now(&loop);
  CHECK_EQ(uv_thread_create(&thread, other_loop, NULL), 0);
  uv_timer_init(&loop, &own);
  uv_timer_start(&own, on_second, HOUR_MS / 3, 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  uv_update_time(&loop);
  CHECK(uv_now(&loop) - start_ms >= HOUR_MS / 2);

  close(pair[1]);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK(real_ms() - real_start_ms < 20000);
  return 0;
}

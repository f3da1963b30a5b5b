/* SPDX-License-Identifier: MIT */
/*
 * Proves that a program can make the loop's decisions itself (gyre_explore): it is asked about each
 * request to the pool, each close and each read under its name, and the answer decides the order.
 * Requests that have not begun can be cancelled, and no more run at a time than there are threads.
 * A timer is closed in the same turn, and nobody is asked. What has been closed at its other end
 * and is held back does not make time real.
 * no qemu: the kernel shows threads and system calls of the emulator.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"

enum { TWO_SECONDS = 25 }; /* as an answer to a question */

static char order[64];
static int asked[GYRE_CHOICE_COUNT];
static int last_count;

static unsigned choose(gyre_choice kind, const char *label, unsigned occurrence, unsigned count,
                       void *arg) {
  CHECK_EQ(*(int *)arg, 7);
  CHECK(occurrence >= 1 && count >= 2);
  asked[kind]++;
  last_count = (int)count;
  bool first_work = strcmp(label, "work") == 0 && occurrence == 1;
  if (kind == GYRE_CHOICE_READY) {
    return strcmp(label, "pipe") == 0 ? TWO_SECONDS : 0;
  }
  return first_work && kind == GYRE_CHOICE_END ? 10 : 0;
}

static void work(uv_work_t *request) { strcat(order, request->data); }

static void after(uv_work_t *request, int status) {
  char name[2] = {(char)(((char *)request->data)[0] - 'a' + 'A'), 0};
  strcat(order, status == UV_ECANCELED ? "-" : name);
}

static void on_timer(uv_timer_t *timer) {
  strcat(order, "t");
  uv_close((uv_handle_t *)timer, NULL);
}

static uint64_t real_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[16];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  (void)buf;
  strcat(order, count == UV_EOF ? "E" : "r");
  if (count < 0) {
    uv_close((uv_handle_t *)stream, NULL);
  }
}

/* The end of a pipe comes two seconds late, twice: neither takes real time. */
static void closed_pipes(uv_loop_t *loop) {
  uint64_t began_ms = uv_now(loop);
  uint64_t real_began_ms = real_ms();
  order[0] = 0;
  for (int i = 0; i < 2; i++) {
    uv_pipe_t pipe;
    int fds[2];
    CHECK_EQ(uv_pipe(fds, UV_NONBLOCK_PIPE, 0), 0);
    CHECK_EQ(write(fds[1], "x", 1), 1);
    CHECK_EQ(close(fds[1]), 0);
    uv_pipe_init(loop, &pipe, 0);
    CHECK_EQ(uv_pipe_open(&pipe, fds[0]), 0);
    CHECK_EQ(uv_read_start((uv_stream_t *)&pipe, on_alloc, on_read), 0);
    CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  }
  CHECK_STR(order, "rErE");
  CHECK(uv_now(loop) - began_ms >= 4000);
  CHECK(real_ms() - real_began_ms < 1500);
}

int main(void) {
  int arg = 7;
  uv_loop_t loop;
  uv_timer_t timer;
  uv_tcp_t tcp;
  uv_work_t requests[6];
  char *names[] = {"a", "b", "c", "d", "e", "f"};
  setenv("UV_THREADPOOL_SIZE", "2", 1);
  CHECK_EQ(gyre_explore(NULL, choose, &arg), 0);
  CHECK_EQ(gyre_explore(NULL, choose, &arg), UV_EALREADY);
  CHECK(gyre_is_explored());
  CHECK_STR(gyre_choice_name(GYRE_CHOICE_READY), "ready");
  CHECK(gyre_choice_name(GYRE_CHOICE_COUNT) == NULL);
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK(gyre_is_virtual(&loop));
  for (int i = 0; i < 6; i++) {
    requests[i].data = names[i];
    CHECK_EQ(uv_queue_work(&loop, &requests[i], work, after), 0);
  }
  CHECK_EQ(uv_cancel((uv_req_t *)&requests[4]), 0);
  uv_timer_init(&loop, &timer);
  uv_timer_start(&timer, on_timer, 5, 0);
  uv_tcp_init(&loop, &tcp);
  uv_close((uv_handle_t *)&tcp, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  /* The first holds a thread for 16 ms, so the others share one; it ends after the timer. */
  CHECK_STR(order, "a-bBcCdDfFtA");
  CHECK_EQ(asked[GYRE_CHOICE_START], 5);
  CHECK_EQ(asked[GYRE_CHOICE_END], 5);
  CHECK_EQ(asked[GYRE_CHOICE_CLOSE], 1);
  CHECK(asked[GYRE_CHOICE_STALL] >= 1);
  closed_pipes(&loop);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

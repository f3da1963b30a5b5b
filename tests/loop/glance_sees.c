/* SPDX-License-Identifier: MIT */
/*
 * Proves that a loop which turns quietly sees every kind of event in the very next turn: a
 * descriptor that becomes ready, stays ready, is added when it is already ready, or is watched for
 * another event that is ready; an async handle, a signal, a child that has ended, finished work.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "glance.h"

static uv_loop_t loop;
static uv_idle_t idle;
static int called;
static int seen_events;

static void nothing(uv_idle_t *handle) { (void)handle; }

static void on_poll(uv_poll_t *handle, int status, int events) {
  (void)handle;
  CHECK_EQ(status, 0);
  called++;
  seen_events = events;
}

static void expect_quiet(void) {
  called = 0;
  make_quiet(&loop);
  CHECK_EQ(called, 0);
}

static void expect_call(void) {
  called = 0;
  turn_times(&loop, 1);
  CHECK_EQ(called, 1);
}

static void check_descriptor(void) {
  uv_poll_t poll;
  int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  CHECK_EQ(uv_poll_init(&loop, &poll, fd), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_poll), 0);
  for (int round = 0; round < 3; round++) {
    expect_quiet();
    put(fd);
    for (int i = 0; i < 2 * ENOUGH_TURNS; i++) { /* level-triggered: reported until it is read */
      expect_call();
    }
    take(fd);
    expect_quiet();
    put(fd); /* and read again before the loop looks */
    take(fd);
    called = 0;
    turn_times(&loop, 3);
    CHECK_EQ(called, 0);
    put(fd);
    expect_call();
    take(fd);
  }
  expect_quiet();
  put(fd);
  uv_poll_stop(&poll);
  turn_times(&loop, ENOUGH_TURNS);
  CHECK_EQ(called, 0);
  expect_quiet();
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_poll), 0); /* added when it is already ready */
  expect_call();
  take(fd);
  expect_quiet();
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE | UV_WRITABLE, on_poll), 0); /* changed */
  expect_call();
  CHECK_EQ(seen_events, UV_WRITABLE);
  put(fd);
  expect_call();
  CHECK_EQ(seen_events, UV_READABLE | UV_WRITABLE);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_poll), 0); /* changed while on the ready list */
  expect_call();
  CHECK_EQ(seen_events, UV_READABLE);
  uv_close((uv_handle_t *)&poll, NULL);
  turn_times(&loop, 1);
  close(fd);
}

static void *put_soon(void *fd) {
  usleep(2000);
  put(*(int *)fd);
  return NULL;
}

/* Turns until it is called; a lost wake-up runs into the time limit. */
static void check_other_thread(void) {
  uv_poll_t poll;
  pthread_t thread;
  int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  CHECK_EQ(uv_poll_init(&loop, &poll, fd), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_poll), 0);
  for (int round = 0; round < 50; round++) {
    expect_quiet();
    CHECK_EQ(pthread_create(&thread, NULL, put_soon, &fd), 0);
    while (called == 0) {
      turn_times(&loop, 1);
    }
    take(fd);
    CHECK_EQ(pthread_join(thread, NULL), 0);
  }
  uv_close((uv_handle_t *)&poll, NULL);
  turn_times(&loop, 1);
  close(fd);
}

static void on_async(uv_async_t *handle) {
  (void)handle;
  called++;
}

static void on_signal(uv_signal_t *handle, int number) {
  (void)handle;
  CHECK_EQ(number, SIGUSR1);
  called++;
}

static void on_child_end(uv_process_t *handle, int64_t status, int signal) {
  CHECK_EQ(status, 7);
  CHECK_EQ(signal, 0);
  called++;
  uv_close((uv_handle_t *)handle, NULL);
}

static void work(uv_work_t *req) { (void)req; }

static void on_work(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  called++;
}

static void check_others(void) {
  uv_async_t async;
  uv_signal_t signal;
  uv_process_t process;
  uv_work_t req;
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  CHECK_EQ(uv_signal_init(&loop, &signal), 0);
  CHECK_EQ(uv_signal_start(&signal, on_signal, SIGUSR1), 0);
  expect_quiet();
  CHECK_EQ(uv_async_send(&async), 0);
  expect_call();
  expect_quiet();
  CHECK_EQ(raise(SIGUSR1), 0);
  expect_call();
  expect_quiet();
  char *args[] = {"sh", "-c", "exit 7", NULL};
  uv_process_options_t options = {.file = "sh", .args = args, .exit_cb = on_child_end};
  CHECK_EQ(uv_spawn(&loop, &process, &options), 0);
  siginfo_t info;
  CHECK_EQ(waitid(P_PID, (id_t)process.pid, &info, WEXITED | WNOWAIT), 0);
  for (int i = 0; i < 1000 && called == 0; i++) { /* the kernel may take a moment to report it */
    turn_times(&loop, 1);
    usleep(called == 0 ? 1000 : 0);
  }
  CHECK_EQ(called, 1);
  expect_quiet();
  CHECK_EQ(uv_queue_work(&loop, &req, work, on_work), 0);
  while (called == 0) {
    turn_times(&loop, 1);
  }
  uv_close((uv_handle_t *)&async, NULL);
  uv_close((uv_handle_t *)&signal, NULL);
  turn_times(&loop, 1);
}

/* Each event is reported in one turn; a turn after its bytes are read it must be gone. */
static void check_socket(void) {
  uv_poll_t poll;
  int ends[2];
  char byte;
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
  CHECK_EQ(uv_poll_init(&loop, &poll, ends[0]), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE | UV_DISCONNECT, on_poll), 0);
  expect_quiet();
  CHECK_EQ(write(ends[1], "xy", 2), 2);
  expect_call();
  CHECK_EQ(read(ends[0], &byte, 1), 1);
  expect_call();
  CHECK_EQ(read(ends[0], &byte, 1), 1);
  expect_quiet();
  CHECK_EQ(shutdown(ends[1], SHUT_WR), 0);
  expect_call();
  CHECK_EQ(seen_events, UV_READABLE | UV_DISCONNECT);
  uv_close((uv_handle_t *)&poll, NULL);
  turn_times(&loop, 1);
  close(ends[0]);
  close(ends[1]);
}

int main(void) {
  glance_needed();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, nothing), 0);
  check_descriptor();
  check_other_thread();
  check_socket();
  check_others();
  CHECK_EQ(glance_rings(), 1);
  uv_close((uv_handle_t *)&idle, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(glance_rings(), 0);
  return 0;
}

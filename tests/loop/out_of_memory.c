/* SPDX-License-Identifier: MIT */
/*
 * Proves that when any allocation fails, the call that needed it returns UV_ENOMEM and has changed
 * nothing, existing handles continue to work, and no memory leaks.
 */
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "gyre.h"
#include "memory.h"

enum { TASKS = 1000, FIRST_FD = 50, LAST_FD = 300 };

static uv_loop_t loop;
static int ran;

static int open_close(void) {
  int err = uv_loop_init(&loop);
  if (err == 0) {
    CHECK_EQ(uv_loop_close(&loop), 0);
  }
  return err;
}

static int new_delete(void) {
  uv_loop_t *made = uv_loop_new();
  if (made == NULL) {
    return UV_ENOMEM;
  }
  uv_loop_delete(made);
  return 0;
}

static int default_loop(void) {
  uv_loop_t *made = uv_default_loop();
  if (made == NULL) {
    return UV_ENOMEM;
  }
  CHECK(uv_default_loop() == made);
  return uv_loop_close(made);
}

static void in_order(void *number) { CHECK_EQ((int)(intptr_t)number, ran++); }

/* Both queues: accepted tasks run, in order, even if the next one was refused. */
static int tasks(int (*queue)(uv_loop_t *, gyre_task_cb, void *)) {
  int queued = 0;
  int err = uv_loop_init(&loop);
  if (err != 0) {
    return err;
  }
  ran = 0;
  while (queued < TASKS && err == 0) {
    err = queue(&loop, in_order, (void *)(intptr_t)queued);
    queued += err == 0;
  }
  if (err != 0) {
    memory_fail(0, 0);
    atomic_store(&memory.failed, true);
    CHECK_EQ(queue(&loop, in_order, (void *)(intptr_t)queued++), 0);
  }
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(ran, queued);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return err;
}

static int ticks(void) { return tasks(gyre_next_tick); }
static int microtasks(void) { return tasks(gyre_microtask); }

static void on_poll(uv_poll_t *poll, int status, int events) {
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_WRITABLE);
  ran++;
  uv_close((uv_handle_t *)poll, NULL);
}

/* The table of descriptors grows in several steps. */
static int descriptors(void) {
  static uv_poll_t polls[LAST_FD];
  int err = uv_loop_init(&loop);
  if (err != 0) {
    return err;
  }
  int wanted = 0;
  ran = 0;
  for (int fd = FIRST_FD; fd < LAST_FD; fd++) {
    CHECK_EQ(uv_poll_init(&loop, &polls[fd], fd), 0);
    int refused = uv_poll_start(&polls[fd], UV_WRITABLE, on_poll);
    if (refused != 0) {
      CHECK(err == 0 || refused == err);
      err = refused;
      CHECK(!uv_is_active((uv_handle_t *)&polls[fd]));
      uv_close((uv_handle_t *)&polls[fd], NULL);
    } else {
      wanted++;
    }
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(ran, wanted);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return err;
}

/* Timers, idle handles, asyncs and their like never need memory. */
static void on_timer(uv_timer_t *timer) { uv_close((uv_handle_t *)timer, NULL); }

static int handles(void) {
  static uv_timer_t timers[200];
  uv_idle_t idle;
  uv_async_t async;
  int err = uv_loop_init(&loop);
  if (err != 0) {
    return err;
  }
  memory_fail(1, LONG_MAX);
  for (int i = 0; i < 200; i++) {
    CHECK_EQ(uv_timer_init(&loop, &timers[i]), 0);
    CHECK_EQ(uv_timer_start(&timers[i], on_timer, (uint64_t)i / 100, 0), 0);
  }
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_async_init(&loop, &async, NULL), 0);
  CHECK_EQ(uv_async_send(&async), 0);
  uv_close((uv_handle_t *)&idle, NULL);
  uv_close((uv_handle_t *)&async, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(!atomic_load(&memory.failed));
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

static void open_descriptors(void) {
  int ends[2];
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  for (int fd = FIRST_FD; fd < LAST_FD; fd++) {
    CHECK_EQ(dup2(ends[1], fd), fd);
  }
}

int main(void) {
  open_descriptors();
  memory_install();
  for (int pass = 0; pass < 2; pass++) {
    long how_often = pass == 0 ? 1 : LONG_MAX;
    CHECK_EQ(memory_starve("open_close", open_close, how_often), 1);
    CHECK_EQ(memory_starve("new_delete", new_delete, how_often), 2);
    CHECK_EQ(memory_starve("default_loop", default_loop, how_often), 1);
    CHECK(memory_starve("ticks", ticks, how_often) >= 4);
    CHECK(memory_starve("microtasks", microtasks, how_often) >= 4);
    CHECK(memory_starve("descriptors", descriptors, how_often) >= 4);
    CHECK_EQ(memory_starve("handles", handles, how_often), 1);
  }
  CHECK_EQ(atomic_load(&memory.outstanding), 0);
  return 0;
}

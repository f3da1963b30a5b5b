/* SPDX-License-Identifier: MIT */
/*
 * Proves the order in which async handles are called: that of their creation, whatever the order of
 * the sends. A handle that the callback of an older one sends to is called in the same turn; one
 * that the callback of a younger one sends to, in the next. Finished work comes before all of them.
 * Programs with several channels between two threads depend on this.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "check.h"
#include "uv.h"

enum { MANY = 1000, TOO_MANY = 5000, WORK = 'w', TURN = '|' };

static uv_loop_t loop;
static uv_check_t check;
static uv_async_t asyncs[TOO_MANY];
static char said[64];
static int said_count;
static int send_next = -1; /* which handle the next async callback sends to */
static int last;
static int called;

static void say(int what) {
  CHECK(said_count < (int)sizeof(said) - 1);
  said[said_count++] = (char)what;
}

static void expect(const char *words) {
  said[said_count] = '\0';
  CHECK(strcmp(said, words) == 0);
  said_count = 0;
}

static void on_check(uv_check_t *handle) {
  (void)handle;
  say(TURN);
}

static void on_async(uv_async_t *async) {
  say('a' + (int)(async - asyncs));
  if (send_next >= 0) {
    int other = send_next;
    send_next = -1;
    CHECK_EQ(uv_async_send(&asyncs[other]), 0);
  }
}

static void on_many(uv_async_t *async) {
  CHECK(async - asyncs > last);
  last = (int)(async - asyncs);
  called++;
}

static void on_too_many(uv_async_t *async) {
  CHECK(async->data == NULL);
  async->data = async;
  called++;
}

static void work(uv_work_t *req) { (void)req; }

static void on_work(uv_work_t *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  say(WORK);
  CHECK_EQ(uv_async_send(&asyncs[1]), 0);
}

static void init(int count, uv_async_cb cb) {
  for (int i = 0; i < count; i++) {
    CHECK_EQ(uv_async_init(&loop, &asyncs[i], cb), 0);
  }
}

static void finish(int count) {
  for (int i = 0; i < count; i++) {
    uv_close((uv_handle_t *)&asyncs[i], NULL);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  said_count = 0;
}

static void send_backwards(int count) {
  for (int i = count - 1; i >= 0; i--) {
    CHECK_EQ(uv_async_send(&asyncs[i]), 0);
  }
}

static void test_few(void) {
  init(4, on_async);
  send_backwards(4);
  uv_run(&loop, UV_RUN_NOWAIT);
  expect("abcd|");

  send_next = 2;
  uv_async_send(&asyncs[3]);
  uv_async_send(&asyncs[0]);
  uv_run(&loop, UV_RUN_NOWAIT);
  expect("acd|");

  send_next = 0;
  uv_async_send(&asyncs[3]);
  uv_async_send(&asyncs[1]);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_run(&loop, UV_RUN_NOWAIT);
  expect("bd|a|");

  send_next = 1; /* to itself */
  uv_async_send(&asyncs[1]);
  uv_run(&loop, UV_RUN_NOWAIT);
  uv_run(&loop, UV_RUN_NOWAIT);
  expect("b|b|");
  finish(4);
}

static void test_work_first(void) {
  uv_work_t req;
  init(3, on_async);
  CHECK_EQ(uv_queue_work(&loop, &req, work, on_work), 0);
  uv_sleep(50);
  uv_async_send(&asyncs[2]);
  uv_async_send(&asyncs[0]);
  while (memchr(said, WORK, (size_t)said_count) == NULL) { /* the thread may be late */
    said_count = 0;
    uv_run(&loop, UV_RUN_ONCE);
  }
  CHECK_EQ(said[0], WORK);
  CHECK(memchr(said, 'b', (size_t)said_count) != NULL);
  finish(3);
}

/* Sends to many handles, in random order. */
static void test_many(void) {
  static int order[MANY];
  init(MANY, on_many);
  srand(7);
  for (int i = 0; i < MANY; i++) {
    int place = rand() % (i + 1);
    order[i] = order[place];
    order[place] = i;
  }
  for (int i = 0; i < MANY; i++) {
    CHECK_EQ(uv_async_send(&asyncs[order[i]]), 0);
  }
  last = -1;
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK_EQ(called, MANY);
  finish(MANY);
}

/* More than a pass sorts: each is called once, and soon. */
static void test_too_many(void) {
  init(TOO_MANY, on_too_many);
  called = 0;
  for (int i = 0; i < TOO_MANY; i++) {
    asyncs[i].data = NULL;
  }
  send_backwards(TOO_MANY);
  for (int turn = 0; turn < 10; turn++) {
    uv_run(&loop, UV_RUN_NOWAIT);
  }
  CHECK_EQ(called, TOO_MANY);
  said_count = 0;
  finish(TOO_MANY);
}

int main(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_check_init(&loop, &check), 0);
  CHECK_EQ(uv_check_start(&check, on_check), 0);
  test_few();
  test_work_first();
  test_many();
  test_too_many();
  uv_close((uv_handle_t *)&check, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

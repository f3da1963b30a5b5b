/* SPDX-License-Identifier: MIT */
/*
 * The loop of those glance tests that need only one: an idle handle keeps it turning, and it
 * watches one descriptor, whose events are counted and read.
 */
#ifndef GY_TEST_GLANCE_WATCH_H
#define GY_TEST_GLANCE_WATCH_H

#include <errno.h>

#include "glance.h"

static uv_loop_t loop;
static uv_idle_t idle;
static uv_poll_t poll;
static int fd;
static int called;

static void nothing(uv_idle_t *handle) { (void)handle; }

static void on_readable(uv_poll_t *handle, int status, int events) {
  (void)handle;
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  called++;
  take(fd);
}

static void open_all(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, nothing), 0);
  fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  CHECK_EQ(uv_poll_init(&loop, &poll, fd), 0);
  CHECK_EQ(uv_poll_start(&poll, UV_READABLE, on_readable), 0);
}

/* Closes the handles, not the loop. */
static inline void close_all(void) {
  uv_close((uv_handle_t *)&idle, NULL);
  uv_close((uv_handle_t *)&poll, NULL);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
}

#endif

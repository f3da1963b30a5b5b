/* SPDX-License-Identifier: MIT */
/*
 * Proves that a thread gets the requested stack, rounded up to whole pages, that a size too small
 * for any thread is raised, and that an impossible size is an error.
 * no musl: the stack size that it reports includes its own data.
 */
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void measure(void *arg) {
  pthread_attr_t attributes;
  CHECK_EQ(pthread_getattr_np(pthread_self(), &attributes), 0);
  CHECK_EQ(pthread_attr_getstacksize(&attributes, arg), 0);
  pthread_attr_destroy(&attributes);
}

static size_t stack_given(size_t asked) {
  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = asked};
  uv_thread_t thread;
  size_t given = 0;
  CHECK_EQ(uv_thread_create_ex(&thread, &options, measure, &given), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  return given;
}

int main(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);

  CHECK_EQ(stack_given((size_t)1 << 20), (size_t)1 << 20);
  CHECK_EQ(stack_given(((size_t)1 << 20) + 1), ((size_t)1 << 20) + page);
  CHECK_EQ(stack_given(1234567), (1234567 + page - 1) / page * page);

  static const size_t tiny[] = {1, 42, 8191, 8192};
  for (size_t i = 0; i < sizeof(tiny) / sizeof(tiny[0]); i++) {
    CHECK(stack_given(tiny[i]) >= least);
  }
  CHECK(stack_given(least - 42) >= least);

  uv_thread_options_t options = {.flags = UV_THREAD_HAS_STACK_SIZE, .stack_size = SIZE_MAX};
  uv_thread_t thread;
  CHECK(uv_thread_create_ex(&thread, &options, measure, &page) < 0);

  /* Without the flag the size is ignored. */
  options.flags = UV_THREAD_NO_FLAGS;
  size_t given = 0;
  CHECK_EQ(uv_thread_create_ex(&thread, &options, measure, &given), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK(given > 0);
  return 0;
}

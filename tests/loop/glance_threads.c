/* SPDX-License-Identifier: MIT */
/*
 * Proves that a quiet loop which is then run by another thread sees events there too, with a ring
 * of its own, and again when it returns to the first thread; also after the other thread has ended;
 * and that a thread may close a loop which another one has run.
 */
#include <pthread.h>

#include "glance_watch.h"

static void use(void) {
  called = 0;
  put(fd);
  turn_times(&loop, 1);
  CHECK_EQ(called, 1);
  make_quiet(&loop);
  CHECK_EQ(glance_rings(), 1);
  put(fd);
  turn_times(&loop, 1);
  CHECK_EQ(called, 2);
  make_quiet(&loop);
}

static void *use_elsewhere(void *arg) {
  use();
  return arg;
}

static void *close_elsewhere(void *arg) {
  CHECK_EQ(uv_loop_close(&loop), 0);
  return arg;
}

static void in_thread(void *(*body)(void *)) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, body, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

int main(void) {
  glance_needed();
  open_all();
  for (int i = 0; i < 10; i++) {
    use();
    in_thread(use_elsewhere);
    in_thread(use_elsewhere);
    use();
    put(fd); /* while nobody runs it */
    in_thread(use_elsewhere);
  }
  close_all();
  in_thread(close_elsewhere);
  CHECK_EQ(glance_rings(), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that no wake-up is lost: a thread sends as soon as it has seen the callback of the
 * previous send, just when the loop is about to sleep, and nothing else would wake the loop.
 */
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"
#include "uv.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { ROUNDS = 50000 };
#else
enum { ROUNDS = 200000 };
#endif

static uv_async_t async;
static atomic_int seen;

static void send_all(void *arg) {
  unsigned delay = 1;
  (void)arg;
  for (int i = 1; i <= ROUNDS; i++) {
    CHECK_EQ(uv_async_send(&async), 0);
    for (int looks = 0; atomic_load(&seen) < i; looks++) {
      if (looks > 1000) {
        uv_sleep(0); /* on one CPU the loop must get to run */
      }
    }
    delay = delay * 1103515245 + 12345;
    for (volatile unsigned spin = (delay >> 16) % 256; spin > 0; spin--) {
    }
  }
}

static void on_async(uv_async_t *handle) {
  if (atomic_fetch_add(&seen, 1) + 1 == ROUNDS) {
    uv_close((uv_handle_t *)handle, NULL);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_thread_t thread;
  CHECK_EQ(setenv("GYRE_SPIN", "0", 1), 0); /* the loop really sleeps each time */
  alarm(55);                                /* a hang is a failure */
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_async_init(&loop, &async, on_async), 0);
  CHECK_EQ(uv_thread_create(&thread, send_all, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that neither a send nor its callback costs more because there are many other handles: with
 * 200 000 that nobody sends to, a turn takes about as long as with ten.
 */
#include <stdlib.h>

#include "check.h"
#include "uv.h"

enum { FEW = 10, MANY = 200000, TURNS = 300 };

/* Walking all of them would take a hundred times as long as this. */
#define SLACK_NS UINT64_C(20000)

static uv_loop_t loop;
static int calls;

static void on_async(uv_async_t *async) {
  (void)async;
  calls++;
}

/* The fastest of many turns with one send, so that other load on the machine does not count. */
static uint64_t quickest_ns(const uv_async_t *handles, int count) {
  uint64_t quickest = UINT64_MAX;
  for (int i = 0; i < TURNS; i++) {
    uint64_t start_ns = uv_hrtime();
    CHECK_EQ(uv_async_send((uv_async_t *)&handles[count / 2]), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_NOWAIT), 1);
    uint64_t took_ns = uv_hrtime() - start_ns;
    quickest = took_ns < quickest ? took_ns : quickest;
  }
  return quickest;
}

int main(void) {
  uv_async_t *handles = malloc(MANY * sizeof(*handles));
  CHECK(handles != NULL);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < FEW; i++) {
    CHECK_EQ(uv_async_init(&loop, &handles[i], on_async), 0);
  }
  uint64_t few_ns = quickest_ns(handles, FEW);
  for (int i = FEW; i < MANY; i++) {
    CHECK_EQ(uv_async_init(&loop, &handles[i], on_async), 0);
  }
  uint64_t many_ns = quickest_ns(handles, MANY);
  CHECK_EQ(calls, 2 * TURNS);
  CHECK(many_ns < 3 * few_ns + SLACK_NS);
  for (int i = 0; i < MANY; i++) {
    uv_close((uv_handle_t *)&handles[i], NULL);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  free(handles);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that with a callback bytes come from the pool: never before the loop runs, with the buffer
 * and length of the request, many at a time, and that invalid requests are refused at once. */
#include "../check.h"
#include "uv.h"

enum { REQUESTS = 32, SIZE = 128 };

static uv_random_t requests[REQUESTS];
static unsigned char bufs[REQUESTS][SIZE];
static int called;

static void on_random(uv_random_t *req, int status, void *buf, size_t buflen) {
  size_t i = (size_t)(req - requests);
  CHECK_EQ(status, 0);
  CHECK(buf == bufs[i]);
  CHECK_EQ(buflen, i == 0 ? 0 : SIZE);
  CHECK_EQ(req->type, UV_RANDOM);
  CHECK(req->loop == uv_default_loop());
  CHECK(req->data == &bufs[i]);
  called++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  CHECK_EQ(uv_random(loop, &requests[0], bufs[0], SIZE, 1, on_random), UV_EINVAL);
  CHECK_EQ(uv_random(loop, &requests[0], bufs[0], 0x80000000u, 0, on_random), UV_E2BIG);
  CHECK(!uv_loop_alive(loop));
  for (int i = 0; i < REQUESTS; i++) {
    requests[i].data = &bufs[i];
    CHECK_EQ(uv_random(loop, &requests[i], bufs[i], i == 0 ? 0 : SIZE, 0, on_random), 0);
  }
  CHECK(uv_loop_alive(loop));
  uv_sleep(20);
  CHECK_EQ(called, 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, REQUESTS);
  static const unsigned char zeroes[SIZE];
  CHECK(memcmp(bufs[0], zeroes, SIZE) == 0);
  for (int i = 1; i < REQUESTS; i++) {
    for (int k = 0; k < i; k++) {
      CHECK(memcmp(bufs[i], bufs[k], SIZE) != 0);
    }
  }
  CHECK_EQ(uv_loop_close(loop), 0);
  return 0;
}

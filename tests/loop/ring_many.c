/* SPDX-License-Identifier: MIT */
/* Proves that more requests than the ring holds, made in one callback, all complete with the right
 * data; and that the ring gets as many as it has room for. */
#include "fs_scratch.h"
#include "ring.h"

enum { COUNT = 2000, SIZE = 16, ROUNDS = 5 };

static uv_loop_t loop;
static uv_fs_t reqs[COUNT];
static char data[COUNT][SIZE];
static int file;
static int finished;
static unsigned long long most_pooled;

static void on_read(uv_fs_t *req) {
  long number = req - reqs;
  char expected[32];
  CHECK_EQ(req->result, SIZE);
  snprintf(expected, sizeof(expected), "%015ld\n", number);
  CHECK_EQ(memcmp(data[number], expected, SIZE), 0);
  uv_fs_req_cleanup(req);
  finished++;
}

static void start(void *unused) {
  (void)unused;
  unsigned long long before = file_requests();
  memset(data, 0, sizeof(data));
  for (int i = 0; i < COUNT; i++) {
    uv_buf_t buf = buffer(data[i], SIZE);
    CHECK_EQ(uv_fs_read(&loop, &reqs[i], file, &buf, 1, (int64_t)i * SIZE, on_read), 0);
  }
  most_pooled = file_requests() - before;
}

int main(void) {
  ring_needed();
  scratch_begin();
  file = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(dprintf(file, "%015d\n", i), SIZE);
  }
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int round = 0; round < ROUNDS; round++) {
    finished = 0;
    CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(finished, COUNT);
    CHECK_EQ(most_pooled, round == 0 ? COUNT : COUNT - 128);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Proves that signals which keep interrupting the loop's thread do not affect file requests: none
 * fails, none is lost. */
#include <sys/time.h>

#include "fs_scratch.h"
#include "ring.h"

enum { COUNT = 16, TOTAL = 30000, SIZE = 4096 };

static uv_loop_t loop;
static uv_fs_t reqs[COUNT];
static char data[COUNT][SIZE];
static int file;
static int started;
static int finished;
static volatile sig_atomic_t signals;

static void on_alarm(int number) {
  (void)number;
  signals++;
}

static void on_done(uv_fs_t *req) {
  long number = req - reqs;
  CHECK_EQ(req->result, SIZE);
  CHECK_EQ(data[number][SIZE - 1], 'a' + number);
  uv_fs_req_cleanup(req);
  finished++;
  if (started < TOTAL) {
    uv_buf_t buf = buffer(data[number], SIZE);
    bool writing = started++ % 3 == 0;
    CHECK_EQ(writing ? uv_fs_write(&loop, req, file, &buf, 1, number * SIZE, on_done)
                     : uv_fs_read(&loop, req, file, &buf, 1, number * SIZE, on_done),
             0);
  }
}

int main(void) {
  ring_needed();
  scratch_begin();
  struct sigaction action = {.sa_handler = on_alarm}; /* without SA_RESTART */
  struct itimerval often = {{0, 100}, {0, 100}};
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  file = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  CHECK_EQ(uv_loop_init(&loop), 0);
  for (int i = 0; i < COUNT; i++) {
    memset(data[i], 'a' + i, SIZE);
    uv_buf_t buf = buffer(data[i], SIZE);
    CHECK_EQ(uv_fs_write(&loop, &reqs[i], file, &buf, 1, (int64_t)i * SIZE, on_done), 0);
    started++;
  }
  CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL), 0);
  CHECK_EQ(finished, TOTAL);
  CHECK(signals > 10);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

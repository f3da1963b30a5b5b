/* SPDX-License-Identifier: MIT */
/*
 * Proves that name lookups use at most half of the threads (rounded up), so that other work
 * continues however many of them wait; that waiting ones can be cancelled; and that other work
 * cannot delay them for ever either: the request that has waited longest goes first.
 */
#include "pool.h"

enum { NAMES = 6 };

static atomic_int names_running, names_most, names_done, files_done;
static bool block_names;

typedef struct {
  uv_getaddrinfo_t storage; /* as large as any */
} request;

static void name_work(gy_request *req) {
  (void)req;
  int running = atomic_fetch_add(&names_running, 1) + 1;
  int most = atomic_load(&names_most);
  while (running > most && !atomic_compare_exchange_weak(&names_most, &most, running)) {
  }
  if (block_names) {
    uv_sem_wait(&gate);
  }
  atomic_fetch_sub(&names_running, 1);
}

static void name_done(gy_request *req, int status) {
  (void)req;
  CHECK(status == 0 || status == UV_ECANCELED);
  atomic_fetch_add(&names_done, 1);
}

static void file_work(gy_request *req) { (void)req; }

static void file_done(gy_request *req, int status) {
  (void)req;
  CHECK_EQ(status, 0);
  atomic_fetch_add(&files_done, 1);
}

static void submit(uv_loop_t *loop, request *req, gyre_work_kind kind) {
  ((uv_req_t *)req)->type = kind == GYRE_WORK_NAME ? UV_GETADDRINFO : UV_FS;
  CHECK_EQ(
      gy_pool_submit(gy_loop_of(loop), req, kind, kind == GYRE_WORK_NAME ? name_work : file_work,
                     kind == GYRE_WORK_NAME ? name_done : file_done),
      0);
}

static void run_until(uv_loop_t *loop, atomic_int *count, int wanted) {
  while (atomic_load(count) < wanted) {
    CHECK(uv_run(loop, UV_RUN_ONCE) != 0 || atomic_load(count) >= wanted);
  }
}

/* Slow names and fast files: all files are done while the names occupy their share of the
 * threads. */
static void names_blocked(uv_loop_t *loop) {
  static request names[NAMES], files[50];
  block_names = true;
  for (int i = 0; i < NAMES; i++) {
    submit(loop, &names[i], GYRE_WORK_NAME);
  }
  for (int i = 0; i < 50; i++) {
    submit(loop, &files[i], GYRE_WORK_FILE);
  }
  run_until(loop, &files_done, 50);
  for (int i = 0; atomic_load(&names_running) < 2; i++) { /* assigned, but perhaps not begun yet */
    CHECK(i < 20000);
    usleep(1000);
  }
  CHECK_EQ(atomic_load(&names_running), 2);
  CHECK_EQ(uv_cancel((uv_req_t *)&names[0]), UV_EBUSY);
  CHECK_EQ(uv_cancel((uv_req_t *)&names[NAMES - 1]), 0); /* not begun yet */
  let_go(NAMES - 1);
  run_until(loop, &names_done, NAMES);
  CHECK_EQ(atomic_load(&names_most), 2);
}

/* Each finished file queues another: names behind them are served nevertheless. */
static request endless[8];
static int rounds;

static void again(gy_request *req, int status) {
  CHECK_EQ(status, 0);
  if (atomic_load(&names_done) < NAMES + 4) {
    CHECK(++rounds < 1000000);
    CHECK_EQ(gy_pool_submit(req->loop, req, GYRE_WORK_FILE, file_work, again), 0);
  }
}

static void files_endless(uv_loop_t *loop) {
  static request names[4];
  block_names = false;
  for (int i = 0; i < 8; i++) {
    ((uv_req_t *)&endless[i])->type = UV_FS;
    CHECK_EQ(gy_pool_submit(gy_loop_of(loop), &endless[i], GYRE_WORK_FILE, file_work, again), 0);
  }
  for (int i = 0; i < 4; i++) {
    submit(loop, &names[i], GYRE_WORK_NAME);
  }
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(atomic_load(&names_done), NAMES + 4);
}

int main(void) {
  uv_loop_t loop;
  set_threads("3");
  CHECK_EQ(uv_loop_init(&loop), 0);
  names_blocked(&loop);
  files_endless(&loop);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

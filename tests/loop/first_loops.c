/* SPDX-License-Identifier: MIT */
/*
 * Proves that threads may open their first loops at the same time, whatever the environment wants
 * of the process: what the first loop sets up is there for all of them. The process starts itself
 * again for each case and round. time limit: 120 s; no qemu: it cannot start itself again
 */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"

#ifdef __SANITIZE_THREAD__
enum { ROUNDS = 1 }; /* it sees a race without a collision, and each process ends a second later */
#else
enum { ROUNDS = 12 };
#endif
enum { THREADS = 6, PATIENCE_S = 30, DAY_MS = 24 * 3600 * 1000 };

static const struct {
  const char *variable;
  const char *text;
  int is_virtual; /* a day of sleep takes no time */
} cases[] = {
    {"GYRE_EXPLORE", "seed:7", 1},
    {"GYRE_REPLAY", "first.schedule", 1},
    {"GYRE_VIRTUAL_TIME", "1", 1},
    {"GYRE_TRACE", "first.txt", 0},
    {"GYRE_BLOCK_THRESHOLD", "60000", 0},
    {"GYRE_WHY", "1", 0},
    {"GYRE_LIVE", "0", 0},
    {"UV_USE_IO_URING", "0", 0},
    {"GYRE_SPIN", "0", 0},
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

static pthread_barrier_t barrier;
static uint64_t sleep_ms;

static void on_timer(uv_timer_t *timer) { uv_close((uv_handle_t *)timer, NULL); }

static void on_work(uv_work_t *work) { (void)work; }

static void *run(void *unused) {
  uv_loop_t loop;
  uv_timer_t timer;
  uv_work_t work;
  pthread_barrier_wait(&barrier);
  CHECK_EQ(uv_loop_init(&loop), 0);
  uint64_t start = uv_now(&loop);
  CHECK_EQ(uv_timer_init(&loop, &timer), 0);
  CHECK_EQ(uv_timer_start(&timer, on_timer, sleep_ms, 0), 0);
  CHECK_EQ(uv_queue_work(&loop, &work, on_work, NULL), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(uv_now(&loop) - start >= sleep_ms);
  CHECK_EQ(uv_loop_close(&loop), 0);
  return unused;
}

/* The process of one case: its threads begin together. */
static int begin_together(int is_virtual) {
  pthread_t threads[THREADS];
  alarm(PATIENCE_S); /* a loop that is not on the virtual clock would sleep for a day */
  sleep_ms = is_virtual ? DAY_MS : 1;
  CHECK_EQ(pthread_barrier_init(&barrier, NULL, THREADS), 0);
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(pthread_create(&threads[i], NULL, run, NULL), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    CHECK_EQ(pthread_join(threads[i], NULL), 0);
  }
  return 0;
}

static void start_case(char *program, int which) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    char word[2] = {(char)('0' + cases[which].is_virtual), 0};
    setenv(cases[which].variable, cases[which].text, 1);
    execl("/proc/self/exe", program, word, (char *)NULL);
    _exit(127);
  }
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  if (status != 0) {
    fprintf(stderr, "%s=%s: status %#x\n", cases[which].variable, cases[which].text, status);
    exit(1);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) {
    return begin_together(argv[1][0] == '1');
  }
  const char *room = getenv("TMPDIR");
  CHECK_EQ(chdir(room != NULL ? room : "/tmp"), 0);
  FILE *schedule = fopen("first.schedule", "w");
  CHECK(schedule != NULL);
  CHECK(fputs("gyre schedule 1\n", schedule) >= 0);
  CHECK_EQ(fclose(schedule), 0);
  for (int i = 0; i < ROUNDS * CASES; i++) {
    start_case(argv[0], i % CASES);
  }
  CHECK_EQ(unlink("first.schedule"), 0);
  return 0;
}

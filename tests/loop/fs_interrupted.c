/* SPDX-License-Identifier: MIT */
/* Proves that a signal ends a synchronous read with UV_EINTR, while an operation that has not begun
 * yet, here opening a FIFO that nobody else has opened, is restarted. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "fs_scratch.h"

static atomic_int signals;

static void on_alarm(int number) {
  (void)number;
  atomic_fetch_add(&signals, 1);
}

/* Opens the other end when the opener has been interrupted a few times. */
static void *come_late(void *unused) {
  (void)unused;
  int before = atomic_load(&signals);
  while (atomic_load(&signals) < before + 5) {
    usleep(1000);
  }
  int file = open("pipe", O_WRONLY | O_CLOEXEC);
  CHECK(file >= 0);
  CHECK_EQ(write(file, "x", 1), 1);
  CHECK_EQ(close(file), 0);
  return NULL;
}

int main(void) {
  scratch_begin();
  struct sigaction action = {.sa_handler = on_alarm}; /* without SA_RESTART */
  struct itimerval often = {{0, 5000}, {0, 5000}};
  sigset_t alarm_only;
  pthread_t thread;
  uv_fs_t req;
  int ends[2];
  char byte;
  uv_buf_t buf = buffer(&byte, 1);
  CHECK_EQ(mkfifo("pipe", 0600), 0);
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);

  CHECK_EQ(uv_fs_read(NULL, &req, ends[0], &buf, 1, -1, NULL), UV_EINTR);
  CHECK_EQ(req.result, UV_EINTR);
  uv_fs_req_cleanup(&req);

  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm_only, NULL);
  CHECK_EQ(pthread_create(&thread, NULL, come_late, NULL), 0);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
  int file = uv_fs_open(NULL, &req, "pipe", O_RDONLY, 0, NULL);
  CHECK(file >= 0);
  uv_fs_req_cleanup(&req);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
  CHECK_EQ(uv_fs_read(NULL, &req, file, &buf, 1, -1, NULL), 1);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  return 0;
}

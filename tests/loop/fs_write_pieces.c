/* SPDX-License-Identifier: MIT */
/* Proves that a write into a pipe that takes little at a time, with signals in between, continues
 * until every byte of every buffer is written, in order. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include "fs_scratch.h"

#define BUFFERS 300
#define BUFFER_BYTES 997

static char content[BUFFERS * BUFFER_BYTES];
static char found[sizeof(content)];
static int ends[2];

static void on_alarm(int number) { (void)number; }

static void *slow_reader(void *unused) {
  (void)unused;
  size_t total = 0;
  for (int round = 0; total < sizeof(found); round++) {
    size_t want = (size_t)(1 + round * 7919 % 6000);
    want = want > sizeof(found) - total ? sizeof(found) - total : want;
    ssize_t got = read(ends[0], found + total, want);
    CHECK(got > 0);
    total += (size_t)got;
    if (round % 8 == 0) {
      usleep(1000);
    }
  }
  return NULL;
}

static void body(void) {
  uv_buf_t bufs[BUFFERS];
  pthread_t reader;
  for (size_t i = 0; i < BUFFERS; i++) {
    bufs[i] = buffer(content + i * BUFFER_BYTES, BUFFER_BYTES);
  }
  memset(found, 0, sizeof(found));
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarm_only, NULL);
  CHECK_EQ(pthread_create(&reader, NULL, slow_reader, NULL), 0);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
  CHECK_EQ(FS_ONCE(write, ends[1], bufs, BUFFERS, -1), sizeof(content));
  CHECK_EQ(pthread_join(reader, NULL), 0);
  CHECK_EQ(memcmp(found, content, sizeof(content)), 0);
}

int main(void) {
  struct sigaction action = {.sa_handler = on_alarm}; /* without SA_RESTART */
  struct itimerval often = {{0, 700}, {0, 700}};
  for (size_t i = 0; i < sizeof(content); i++) {
    content[i] = (char)(i * 31 >> 3);
  }
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK(fcntl(ends[1], F_SETPIPE_SZ, 4096) >= 4096);
  CHECK_EQ(sigaction(SIGALRM, &action, NULL), 0);
  CHECK_EQ(setitimer(ITIMER_REAL, &often, NULL), 0);
  fs_both(body);
  return 0;
}

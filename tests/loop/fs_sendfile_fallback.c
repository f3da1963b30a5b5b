/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_sendfile also copies between descriptors that sendfile(2) refuses: from a pipe,
 * to a file that is open for appending, into a non-blocking pipe that is sometimes full. */
#include <pthread.h>

#include "fs_scratch.h"

#define BYTES 200000

static char content[BYTES];
static char found[BYTES];

static void *feed(void *end) {
  int file = *(int *)end;
  CHECK_EQ(write(file, content, BYTES), BYTES);
  CHECK_EQ(close(file), 0);
  return NULL;
}

static void *drain(void *end) {
  int file = *(int *)end;
  size_t total = 0;
  while (total < BYTES) {
    ssize_t got = read(file, found + total, BYTES - total);
    CHECK(got > 0);
    total += (size_t)got;
    usleep(200);
  }
  return NULL;
}

static void from_pipe(void) {
  int ends[2];
  pthread_t feeder;
  put_text("out", "");
  int out = open("out", O_WRONLY | O_CLOEXEC);
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(pthread_create(&feeder, NULL, feed, &ends[1]), 0);
  CHECK_EQ(FS_ONCE(sendfile, out, ends[0], 0, 100000), 100000);
  CHECK_EQ(FS_ONCE(sendfile, out, ends[0], 0, 2 * BYTES), BYTES - 100000);
  CHECK_EQ(FS_ONCE(sendfile, out, ends[0], 0, 1), 0);
  CHECK_EQ(pthread_join(feeder, NULL), 0);
  check_file("out", content, BYTES);
  close(ends[0]);
  close(out);
}

static void to_appending(void) {
  put_text("out", "head ");
  int in = open("in", O_RDONLY | O_CLOEXEC);
  int out = open("out", O_WRONLY | O_APPEND | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(sendfile, out, in, 10, 50000), 50000);
  CHECK_EQ(FS_ONCE(sendfile, out, in, BYTES - 1, 50000), 1);
  CHECK_EQ(FS_ONCE(sendfile, out, in, BYTES, 50000), 0);
  CHECK_EQ(FS_ONCE(sendfile, out, in, -1, 1), UV_EINVAL);
  CHECK_EQ(facts_of("out").st_size, 50006);
  close(in);
  close(out);
  in = open("out", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(pread(in, found, 50000, 5), 50000);
  CHECK_EQ(memcmp(found, content + 10, 50000), 0);
  close(in);
}

static void to_full_pipe(void) {
  int source[2];
  int target[2];
  pthread_t feeder;
  pthread_t drainer;
  memset(found, 0, BYTES);
  CHECK_EQ(pipe2(source, O_CLOEXEC), 0);
  CHECK_EQ(pipe2(target, O_CLOEXEC), 0);
  CHECK(fcntl(target[1], F_SETPIPE_SZ, 4096) >= 4096);
  CHECK_EQ(fcntl(target[1], F_SETFL, O_NONBLOCK), 0);
  CHECK_EQ(pthread_create(&feeder, NULL, feed, &source[1]), 0);
  CHECK_EQ(pthread_create(&drainer, NULL, drain, &target[0]), 0);
  CHECK_EQ(FS_ONCE(sendfile, target[1], source[0], 0, BYTES), BYTES);
  CHECK_EQ(pthread_join(feeder, NULL), 0);
  CHECK_EQ(pthread_join(drainer, NULL), 0);
  CHECK_EQ(memcmp(found, content, BYTES), 0);
  close(source[0]);
  close(target[0]);
  close(target[1]);
}

static void body(void) {
  from_pipe();
  to_appending();
  to_full_pipe();
}

int main(void) {
  scratch_begin();
  scratch_limit();
  for (size_t i = 0; i < BYTES; i++) {
    content[i] = (char)(i * 13 >> 2);
  }
  put_file("in", content, BYTES);
  fs_both(body);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Proves that usage is what getrusage(2) returns, field by field, and that the usage of a thread is
 * its own.
 */
#include <sys/mman.h>
#include <sys/resource.h>

#include "../check.h"
#include "uv.h"

static uint64_t used_us(const uv_rusage_t *usage) {
  return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
         (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

static void work(uint64_t us) {
  uv_rusage_t usage;
  CHECK_EQ(uv_getrusage_thread(&usage), 0);
  uint64_t start = used_us(&usage);
  do {
    CHECK_EQ(uv_getrusage_thread(&usage), 0);
  } while (used_us(&usage) - start < us);
}

static uint64_t thread_us;

static void other(void *unused) {
  (void)unused;
  uv_rusage_t usage;
  work(150000);
  CHECK_EQ(uv_getrusage_thread(&usage), 0);
  thread_us = used_us(&usage);
}

int main(void) {
  uv_rusage_t before;
  uv_rusage_t own;
  CHECK_EQ(uv_getrusage_thread(&before), 0);
  uv_thread_t thread;
  CHECK_EQ(uv_thread_create(&thread, other, NULL), 0);
  CHECK_EQ(uv_thread_join(&thread), 0);
  CHECK_EQ(uv_getrusage_thread(&own), 0);
  uv_rusage_t all;
  CHECK_EQ(uv_getrusage(&all), 0);
  CHECK(thread_us >= 150000);
  CHECK(used_us(&own) - used_us(&before) < 100000);
  CHECK(used_us(&all) + 50000 >= thread_us);

  /* Work for each counter that is easy to raise. */
  size_t size = (size_t)8 << 20;
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  memset(memory, 1, size);
  uv_sleep(1);
  struct rusage expected;
  struct rusage later;
  uv_rusage_t actual;
  CHECK_EQ(getrusage(RUSAGE_SELF, &expected), 0);
  CHECK_EQ(uv_getrusage(&actual), 0);
  CHECK_EQ(getrusage(RUSAGE_SELF, &later), 0);
#define BETWEEN(field)                                       \
  CHECK((uint64_t)actual.field >= (uint64_t)expected.field); \
  CHECK((uint64_t)actual.field <= (uint64_t)later.field)
  BETWEEN(ru_utime.tv_sec);
  BETWEEN(ru_stime.tv_sec);
  BETWEEN(ru_maxrss);
  BETWEEN(ru_ixrss);
  BETWEEN(ru_idrss);
  BETWEEN(ru_isrss);
  BETWEEN(ru_minflt);
  BETWEEN(ru_majflt);
  BETWEEN(ru_nswap);
  BETWEEN(ru_inblock);
  BETWEEN(ru_oublock);
  BETWEEN(ru_msgsnd);
  BETWEEN(ru_msgrcv);
  BETWEEN(ru_nsignals);
  BETWEEN(ru_nvcsw);
  BETWEEN(ru_nivcsw);
  CHECK(actual.ru_maxrss > 8192);
  CHECK(actual.ru_minflt > 0);
  CHECK(actual.ru_nvcsw > 0);
  return 0;
}

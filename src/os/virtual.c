/* SPDX-License-Identifier: MIT */
/* The virtual clock, and threads that sleep by it. */
#include "os/virtual.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/clock.h"

/* What a reading adds; after this many without a wait in between, the program spins. */
#define READ_NS 100u
#define READS_MAX 1000u
#define SPIN_NS (10 * GY_CLOCK_NS_PER_US)

/* The same for turns of a loop that does not sleep. */
#define TURN_NS GY_CLOCK_NS_PER_US
#define TURNS_MAX 100u
#define SPIN_TURN_NS (50 * GY_CLOCK_NS_PER_US)

typedef struct sleeper {
  struct sleeper *next;
  uint64_t until_ns;
  pid_t tid;
} sleeper;

uint64_t gy_virtual_ns;
static int64_t calendar_ns; /* the date minus the clock */
static atomic_uint reads;   /* since somebody waited */
static atomic_uint turns;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved; /* the clock has moved */
static sleeper *sleepers;    /* under the lock */
static _Thread_local bool is_loop __attribute__((tls_model("initial-exec")));

/* Under the lock. */
static void begin(uint64_t calendar_ms) {
  struct timespec date;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&moved, &attributes);
  pthread_condattr_destroy(&attributes);
  uint64_t now_ns = gy_clock_ns();
  uint64_t whole_ns = (now_ns / GY_CLOCK_NS_PER_MS + 1) * GY_CLOCK_NS_PER_MS;
  clock_gettime(CLOCK_REALTIME, &date);
  uint64_t date_ms = (uint64_t)date.tv_sec * 1000 + (uint64_t)date.tv_nsec / GY_CLOCK_NS_PER_MS + 1;
  date_ms = calendar_ms != 0 ? calendar_ms : date_ms;
  calendar_ns = (int64_t)(date_ms * GY_CLOCK_NS_PER_MS) - (int64_t)whole_ns;
  __atomic_store_n(&gy_virtual_ns, whole_ns, __ATOMIC_RELEASE);
}

void gy_virtual_begin(uint64_t calendar_ms) {
  pthread_mutex_lock(&lock);
  if (!gy_virtual_on()) {
    begin(calendar_ms);
  }
  pthread_mutex_unlock(&lock);
}

void gy_virtual_reach(uint64_t ns) {
  uint64_t now_ns = gy_virtual_now();
  while (ns > now_ns && !__atomic_compare_exchange_n(&gy_virtual_ns, &now_ns, ns, true,
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  atomic_store_explicit(&reads, 0, memory_order_relaxed);
  atomic_store_explicit(&turns, 0, memory_order_relaxed);
  if (__atomic_load_n(&sleepers, __ATOMIC_RELAXED) != NULL) {
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&lock);
  }
}

static uint64_t pass(uint64_t ns) {
  return __atomic_add_fetch(&gy_virtual_ns, ns, __ATOMIC_RELAXED);
}

uint64_t gy_virtual_read(void) {
  unsigned count = atomic_fetch_add_explicit(&reads, 1, memory_order_relaxed);
  return pass(count < READS_MAX ? READ_NS : SPIN_NS);
}

int64_t gy_virtual_calendar_ns(void) { return (int64_t)gy_virtual_read() + calendar_ns; }

void gy_virtual_turn(bool heard) {
  if (heard) {
    atomic_store_explicit(&turns, 0, memory_order_relaxed);
  }
  unsigned count = atomic_fetch_add_explicit(&turns, 1, memory_order_relaxed);
  pass(count < TURNS_MAX ? TURN_NS : SPIN_TURN_NS);
}

void gy_virtual_is_loop(bool now) { is_loop = now; }

unsigned gy_virtual_sleepers(uint64_t *first_ns) {
  unsigned count = 0;
  *first_ns = GY_VIRTUAL_NEVER;
  if (__atomic_load_n(&sleepers, __ATOMIC_RELAXED) == NULL) {
    return 0;
  }
  pthread_mutex_lock(&lock);
  for (const sleeper *one = sleepers; one != NULL; one = one->next) {
    if (one->until_ns > gy_virtual_now()) { /* otherwise it is about to continue */
      *first_ns = one->until_ns < *first_ns ? one->until_ns : *first_ns;
      count++;
    }
  }
  pthread_mutex_unlock(&lock);
  return count;
}

bool gy_virtual_sleeps(pid_t tid) {
  bool found = false;
  pthread_mutex_lock(&lock);
  for (const sleeper *one = sleepers; one != NULL; one = one->next) {
    found |= one->tid == tid && one->until_ns > gy_virtual_now();
  }
  pthread_mutex_unlock(&lock);
  return found;
}

/* If nobody moves the clock, this takes real time, and the clock follows. */
void gy_virtual_sleep(uint64_t ns) {
  sleeper self = {.until_ns = gy_virtual_now() + ns, .tid = (pid_t)syscall(SYS_gettid)};
  if (is_loop) {
    gy_virtual_reach(self.until_ns);
    return;
  }
  struct timespec until = gy_clock_timespec(gy_clock_ns() + ns);
  pthread_mutex_lock(&lock);
  self.next = sleepers;
  __atomic_store_n(&sleepers, &self, __ATOMIC_RELAXED);
  int err = 0;
  while (gy_virtual_now() < self.until_ns && err == 0) {
    err = pthread_cond_timedwait(&moved, &lock, &until);
  }
  sleeper **link = &sleepers;
  while (*link != &self) {
    link = &(*link)->next;
  }
  __atomic_store_n(link, self.next, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&lock);
  gy_virtual_reach(self.until_ns);
}

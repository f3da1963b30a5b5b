/* SPDX-License-Identifier: MIT */
/*
 * Proves that nothing is lost or delayed: while a loop turns without sleeping, two threads write to
 * many eventfds and sockets, at random and in bursts with pauses in which the loop becomes quiet.
 * The loop reads all the data, or only a part of it, or nothing the first time. Each writer waits
 * from time to time until all that it has written has been read, so an event that the loop misses
 * leads to the time limit.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "glance.h"

enum { WRITERS = 2, PLACES = 32, BURSTS = 300, BURST_MAX = 40 };

typedef struct {
  uv_poll_t poll;
  int in;
  int out; /* equal to `in` for an eventfd, else the other end of a socket */
  unsigned looked;
  atomic_uint *read_of; /* how many bytes of its writer have been read */
} place;

static uv_loop_t loop;
static place places[WRITERS][PLACES];
static atomic_uint taken[WRITERS];
static atomic_int writing;
static unsigned long quiet_turns;

static unsigned next_random(unsigned *state) {
  *state = *state * 1664525 + 1013904223;
  return *state >> 8;
}

static void on_readable(uv_poll_t *poll, int status, int events) {
  place *it = poll->data;
  CHECK_EQ(status, 0);
  CHECK_EQ(events, UV_READABLE);
  if (++it->looked % 7 == 0) {
    return; /* not yet: next time */
  }
  if (it->in == it->out) {
    atomic_fetch_add(it->read_of, (unsigned)take(it->in));
    return;
  }
  char bytes[16];
  ssize_t count = read(it->in, bytes, 1 + it->looked % sizeof(bytes)); /* rarely all */
  CHECK(count > 0);
  atomic_fetch_add(it->read_of, (unsigned)count);
}

static void *write_all(void *arg) {
  int self = (int)(intptr_t)arg;
  unsigned state = (unsigned)self + 1;
  unsigned sum = 0;
  for (int burst = 0; burst < BURSTS; burst++) {
    unsigned size = next_random(&state) % BURST_MAX;
    for (unsigned i = 0; i < size; i++) {
      place *it = &places[self][next_random(&state) % PLACES];
      if (it->in == it->out) {
        put(it->out);
      } else {
        CHECK_EQ(write(it->out, "x", 1), 1);
      }
      sum++;
    }
    while (atomic_load(&taken[self]) != sum) {
      sched_yield();
    }
    if (burst % 4 == 0) {
      usleep(next_random(&state) % 500);
    }
  }
  atomic_fetch_sub(&writing, 1);
  return NULL;
}

static void on_idle(uv_idle_t *idle) {
  quiet_turns += is_quiet(idle->loop);
  if (atomic_load(&writing) == 0) {
    uv_close((uv_handle_t *)idle, NULL);
    for (int i = 0; i < WRITERS * PLACES; i++) {
      uv_close((uv_handle_t *)&places[i / PLACES][i % PLACES].poll, NULL);
    }
  }
}

static void open_place(place *it, int number, atomic_uint *read_of) {
  int ends[2];
  if (number % 2 == 0) {
    it->in = it->out = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  } else {
    CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    it->in = ends[0];
    it->out = ends[1];
  }
  it->read_of = read_of;
  it->poll.data = it;
  CHECK_EQ(uv_poll_init(&loop, &it->poll, it->in), 0);
  CHECK_EQ(uv_poll_start(&it->poll, UV_READABLE, on_readable), 0);
}

int main(void) {
  pthread_t threads[WRITERS];
  uv_idle_t idle;
  glance_needed();
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_idle_init(&loop, &idle), 0);
  CHECK_EQ(uv_idle_start(&idle, on_idle), 0);
  atomic_store(&writing, WRITERS);
  for (int writer = 0; writer < WRITERS; writer++) {
    for (int i = 0; i < PLACES; i++) {
      open_place(&places[writer][i], i, &taken[writer]);
    }
  }
  make_quiet(&loop);
  for (int writer = 0; writer < WRITERS; writer++) {
    void *arg = (void *)(intptr_t)writer;
    CHECK_EQ(pthread_create(&threads[writer], NULL, write_all, arg), 0);
  }
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(quiet_turns > 0);
  for (int writer = 0; writer < WRITERS; writer++) {
    CHECK_EQ(pthread_join(threads[writer], NULL), 0);
  }
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}

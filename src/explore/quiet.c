/* SPDX-License-Identifier: MIT */
/*
 * Virtual time: how a loop waits whose clock is os/virtual.h. It asks the kernel without sleeping.
 * If the kernel has nothing, and neither has anything else in the process (the pool, other loops,
 * threads that do not sleep), the clock moves to the first time that somebody waits for.
 *
 * All loops of a process share the clock, so it moves only when all of them wait; `company` is the
 * list of them. A loop that waits may have an event that it has not seen yet, so its descriptor is
 * checked.
 */
#include "explore/quiet.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/check.h"
#include "explore/orders.h"
#include "loop/time.h"
#include "os/environment.h"
#include "os/virtual.h"

/* How long the clock stands still for something that is in progress inside of the process. */
#define PATIENCE_NS (1000 * GY_NS_PER_MS)

/* The pause between two looks while the kernel reports only what is held back. */
#define KEPT_PAUSE_NS (GY_NS_PER_MS / 5)

/* How long a wait is before the program's threads are looked at again. */
#define THREADS_PAUSE_NS (1 * GY_NS_PER_MS)

/* So long the kernel may take to deliver: it asks again after 200 ms whether there is room. */
#define SENDING_NS (300 * GY_NS_PER_MS)

/* What waits for events is not held back for more turns of the loop than this. */
#define IDLE_LOOKS 32

/* The exit code of a process in which nothing can happen any more. */
#define HANG_STATUS 70

static struct {
  pthread_mutex_t lock;
  gy_quiet *first;
  atomic_int held;     /* threads that compute outside of loops */
  atomic_bool runtime; /* a runtime reports such threads */
  unsigned changes;    /* of what any loop does; under the lock */
} company = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool gy_quiet_has_runtime(void) { return atomic_load(&company.runtime); }

static pid_t own_tid(void) { return (pid_t)syscall(SYS_gettid); }

bool gy_quiet_knows(pid_t tid) {
  bool knows = tid == own_tid();
  pthread_mutex_lock(&company.lock);
  for (const gy_quiet *one = company.first; one != NULL; one = one->next) {
    knows |= one->tid == tid && (!one->waits || one->until_ns != 0);
  }
  pthread_mutex_unlock(&company.lock);
  return knows;
}

static void set_waits(gy_quiet *quiet, bool waits, uint64_t until_ns) {
  pthread_mutex_lock(&company.lock);
  quiet->waits = waits;
  quiet->until_ns = until_ns;
  quiet->thread = pthread_self();
  quiet->tid = own_tid();
  quiet->changes++;
  company.changes++;
  pthread_mutex_unlock(&company.lock);
}

/* What the other loops have done so far. If it differs from before the last look, one of them may
 * have sent something that the look did not see. */
static unsigned changes_of_others(const gy_quiet *self) {
  pthread_mutex_lock(&company.lock);
  unsigned changes = company.changes - self->changes;
  pthread_mutex_unlock(&company.lock);
  return changes;
}

/* Somebody has woken it, though it may not have noticed; or the kernel has something for it. */
static bool has_news(const gy_quiet *other) {
  struct pollfd one = {.fd = other->loop->io.fd, .events = POLLIN};
  return other->until_ns <= gy_virtual_now() ||
         (!other->blocked &&
          (atomic_load(&other->loop->shared.sleeping) == GY_AWAKE || poll(&one, 1, 0) != 0));
}

/* Under the lock. False if another loop has something to do. */
static bool others_wait(const gy_quiet *self) {
  if (atomic_load(&company.held) > 0) {
    return false;
  }
  for (const gy_quiet *other = company.first; other != NULL; other = other->next) {
    bool computes = !other->waits && !pthread_equal(other->thread, self->thread);
    if (other != self && (computes || (other->until_ns != 0 && has_news(other)))) {
      return false;
    }
  }
  return true;
}

/* Under the lock. The first time that any loop waits for. */
static uint64_t first_time(void) {
  uint64_t first_ns;
  gy_virtual_sleepers(&first_ns);
  for (const gy_quiet *one = company.first; one != NULL; one = one->next) {
    if (one->waits && one->until_ns != 0 && one->until_ns < first_ns) {
      first_ns = one->until_ns;
    }
  }
  return first_ns;
}

/* Under the lock. Wakes the other loops whose time has come. */
static void move(gy_quiet *self, uint64_t to_ns) {
  gy_virtual_reach(to_ns);
  for (gy_quiet *one = company.first; one != NULL; one = one->next) {
    if (one != self && one->waits && one->until_ns != 0 && one->until_ns <= to_ns) {
      one->real->wake(&one->loop->io);
    }
  }
}

/* What others did before the loop looked for events. */
typedef struct {
  unsigned changes; /* changes_of_others */
  gy_peers threads; /* gy_threads_do */
  uint64_t runs;
} gy_seen;

static gy_seen see_others(const gy_quiet *self) {
  gy_seen seen = {.changes = changes_of_others(self)};
  seen.threads = gy_threads_do(&seen.runs);
  return seen;
}

/* May a thread have woken the loop since? */
static bool threads_ran(gy_seen seen) {
  uint64_t runs;
  return gy_threads_do(&runs) != seen.threads || runs != seen.runs;
}

/* Moves the clock, or returns what keeps it from moving. *MISSED: it must look for events again. */
static gy_peers try_to_move(gy_quiet *self, gy_seen seen, bool *missed) {
  gy_peers peers = gy_peers_of(self);
  peers = seen.threads > peers ? seen.threads : peers;
  *missed = peers == GY_PEERS_NONE && threads_ran(seen);
  if (*missed) {
    return GY_PEERS_INSIDE;
  }
  pthread_mutex_lock(&company.lock);
  if (peers == GY_PEERS_NONE && !others_wait(self)) {
    peers = GY_PEERS_INSIDE;
  }
  *missed = peers == GY_PEERS_NONE && company.changes - self->changes != seen.changes;
  if (*missed) {
    peers = GY_PEERS_INSIDE;
  }
  if (peers == GY_PEERS_NONE) {
    uint64_t first_ns = first_time();
    if (first_ns != GY_VIRTUAL_NEVER) {
      move(self, first_ns);
    }
  }
  pthread_mutex_unlock(&company.lock);
  return peers;
}

/*
 * Waits in real time, for at most REAL_NS (GY_VIRTUAL_NEVER: for ever). If somebody outside may
 * send something, the clock moves along. KEPT: the kernel would at once report what is held back.
 */
static int wait_really(gy_quiet *self, gy_event *events, int max, uint64_t real_ns, gy_peers peers,
                       bool kept, const sigset_t *mask) {
  uint64_t before_ns = gy_virtual_now();
  uint64_t start_ns = gy_clock_ns();
  int count = 0;
  if (kept) {
    real_ns = real_ns < KEPT_PAUSE_NS ? real_ns : KEPT_PAUSE_NS;
    struct timespec pause = gy_clock_timespec(real_ns);
    nanosleep(&pause, NULL);
  } else {
    int64_t timeout_ns = real_ns > INT64_MAX ? -1 : (int64_t)real_ns;
    count = self->real->wait(&self->loop->io, events, max, timeout_ns, mask);
  }
  if (peers == GY_PEERS_OUTSIDE) {
    uint64_t passed_ns = gy_clock_ns() - start_ns;
    pthread_mutex_lock(&company.lock);
    move(self, before_ns + (passed_ns < real_ns ? passed_ns : real_ns));
    pthread_mutex_unlock(&company.lock);
  }
  return self->orders != NULL && count > 0 ? 0 : count; /* they are looked at again */
}

/* The events that the loop may see; *NEXT_NS: when there may be more. */
static int look(gy_quiet *self, gy_event *events, int max, const sigset_t *mask, uint64_t *next_ns,
                bool *kept) {
  *kept = false;
  return self->orders == NULL ? self->real->wait(&self->loop->io, events, max, 0, mask)
                              : gy_orders_look(self, events, max, mask, next_ns, kept);
}

/* All loops wait, and none of them for a time? */
static bool is_stuck(const gy_quiet *self, gy_seen seen) {
  pthread_mutex_lock(&company.lock);
  bool stuck = company.changes - self->changes == seen.changes && others_wait(self) &&
               first_time() == GY_VIRTUAL_NEVER;
  pthread_mutex_unlock(&company.lock);
  return stuck;
}

static void nobody_moves(gy_quiet *self, gy_seen seen) {
  if (self->orders == NULL || !is_stuck(self, seen)) {
    return;
  }
  if (!gy_choose_recorded() && gy_peers_may_come(self, !gy_quiet_has_runtime())) {
    gy_choose_external();
  } else {
    fprintf(stderr, "gyre: the program hangs: nothing can happen any more. It waits for:\n");
    gyre_print_alive((uv_loop_t *)self->loop, stderr);
    gy_choose_hang();
    exit(HANG_STATUS);
  }
}

/* The kernel may be busy with what was sent; what it delivers comes before time passes. False if
 * there is nothing, or if it has taken too long (*LEFT_NS is 0): the other end does not read. */
static bool wait_for_kernel(gy_quiet *self, gy_event *events, int max, const sigset_t *mask,
                            uint64_t *left_ns, int *count) {
  if (!gy_peers_sends(self, *left_ns == 0) || *left_ns == 0) {
    return false;
  }
  uint64_t start_ns = gy_clock_ns();
  *count = wait_really(self, events, max, GY_NS_PER_MS, GY_PEERS_INSIDE, false, mask);
  uint64_t passed_ns = gy_clock_ns() - start_ns;
  *left_ns -= passed_ns < *left_ns ? passed_ns : *left_ns;
  return true;
}

/* Waits for an event, or until the clock has reached UNTIL_NS. */
static int wait_for(gy_quiet *self, gy_event *events, int max, uint64_t until_ns,
                    const sigset_t *mask) {
  uint64_t patience_ns = PATIENCE_NS;
  uint64_t kernel_ns = SENDING_NS;
  for (;;) {
    bool kept;
    bool missed;
    uint64_t next_ns = until_ns;
    gy_seen seen = see_others(self);
    set_waits(self, false, 0); /* a look may find something that others cannot see: held requests */
    int count = look(self, events, max, mask, &next_ns, &kept);
    if (count != 0 || gy_posts_waiting(self->loop)) {
      return count;
    }
    if (gy_orders_give_in(self, next_ns)) {
      continue;
    }
    if (!kept && next_ns > gy_virtual_now() &&
        wait_for_kernel(self, events, max, mask, &kernel_ns, &count)) {
      if (count != 0) {
        return count;
      }
      continue;
    }
    set_waits(self, true, next_ns);
    uint64_t sleeper_ns;
    gy_virtual_sleepers(&sleeper_ns);
    gy_peers peers = try_to_move(self, seen, &missed);
    if (missed) {
      continue;
    }
    uint64_t now_ns = gy_virtual_now();
    if (now_ns >= next_ns) {
      if (now_ns >= until_ns || gy_orders_close_due(self)) {
        return 0;
      }
      continue;
    }
    bool wakes = sleeper_ns <= now_ns; /* a thread whose time has come, and which wakes no loop */
    if (peers == GY_PEERS_NONE && (wakes || gy_virtual_sleepers(&sleeper_ns) > 0)) {
      peers = GY_PEERS_INSIDE;
    }
    uint64_t left_ns = next_ns == GY_VIRTUAL_NEVER ? next_ns : next_ns - now_ns;
    uint64_t start_ns = gy_clock_ns();
    if (peers == GY_PEERS_NONE) { /* another loop is due, or nothing ever will be */
      nobody_moves(self, seen);
      left_ns = GY_VIRTUAL_NEVER;
    } else if (peers == GY_PEERS_INSIDE && patience_ns > 0) {
      left_ns = patience_ns;
    } else {
      peers = GY_PEERS_OUTSIDE;
      if (self->orders != NULL) {
        gy_choose_external();
      }
    }
    if ((wakes || seen.threads != GY_PEERS_NONE) && left_ns > THREADS_PAUSE_NS) {
      left_ns = THREADS_PAUSE_NS;
    }
    count = wait_really(self, events, max, left_ns, peers, kept, mask);
    uint64_t passed_ns = gy_clock_ns() - start_ns;
    patience_ns -= passed_ns < patience_ns ? passed_ns : patience_ns;
    if (count != 0) {
      return count;
    }
  }
}

static int quiet_wait(gy_io *io, gy_event *events, int max, int64_t timeout_ns,
                      const sigset_t *mask) {
  gy_quiet *self = io->own;
  uint64_t next_ns = GY_VIRTUAL_NEVER;
  bool kept;
  gy_virtual_is_loop(true);
  if (timeout_ns == 0) {
    set_waits(self, false, 0);
    int count = look(self, events, max, mask, &next_ns, &kept);
    gy_virtual_turn(count > 0);
    self->idle_looks = count > 0 ? 0 : self->idle_looks + 1;
    if (self->idle_looks % IDLE_LOOKS == 0) { /* turns are no events, and there may be no others */
      gy_orders_give_in(self, GY_VIRTUAL_NEVER);
    }
    return count;
  }
  uint64_t until_ns = timeout_ns < 0 ? GY_VIRTUAL_NEVER : gy_virtual_now() + (uint64_t)timeout_ns;
  int count = wait_for(self, events, max, until_ns, mask);
  set_waits(self, false, 0);
  if (self->orders != NULL && gy_virtual_now() >= until_ns) {
    gy_orders_timer_due(self);
  }
  return count;
}

/* Other loops may wait until this one moves the clock or lets them: it no longer will. */
static void wake_others(const gy_quiet *self) {
  pthread_mutex_lock(&company.lock);
  for (gy_quiet *one = company.first; one != NULL; one = one->next) {
    if (one != self && one->waits && one->until_ns != 0) {
      one->real->wake(&one->loop->io);
    }
  }
  pthread_mutex_unlock(&company.lock);
}

/* Outside of uv_run a loop does not stop the clock, unless a runtime says that it computes then. */
static void quiet_leave(gy_io *io) {
  set_waits(io->own, !gy_quiet_has_runtime(), 0);
  gy_virtual_is_loop(false);
  wake_others(io->own);
}

static void put_around(gy_quiet *quiet, gy_io *io);

static void forget(const gy_quiet *quiet) {
  gy_quiet **link = &company.first;
  while (*link != quiet) {
    link = &(*link)->next;
  }
  *link = quiet->next;
}

/* The child has only this thread, and no longer the loops of others. */
static int quiet_fork(gy_io *io) {
  gy_quiet *self = io->own;
  pthread_mutex_init(&company.lock, NULL);
  self->next = NULL;
  company.first = self;
  self->waits = true;
  self->until_ns = 0;
  int err = self->real->fork(io);
  put_around(self, io);
  return err;
}

static void quiet_close(gy_io *io) {
  gy_quiet *self = io->own;
  pthread_mutex_lock(&company.lock);
  forget(self);
  pthread_mutex_unlock(&company.lock);
  wake_others(self);
  gy_virtual_is_loop(false);
  self->real->close(io);
  io->own = NULL;
  gy_orders_close(self);
  gy_free(self->known);
  gy_free(self);
}

static void put_around(gy_quiet *quiet, gy_io *io) {
  quiet->real = io->ops;
  quiet->ops = *io->ops;
  quiet->ops.wait = quiet_wait;
  quiet->ops.leave = quiet_leave;
  quiet->ops.fork = quiet_fork;
  quiet->ops.close = quiet_close;
  io->ops = &quiet->ops;
  io->own = quiet;
  io->virtual_ns = &gy_virtual_ns;
  gy_glance_close(&io->glance);
  io->glance.refused = true; /* a turn that asks nobody would not move the clock */
}

static int adopt(gy_loop *loop) {
  gy_quiet *quiet = gy_alloc_zeroed(1, sizeof(*quiet));
  if (quiet == NULL) {
    return UV_ENOMEM;
  }
  if (gy_choose_on && gy_orders_open(quiet) != 0) {
    gy_free(quiet);
    return UV_ENOMEM;
  }
  gy_virtual_begin(0);
  quiet->loop = loop;
  quiet->waits = true;
  quiet->thread = pthread_self();
  put_around(quiet, &loop->io);
  gy_time_forget(loop);
  pthread_mutex_lock(&company.lock);
  quiet->next = company.first;
  company.first = quiet;
  bool is_second = quiet->next != NULL && !pthread_equal(quiet->next->thread, quiet->thread);
  pthread_mutex_unlock(&company.lock);
  if (is_second && quiet->orders != NULL) {
    gy_choose_threads();
  }
  return 0;
}

static bool is_wanted(void) {
  const char *text = gy_environment_get("GYRE_VIRTUAL_TIME");
  return text != NULL && text[0] != 0 && strcmp(text, "0") != 0;
}

static void heed_environment(void) {
  if (gy_environment_asks()) {
    gy_choose_heed();
    if (is_wanted()) {
      gy_virtual_begin(0);
    }
  }
}

/* Several threads may open their first loops at the same time: each waits until the environment is
 * heeded, before it reads anything of it. */
int gy_quiet_open(gy_loop *loop) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, heed_environment);
  return gy_virtual_on() ? adopt(loop) : 0;
}

int gyre_virtual_time(uv_loop_t *storage) {
  gy_loop *loop = gy_loop_of(storage);
  if (loop->io.virtual_ns != NULL) {
    return 0;
  }
  if (loop->trace.at.step != GY_STEP_NONE || loop->files.ring != NULL || loop->trace.ring != NULL) {
    return UV_EBUSY;
  }
  return adopt(loop);
}

/* Under the lock. How far the clock may go while this loop is blocked: as far as the first that
 * waits; but while the pool works, no further than real time has passed. */
static uint64_t time_for_blocked(const gy_quiet *self) {
  uint64_t first_ns = first_time();
  uint64_t along_ns = self->block_ns + (gy_clock_ns() - self->block_real_ns);
  bool works = self->orders == NULL && self->loop->work.count > 0;
  return works && along_ns < first_ns ? along_ns : first_ns;
}

/* While it is blocked, another thread handles its wake-ups: the caller calls this repeatedly. */
int gyre_virtual_block(uv_loop_t *storage, uint64_t until_ns) {
  gy_loop *loop = gy_loop_of(storage);
  if (loop->io.virtual_ns == NULL) {
    return UV_EINVAL;
  }
  gy_quiet *self = gy_quiet_of(loop);
  pthread_mutex_lock(&company.lock);
  if (!self->blocked) {
    self->block_ns = gy_virtual_now();
    self->block_real_ns = gy_clock_ns();
  }
  self->blocked = until_ns != 0;
  self->waits = self->blocked && !self->must_look;
  self->must_look = false;
  self->until_ns = until_ns;
  self->thread = pthread_self();
  if (self->waits && others_wait(self) && first_time() != GY_VIRTUAL_NEVER) {
    move(self, time_for_blocked(self));
  }
  pthread_mutex_unlock(&company.lock);
  return until_ns <= gy_virtual_now();
}

void gyre_virtual_unblock(void) {
  pthread_mutex_lock(&company.lock);
  for (gy_quiet *one = company.first; one != NULL; one = one->next) {
    one->must_look = one->blocked;
    one->waits &= !one->blocked;
  }
  pthread_mutex_unlock(&company.lock);
}

void gyre_virtual_hold(int change) {
  if (gy_choose_on && change < 0) { /* its loop begins, and the program may have taken long */
    gy_virtual_reach(gy_virtual_now() + gy_choose_time(GYRE_CHOICE_STALL, "program"));
  }
  atomic_store(&company.runtime, true);
  pthread_mutex_lock(&company.lock);
  atomic_fetch_add(&company.held, change);
  company.changes++;
  for (gy_quiet *one = company.first; one != NULL; one = one->next) {
    bool begins = change < 0 && one->until_ns == 0 && pthread_equal(one->thread, pthread_self());
    one->waits &= !begins; /* it computes until it waits */
  }
  pthread_mutex_unlock(&company.lock);
}

int gyre_is_virtual(const uv_loop_t *loop) { return gy_loop_of(loop)->io.virtual_ns != NULL; }

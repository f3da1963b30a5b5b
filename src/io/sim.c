/* SPDX-License-Identifier: MIT */
/* The backend without a kernel: see sim.h. */
#include "io/sim.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/check.h"

static const gy_io_ops sim_ops;

void gy_sim_init(gy_sim *sim) {
  *sim = (gy_sim){.now_ns = GY_SIM_START_NS, .wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  GY_CHECK(sim->wake_fd >= 0);
}

gy_io gy_sim_io(gy_sim *sim) {
  return (gy_io){
      .ops = &sim_ops, .virtual_ns = &sim->now_ns, .own = sim, .fd = -1, .wake_fd = sim->wake_fd};
}

void gy_sim_ready(gy_sim *sim, int fd, uint32_t events) {
  gy_sim_fd *state = &sim->fds[fd];
  if (state->ready == 0) {
    state->turn = sim->turns++;
  }
  state->ready = events;
}

void gy_sim_at(gy_sim *sim, int64_t when_ns, int fd, uint32_t events) {
  uint64_t at_ns = (uint64_t)(GY_SIM_START_NS + when_ns);
  GY_CHECK(sim->step_count < GY_SIM_STEPS && fd >= 0 && fd < GY_SIM_FDS);
  int place = sim->step_count++;
  while (place > sim->steps_done && sim->steps[place - 1].at_ns > at_ns) {
    sim->steps[place] = sim->steps[place - 1];
    place--;
  }
  sim->steps[place] = (gy_sim_step){.at_ns = at_ns, .fd = fd, .events = events};
}

void gy_sim_pass(gy_sim *sim, int64_t ns) { sim->now_ns += (uint64_t)ns; }

static void play_steps(gy_sim *sim) {
  while (sim->steps_done < sim->step_count && sim->steps[sim->steps_done].at_ns <= sim->now_ns) {
    const gy_sim_step *step = &sim->steps[sim->steps_done++];
    gy_sim_ready(sim, step->fd, step->events);
  }
}

static uint32_t reported(const gy_sim_fd *state) {
  return state->known ? state->ready & (state->wanted | GY_IO_ERROR | GY_IO_HANGUP) : 0;
}

/* The next ready descriptor in order, of those that have not been reported since LIMIT. */
static int next_ready(const gy_sim *sim, uint64_t limit) {
  int found = -1;
  for (int fd = 0; fd < GY_SIM_FDS; fd++) {
    const gy_sim_fd *state = &sim->fds[fd];
    if (reported(state) != 0 && state->turn < limit &&
        (found < 0 || state->turn < sim->fds[found].turn)) {
      found = fd;
    }
  }
  return found;
}

static int collect(gy_sim *sim, gy_event *events, int max) {
  uint64_t limit = sim->turns;
  int count = 0;
  int fd;
  play_steps(sim);
  limit = sim->turns;
  while (count < max && (fd = next_ready(sim, limit)) >= 0) {
    gy_sim_fd *state = &sim->fds[fd];
    events[count++] = (gy_event){.fd = fd, .stamp = state->stamp, .events = reported(state)};
    state->turn = sim->turns++;
  }
  return count;
}

static bool take_wake(gy_sim *sim, int patience_ms) {
  struct pollfd wake = {.fd = sim->wake_fd, .events = POLLIN};
  uint64_t count;
  int ready;
  do {
    ready = poll(&wake, 1, patience_ms);
  } while (ready < 0 && errno == EINTR);
  return ready > 0 && read(sim->wake_fd, &count, sizeof(count)) == sizeof(count);
}

/* Advances virtual time to the next event, at most to UNTIL_NS. */
static void jump(gy_sim *sim, uint64_t until_ns) {
  if (sim->steps_done < sim->step_count && sim->steps[sim->steps_done].at_ns < until_ns) {
    until_ns = sim->steps[sim->steps_done].at_ns;
  }
  if (until_ns == UINT64_MAX) {
    bool woken = take_wake(sim, GY_SIM_PATIENCE_MS);
    GY_CHECK(woken); /* otherwise the loop sleeps for ever */
  } else if (until_ns > sim->now_ns) {
    sim->now_ns = until_ns;
  }
}

static int sim_wait(gy_io *io, gy_event *events, int max, int64_t timeout_ns,
                    const sigset_t *mask) {
  gy_sim *sim = io->own;
  sim->first_timeout_ns = sim->waits == 0 ? timeout_ns : sim->first_timeout_ns;
  sim->last_timeout_ns = timeout_ns;
  sim->blocked_sigprof = mask != NULL && sigismember(mask, SIGPROF) == 1;
  sim->waits++;
  int count = collect(sim, events, max);
  if (count > 0 || timeout_ns == 0 || take_wake(sim, 0)) {
    return count;
  }
  uint64_t now_ns = sim->now_ns;
  if (sim->interrupts > 0 || sim->early_returns > 0) {
    bool interrupted = sim->interrupts > 0;
    *(interrupted ? &sim->interrupts : &sim->early_returns) -= 1;
    sim->now_ns += timeout_ns < 0 ? 0 : (uint64_t)timeout_ns / 2;
    return interrupted ? -EINTR : 0;
  }
  uint64_t until_ns = now_ns + (uint64_t)timeout_ns;
  for (;;) {
    jump(sim, timeout_ns < 0 ? UINT64_MAX : until_ns);
    count = collect(sim, events, max);
    bool scripted = sim->steps_done < sim->step_count;
    if (count > 0 || !scripted || (timeout_ns >= 0 && sim->now_ns >= until_ns)) {
      return count;
    }
  }
}

static int sim_set(gy_io *io, int fd, uint32_t stamp, uint32_t before, uint32_t now) {
  gy_sim *sim = io->own;
  GY_CHECK(fd >= 0 && fd < GY_SIM_FDS);
  gy_sim_fd *state = &sim->fds[fd];
  sim->sets++;
  if (state->set_error != 0) {
    int err = state->set_error;
    state->set_error = 0;
    return err;
  }
  GY_CHECK(before != 0 || now != 0);
  GY_CHECK(state->known == (before != 0) && (before == 0 || state->wanted == before));
  state->known = now != 0;
  state->wanted = now;
  state->stamp = stamp;
  return 0;
}

static int sim_probe(gy_io *io, int fd) {
  (void)io;
  return fd >= 0 && fd < GY_SIM_FDS ? 0 : -EBADF;
}

static void sim_wake(gy_io *io) {
  int saved = errno;
  uint64_t one = 1;
  ssize_t written = write(io->wake_fd, &one, sizeof(one));
  GY_CHECK(written == sizeof(one));
  errno = saved;
}

static int sim_fork(gy_io *io) {
  gy_sim *sim = io->own;
  for (int fd = 0; fd < GY_SIM_FDS; fd++) {
    sim->fds[fd].known = false;
    sim->fds[fd].wanted = 0;
  }
  return 0;
}

static void sim_close(gy_io *io) {
  close(io->wake_fd);
  io->wake_fd = -1;
}

static const gy_io_ops sim_ops = {
    .name = "sim",
    .set = sim_set,
    .probe = sim_probe,
    .wait = sim_wait,
    .wake = sim_wake,
    .fork = sim_fork,
    .close = sim_close,
};

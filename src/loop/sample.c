/* SPDX-License-Identifier: MIT */
/*
 * The stack of a thread, taken from outside: a signal makes the thread record it. The signal is an
 * unused real-time signal, chosen when the first sample is taken.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "loop/watch.h"
#include "os/arch.h"
#include "os/futex.h"
#include "os/symbols.h"

#define ANSWER_NS 100000000 /* a thread that does not answer by then has the signal blocked */

static struct {
  _Atomic uint32_t answered; /* counts samples */
  const gyre_runtime_hooks *hooks;
  bool with_frames;
  atomic_bool wanted; /* a thread that answers late must not write */
  gy_sample sample;
} shared;

/* Removes the handler and its callers. The interrupted frame has made no call: adding 1 to its
 * address makes it look like those of frames that have. */
static void trim(gy_sample *sample, const void *at) {
  for (int i = 0; i < sample->count && at != NULL; i++) {
    if (sample->frames[i] == at) {
      sample->count -= i;
      memmove(sample->frames, sample->frames + i, (size_t)sample->count * sizeof(void *));
      sample->frames[0] = (char *)sample->frames[0] + 1;
      return;
    }
  }
}

static void on_signal(int signum, siginfo_t *info, void *context) {
  (void)signum, (void)info;
  int saved = errno;
  bool wanted = true;
  if (atomic_compare_exchange_strong(&shared.wanted, &wanted, false)) {
    const void *at = gy_arch_address(context);
    if (shared.with_frames) {
      shared.sample.count = gy_symbol_frames(shared.sample.frames, GY_SAMPLE_FRAMES);
      trim(&shared.sample, at);
    }
    shared.sample.promised = shared.hooks->interrupt != NULL && shared.hooks->interrupt(at) != 0;
    atomic_fetch_add(&shared.answered, 1);
    gy_futex_wake(&shared.answered, 1);
  }
  errno = saved;
}

/* The signal that samples use; 0 if all are taken. */
static int signal_number(void) {
  static int number = -1;
  for (int signum = SIGRTMAX - 1; number < 0 && signum > SIGRTMIN; signum--) {
    struct sigaction before;
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    if (sigaction(signum, NULL, &before) == 0 && before.sa_handler == SIG_DFL &&
        sigaction(signum, &action, NULL) == 0) {
      void *frames[2];
      gy_symbol_frames(frames, 2); /* the first call must be outside of a handler */
      number = signum;
    }
  }
  return number < 0 ? 0 : number;
}

/* True if the thread has answered. */
static bool ask(int thread, const gyre_runtime_hooks *hooks, bool with_frames) {
  struct timespec limit = {.tv_nsec = ANSWER_NS};
  int signum = signal_number();
  uint32_t before = atomic_load(&shared.answered);
  shared.hooks = hooks;
  shared.with_frames = with_frames;
  atomic_store(&shared.wanted, true);
  bool wanted = true;
  if (signum == 0 || syscall(SYS_tgkill, getpid(), thread, signum) != 0) {
    atomic_compare_exchange_strong(&shared.wanted, &wanted, false);
    return false;
  }
  while (atomic_load(&shared.answered) == before) {
    wanted = true;
    if (gy_futex_wait(&shared.answered, before, &limit) == -ETIMEDOUT &&
        atomic_compare_exchange_strong(&shared.wanted, &wanted, false)) {
      return false;
    }
  }
  return true;
}

bool gy_sample_take(int thread, const gyre_runtime_hooks *hooks, gy_sample *sample) {
  if (!ask(thread, hooks, true)) {
    return false;
  }
  *sample = shared.sample;
  return true;
}

bool gy_sample_interrupt(int thread, const gyre_runtime_hooks *hooks, gy_sample *sample) {
  if (!ask(thread, hooks, false)) {
    return false;
  }
  sample->promised = shared.sample.promised;
  return true;
}

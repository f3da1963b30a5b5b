/* SPDX-License-Identifier: MIT */
/*
 * The pool under exploration. A request gets one of as many simulated threads as the pool has, in
 * the order of submission. When that thread begins, and when the loop learns of the end, is decided
 * separately. The work itself is done at the start, on a real thread, while the loop waits. So one
 * request runs at a time, and two runs with the same decisions do the same.
 *
 * A request that takes too long (it may wait for the loop itself) continues in the background; the
 * run then counts as not reproducible.
 */
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/check.h"
#include "explore/journal.h"
#include "explore/orders.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/virtual.h"
#include "work/fs.h"

#define PATIENCE_NS (1000 * GY_NS_PER_MS)
#define THREADS_DEFAULT 4
#define PATHS 64 /* that can be distinguished */

/* The value of `since_ns` when a thread has done the work. Under the lock. */
#define DONE UINT64_MAX

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER; /* of DONE */

static unsigned threads(void) {
  const char *text = gy_environment_get("UV_THREADPOOL_SIZE");
  long count = text == NULL ? THREADS_DEFAULT : strtol(text, NULL, 10);
  return count < 1 ? 1 : count > 1024 ? 1024 : (unsigned)count;
}

/* "fs.stat"; valid until the next call. */
static const char *label_of(const gy_request *request) {
  static const char *const types[] = {
#define GY_FS_OPERATION(NAME, function, again) [UV_FS_##NAME] = "fs." #NAME,
#include "work/fs.def"
#undef GY_FS_OPERATION
  };
  static _Thread_local char label[24] __attribute__((tls_model("initial-exec")));
  const char *name = uv_req_type_name(request->type);
  unsigned type = request->type == UV_FS ? (unsigned)((const uv_fs_t *)request)->fs_type : 0;
  if (request->type == UV_FS && type < sizeof(types) / sizeof(types[0]) && types[type] != NULL) {
    name = types[type];
  }
  size_t length = 0;
  for (; name != NULL && name[length] != 0 && length < sizeof(label) - 1; length++) {
    label[length] = (char)tolower((unsigned char)name[length]);
  }
  label[length] = 0;
  return label;
}

static gy_request *request_of(gy_queue *link) { return GY_CONTAINER(link, gy_request, on.link); }

void gy_held_init(gy_held *held) {
  gy_queue *lists[] = {&held->queued, &held->starting, &held->ending, &held->slow};
  for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
    gy_queue_init(lists[i]);
  }
}

static bool is_name(const gy_request *request) { return request->kind == GYRE_WORK_NAME; }

/* Strategies that group by subject treat everything that is done to one path or descriptor alike.
 * Temporary paths have a different name in each run, so paths are numbered in the order in which
 * they are first seen. */
static uint64_t subject_of(const gy_request *request) {
  static _Thread_local uint64_t seen[PATHS] __attribute__((tls_model("initial-exec")));
  const gy_fs *fs = (const gy_fs *)request;
  if (request->type != UV_FS) {
    return (uint64_t)request->type;
  }
  if (fs->path == NULL) {
    return (uint64_t)fs->file + UV_REQ_TYPE_MAX + PATHS;
  }
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (const char *at = fs->path; *at != 0; at++) {
    hash = (hash ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
  }
  unsigned place = 0;
  while (place < PATHS - 1 && seen[place] != 0 && seen[place] != hash) {
    place++;
  }
  seen[place] = hash;
  return place + UV_REQ_TYPE_MAX;
}

/* Assigns the next requests to free threads; name look-ups get at most half of them. */
static void give_out(gy_quiet *quiet) {
  gy_held *held = &quiet->orders->held;
  unsigned count = threads();
  gy_queue *link = held->queued.next;
  while (link != &held->queued && held->busy < count) {
    gy_request *request = request_of(link);
    link = link->next;
    if (is_name(request) && held->busy_names >= (count + 1) / 2) {
      continue;
    }
    gy_queue_remove(&request->on.link);
    held->busy++;
    held->busy_names += is_name(request);
    gy_choose_chain = request->chain;
    gy_choose_subject = subject_of(request);
    request->since_ns = gy_orders_keep(quiet, GYRE_CHOICE_START, label_of(request));
    gy_journal_decided(request, gy_choose_occurrence);
    gy_queue_push_back(&held->starting, &request->on.link);
  }
}

void gy_held_submit(gy_loop *loop, gy_request *request) {
  gy_quiet *quiet = gy_quiet_of(loop);
  request->state = GY_REQUEST_HELD;
  request->chain = gy_orders_chain(quiet);
  gy_journal_submitted(request);
  gy_queue_push_back(&quiet->orders->held.queued, &request->on.link);
  give_out(quiet);
}

/* Its callback is called next. */
void gy_held_called(gy_loop *loop, gy_request *request) {
  gy_orders_follow(gy_quiet_of(loop), request->chain);
  gy_journal_called(request);
}

/* On the thread that did the work. */
void gy_held_done(gy_request *request) {
  pthread_mutex_lock(&lock);
  request->since_ns = DONE;
  pthread_cond_broadcast(&finished);
  pthread_mutex_unlock(&lock);
}

static bool is_done(const gy_request *request) {
  pthread_mutex_lock(&lock);
  bool done = request->since_ns == DONE;
  pthread_mutex_unlock(&lock);
  return done;
}

static bool wait_for(const gy_request *request) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += PATIENCE_NS / GY_CLOCK_NS_PER_SECOND;
  int err = 0;
  pthread_mutex_lock(&lock);
  while (request->since_ns != DONE && err == 0) {
    err = pthread_cond_timedwait(&finished, &lock, &until);
  }
  bool done = request->since_ns == DONE;
  pthread_mutex_unlock(&lock);
  return done;
}

static void set_end(gy_quiet *quiet, gy_request *request) {
  request->state = GY_REQUEST_DONE;
  gy_choose_chain = request->chain;
  gy_choose_subject = subject_of(request);
  request->since_ns = gy_orders_keep(quiet, GYRE_CHOICE_END, label_of(request));
  gy_journal_decided(request, gy_choose_occurrence);
  gy_queue_push_back(&quiet->orders->held.ending, &request->on.link);
}

static void start(gy_quiet *quiet, gy_request *request) {
  gy_queue_remove(&request->on.link);
  gy_orders_note(quiet, "start", label_of(request));
  gy_journal_passed(request, "start", label_of(request));
  request->since_ns = gy_clock_ns();
  gy_pool_give(request);
  if (wait_for(request)) {
    set_end(quiet, request);
  } else {
    gy_choose_external();
    gy_queue_push_back(&quiet->orders->held.slow, &request->on.link);
  }
}

static void release(gy_quiet *quiet, gy_request *request) {
  gy_held *held = &quiet->orders->held;
  gy_queue_remove(&request->on.link);
  gy_orders_note(quiet, "end", label_of(request));
  gy_journal_passed(request, "end", label_of(request));
  held->busy--;
  held->busy_names -= is_name(request);
  gy_pool_finish(request);
  give_out(quiet);
}

/* The request on LIST that has been due longest. */
static gy_request *first_due(gy_quiet *quiet, gy_queue *list, uint64_t *next_ns) {
  gy_request *first = NULL;
  for (gy_queue *link = list->next; link != list; link = link->next) {
    gy_request *one = request_of(link);
    if (gy_orders_due(quiet, one->since_ns, next_ns) &&
        (first == NULL || one->since_ns < first->since_ns)) {
      first = one;
    }
  }
  return first;
}

static void take_slow(gy_quiet *quiet) {
  gy_held *held = &quiet->orders->held;
  gy_queue *link = held->slow.next;
  while (link != &held->slow) {
    gy_request *request = request_of(link);
    link = link->next;
    if (is_done(request)) {
      gy_queue_remove(&request->on.link);
      set_end(quiet, request);
    }
  }
}

bool gy_held_slow(const gy_quiet *quiet) { return !gy_queue_empty(&quiet->orders->held.slow); }

/* One at a time, so that what one leads to can come before the next. */
bool gy_held_step(gy_quiet *quiet, uint64_t *next_ns) {
  gy_held *held = &quiet->orders->held;
  take_slow(quiet);
  gy_request *ended = first_due(quiet, &held->ending, next_ns);
  gy_request *started = ended == NULL ? first_due(quiet, &held->starting, next_ns) : NULL;
  if (ended != NULL) {
    release(quiet, ended);
  } else if (started != NULL) {
    start(quiet, started);
    *next_ns = gy_virtual_now(); /* it may also have ended */
  }
  return ended != NULL;
}

/* It has not begun. */
void gy_held_cancel(gy_request *request) {
  gy_quiet *quiet = gy_quiet_of(request->loop);
  gy_held *held = &quiet->orders->held;
  bool has_thread = false;
  for (gy_queue *link = held->starting.next; link != &held->starting; link = link->next) {
    has_thread |= request_of(link) == request;
  }
  gy_queue_remove(&request->on.link);
  request->state = GY_REQUEST_CANCELLED;
  if (has_thread) {
    held->busy--;
    held->busy_names -= is_name(request);
    give_out(quiet);
  }
}

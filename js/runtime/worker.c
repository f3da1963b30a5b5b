/* SPDX-License-Identifier: MIT */
#include "runtime/worker.h"

#include <gyre.h>
#include <stdlib.h>
#include <time.h>

#include "engine/memory.h"

#define AGAIN_MS 20
#define LEAST_STACK ((size_t)256 << 10) /* with less the engine does not start */
#define SPARE_STACK ((size_t)192 << 10) /* for C, when JavaScript has used up its own */

gj_worker *gj_worker_new(gj_runtime *parent, gj_endpoint *port, gj_endpoint *public_port,
                         size_t stack_size) {
  static _Atomic uint64_t last_id; /* process: numbers of threads */
  gj_worker *worker = gj_memory_new(sizeof(*worker), "a worker");
  atomic_init(&worker->references, 1);
  worker->id = atomic_fetch_add(&last_id, 1) + 1;
  worker->parent = parent;
  worker->port = port;
  worker->public_port = public_port;
  worker->inbox = gj_endpoint_inbox(worker->id);
  worker->stack_size = (stack_size < LEAST_STACK ? LEAST_STACK : stack_size) + SPARE_STACK;
  pthread_mutex_init(&worker->lock, NULL);
  return worker;
}

void gj_worker_free(gj_worker *worker) {
  if (atomic_fetch_sub(&worker->references, 1) == 1) {
    if (worker->port != NULL) {
      gj_endpoint_free(worker->port);
      gj_endpoint_free(worker->public_port);
    }
    gj_endpoint_free(worker->inbox);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
  }
}

static void *run(void *arg) {
  gj_worker *worker = arg;
  gj_runtime_of_worker(worker);
  gj_endpoint_close(worker->inbox);
  if (worker->port != NULL) { /* it ended before it began: what was sent with it is returned */
    gj_endpoint_close(worker->port);
    gj_endpoint_close(worker->public_port);
  }
  gj_mailbox_finished(&worker->parent->mailbox, worker);
  gyre_virtual_hold(-1);
  return NULL;
}

int gj_worker_start(gj_worker *worker) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, worker->stack_size);
  atomic_fetch_add(&worker->references, 1);
  worker->next = worker->parent->workers;
  worker->parent->workers = worker;
  gyre_virtual_hold(1); /* except while its loop runs: run_program of start.c */
  int err = -pthread_create(&worker->thread, &attributes, run, worker);
  pthread_attr_destroy(&attributes);
  if (err != 0) {
    gyre_virtual_hold(-1);
    worker->parent->workers = worker->next;
    gj_worker_free(worker);
  }
  return err;
}

void gj_worker_stop(gj_worker *worker, int code, int reason) {
  pthread_mutex_lock(&worker->lock);
  if (!atomic_load(&worker->stop.asked)) {
    worker->code = reason == GJ_TERMINATED && !worker->begun ? 0 : code; /* as in Node */
    worker->reason = reason;
  }
  gj_stop_ask(&worker->stop);
  if (worker->loop != NULL) {
    gj_runtime *runtime = worker->loop->data;
    uv_async_send(&runtime->mailbox.async);
  }
  pthread_mutex_unlock(&worker->lock);
}

/* Repeats the request to all that were told to end and have not. */
static void on_again(uv_timer_t *timer) {
  gj_runtime *parent = timer->data;
  bool done = true;
  for (gj_worker *worker = parent->workers; worker != NULL; worker = worker->next) {
    if (atomic_load(&worker->stop.asked)) {
      gj_worker_stop(worker, 1, GJ_TERMINATED);
      done = false;
    }
  }
  if (done) {
    uv_timer_stop(timer);
  }
}

void gj_worker_terminate(gj_worker *worker) {
  gj_runtime *parent = worker->parent;
  gj_worker_stop(worker, 1, GJ_TERMINATED);
  if (parent->again.data == NULL) {
    uv_timer_init(parent->loop, &parent->again);
    uv_unref((uv_handle_t *)&parent->again);
    parent->again.data = parent;
  }
  uv_timer_start(&parent->again, on_again, AGAIN_MS, AGAIN_MS);
}

static void unlist(gj_worker *worker) {
  gj_worker **at = &worker->parent->workers;
  while (*at != worker) {
    at = &(*at)->next;
  }
  *at = worker->next;
}

/* Waits for a while. */
static bool is_gone(gj_worker *worker) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += AGAIN_MS * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return pthread_timedjoin_np(worker->thread, NULL, &until) == 0;
}

gj_worker_end gj_worker_join(gj_worker *worker) {
  pthread_join(worker->thread, NULL);
  unlist(worker);
  if (worker->parent->workers == NULL && worker->parent->again.data != NULL) {
    uv_timer_stop(&worker->parent->again);
  }
  return (gj_worker_end){worker->code, worker->reason};
}

void gj_worker_stop_all(gj_runtime *runtime) {
  for (gj_worker *worker = runtime->workers; worker != NULL; worker = worker->next) {
    gj_worker_stop(worker, 1, GJ_TERMINATED);
  }
  while (runtime->workers != NULL) {
    gj_worker *worker = runtime->workers;
    while (!is_gone(worker)) {
      gj_worker_stop(worker, 1, GJ_TERMINATED);
    }
    unlist(worker);
    gj_worker_free(worker);
  }
  runtime->mailbox.finished = NULL;
}

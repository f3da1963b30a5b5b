/* SPDX-License-Identifier: MIT */
/* A worker: a thread with a runtime of its own, started by another runtime. */
#ifndef GJ_JS_RUNTIME_WORKER_H
#define GJ_JS_RUNTIME_WORKER_H

#include <pthread.h>

#include "runtime/ports.h"

/* Why a worker has ended. */
enum {
#define WORKER_END(name) GJ_##name,
#include "lists.def"
};

typedef struct gj_worker {
  struct gj_worker *next_finished; /* in its parent's mailbox */
  struct gj_worker *next;          /* of the same parent, while it runs */
  atomic_uint references;          /* the thread's, and that of an object in its parent */
  uint64_t id;
  gj_runtime *parent;
  gj_endpoint *port;        /* how it talks to its parent; NULL: taken */
  gj_endpoint *public_port; /* the same for its program */
  gj_endpoint *inbox;       /* what any thread sends to it */
  pthread_t thread;
  size_t stack_size;
  pthread_mutex_t lock; /* for the next four */
  gj_stop stop;
  uv_loop_t *loop; /* NULL: there is none (any more) */
  pid_t tid;
  bool begun; /* its program has */
  int code;   /* with which it ends */
  int reason;
} gj_worker;

typedef struct {
  int code, reason;
} gj_worker_end;

/* Not started yet. The references to the ports are the worker's. */
gj_worker *gj_worker_new(gj_runtime *parent, gj_endpoint *port, gj_endpoint *public_port,
                         size_t stack_size);
int gj_worker_start(gj_worker *worker); /* 0, or an error: there is no thread */
/* Ends it, whatever it does; on any thread, also its own. */
void gj_worker_stop(gj_worker *worker, int code, int reason);
/* The same in its parent, again and again: a termination request may get lost at some moments. */
void gj_worker_terminate(gj_worker *worker);
gj_worker_end gj_worker_join(gj_worker *worker); /* in its parent: it has finished */
void gj_worker_free(gj_worker *worker);          /* a reference */
/* Afterwards no worker that this runtime has started is left. */
void gj_worker_stop_all(gj_runtime *runtime);

/* start.c: the life of a runtime on this thread, from its loop to its end. */
void gj_runtime_of_worker(gj_worker *worker);

#endif

/* SPDX-License-Identifier: MIT */
/* A worker: a thread with a runtime of its own, started by another runtime. */
#ifndef GY_JS_RUNTIME_WORKER_H
#define GY_JS_RUNTIME_WORKER_H

#include <pthread.h>

#include "runtime/ports.h"

/* Why a worker has ended. */
enum {
#define WORKER_END(name) GY_##name,
#include "lists.def"
};

typedef struct gy_worker {
  struct gy_worker *next_finished; /* in its parent's mailbox */
  struct gy_worker *next;          /* of the same parent, while it runs */
  atomic_uint references;          /* the thread's, and that of an object in its parent */
  uint64_t id;
  gy_runtime *parent;
  gy_endpoint *port;        /* how it talks to its parent; NULL: taken */
  gy_endpoint *public_port; /* the same for its program */
  gy_endpoint *inbox;       /* what any thread sends to it */
  pthread_t thread;
  size_t stack_size;
  pthread_mutex_t lock; /* for the next four */
  gy_stop stop;
  uv_loop_t *loop; /* NULL: there is none (any more) */
  pid_t tid;
  bool begun; /* its program has */
  int code;   /* with which it ends */
  int reason;
} gy_worker;

typedef struct {
  int code, reason;
} gy_worker_end;

/* Not started yet. The references to the ports are the worker's. */
gy_worker *gy_worker_new(gy_runtime *parent, gy_endpoint *port, gy_endpoint *public_port,
                         size_t stack_size);
int gy_worker_start(gy_worker *worker); /* 0, or an error: there is no thread */
/* Ends it, whatever it does; on any thread, also its own. */
void gy_worker_stop(gy_worker *worker, int code, int reason);
gy_worker_end gy_worker_join(gy_worker *worker); /* in its parent: it has finished */
void gy_worker_free(gy_worker *worker);          /* a reference */
/* Of all workers that this runtime has started none is left then. */
void gy_worker_stop_all(gy_runtime *runtime);

/* start.c: the life of a runtime on this thread, from its loop to its end. */
void gy_runtime_of_worker(gy_worker *worker);

#endif

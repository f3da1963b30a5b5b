/* SPDX-License-Identifier: MIT */
/*
 * A request as the pool sees it: a view of the first 64 bytes that all request types share. The
 * types that go to the pool store nothing else there.
 */
#ifndef GY_WORK_REQUEST_H
#define GY_WORK_REQUEST_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/queue.h"
#include "gyre.h"
#include "loop/loop.h"

/* The state of a request. Changed under the pool's lock. */
enum {
  GY_REQUEST_QUEUED,
  GY_REQUEST_RUNNING,
  GY_REQUEST_CANCELLED,
  GY_REQUEST_HELD, /* by explore/held.c, before it begins */
  GY_REQUEST_DONE  /* the same, when it has ended */
};

typedef struct gy_request gy_request;

struct gy_request {
  void *data;
  uv_req_type type;
  uint8_t kind; /* gyre_work_kind */
  uint8_t state;
  uint16_t chain; /* for explore/held.c: what led to it */
  union {
    gy_queue link; /* while queued: on a lane of the pool */
    gy_post post;  /* afterwards: on its loop's list */
  } on;
  void (*work)(gy_request *request);             /* on a thread of the pool */
  void (*done)(gy_request *request, int status); /* on the loop's thread: 0 or UV_ECANCELED */
  gy_loop *loop;
  uint64_t since_ns; /* when it was queued */
};

/*
 * Submits a request to the pool. `data` and `type` are set, the rest is filled in here. The request
 * belongs to its loop until `done` is called. UV_ENOMEM, UV_EAGAIN: the pool could not be started.
 */
int gy_pool_submit(gy_loop *loop, void *request, gyre_work_kind kind,
                   void (*work)(gy_request *request),
                   void (*done)(gy_request *request, int status));

/* Are all threads busy? The answer may change at any moment. */
bool gy_pool_saturated(void);

/* How many requests wait for a thread. Always 0 if there is only one thread, which does one request
 * after the other: programs may rely on that. */
uint32_t gy_pool_queued(void);

/* Cancels a request that no thread has begun: `done` follows. UV_EBUSY: too late. */
int gy_pool_cancel(gy_request *request);

/* explore/held.c: when requests begin and when their loops learn of it, if orders are explored. */
void gy_held_submit(gy_loop *loop, gy_request *request);
void gy_held_done(gy_request *request); /* on its thread */
void gy_held_cancel(gy_request *request);
/* For held.c: a thread does it now; the loop learns of it now. */
void gy_pool_give(gy_request *request);
void gy_pool_finish(gy_request *request);

/* Ends the threads of the pool, after they have done what is queued. */
void gy_pool_stop(void);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Async handles: uv_async_send from any thread or signal handler makes the loop call back once.
 *
 * `state` says whether the handle has a post on its loop's list (PENDING), and how many senders are
 * between the push of that post and the end of the wake-up (in steps of SENDER). Only the sender
 * that sets PENDING pushes; all others are done after one atomic operation. The loop clears PENDING
 * before it calls back, so that a later send causes another call. uv_close sets PENDING for good,
 * so that a late send does nothing, and waits until no sender is left. After that the handle is on
 * no list, and never will be.
 */
#include <sched.h>
#include <stdatomic.h>

#include "base/check.h"
#include "handle/kinds.h"
#include "loop/call.h"
#include "loop/loop.h"

enum { PENDING = 1, SENDER = 2 };

typedef struct {
  gy_handle handle;
  uv_async_cb cb;
  gy_async_post on;
} gy_async;

_Static_assert(sizeof(gy_async) <= sizeof(uv_async_t), "gy_async fits");

static void run(gy_loop *loop, gy_post *post) {
  gy_async *async = GY_CONTAINER(post, gy_async, on.post);
  atomic_fetch_and(&async->on.state, ~(unsigned)PENDING);
  if (async->cb != NULL) {
    GY_CALL(loop, ASYNC, async, async->cb, async->cb((uv_async_t *)async));
  }
}

int uv_async_init(uv_loop_t *loop, uv_async_t *storage, uv_async_cb async_cb) {
  gy_async *async = (gy_async *)storage;
  gy_handle_init(gy_loop_of(loop), async, UV_ASYNC);
  async->cb = async_cb;
  async->on.number = ++gy_loop_of(loop)->posts.async_number;
  atomic_init(&async->on.state, 0);
  gy_handle_start(&async->handle);
  return 0;
}

static inline int push(gy_async *async) {
  async->on.post.run = run;
  gy_posts_push(async->handle.loop, GY_POSTS_ASYNC, &async->on.post);
  atomic_fetch_sub(&async->on.state, SENDER);
  return 0;
}

/* A separate function, so that without a trace no registers need to be saved. */
static __attribute__((noinline)) int push_traced(gy_async *async, const void *site) {
  gy_loop_trace_send(GY_KIND_ASYNC, async, site);
  return push(async);
}

int uv_async_send(uv_async_t *storage) {
  gy_async *async = (gy_async *)storage;
  unsigned before = atomic_load_explicit(&async->on.state, memory_order_relaxed);
  unsigned after;
  /* A handle that is already pending does not change, but it is written all the same. If it were
   * only read, what the caller wrote before the send might become visible only after the callback
   * has run. */
  do {
    after = (before & PENDING) != 0 ? before : (before | PENDING) + SENDER;
  } while (!atomic_compare_exchange_weak(&async->on.state, &before, after));
  if ((before & PENDING) != 0) {
    return 0;
  }
  if (GY_UNLIKELY(gy_loop_is_traced(async->handle.loop))) {
    return push_traced(async, __builtin_return_address(0));
  }
  return push(async);
}

bool gy_async_close(gy_handle *handle) {
  gy_async *async = (gy_async *)handle;
  gy_handle_stop(handle);
  unsigned before = atomic_fetch_or(&async->on.state, PENDING);
  while (atomic_load(&async->on.state) >= SENDER) {
    sched_yield();
  }
  if ((before & PENDING) != 0) {
    async->on.post.run = NULL;
    handle->loop->posts.dropped++;
  }
  return true;
}

/* What was sent before the fork belongs to the parent. */
void gy_async_forked(gy_handle *handle) {
  gy_async *async = (gy_async *)handle;
  async->on.post.run = NULL;
  atomic_store(&async->on.state, gy_handle_closing(handle) ? PENDING : 0);
}

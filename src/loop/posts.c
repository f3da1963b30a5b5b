/* SPDX-License-Identifier: MIT */
/*
 * What other threads and signal handlers want from the loop: async handles that were sent to, work
 * that the pool has finished, signals. They push it to a list, and wake the loop only if it has
 * declared that it sleeps, so senders need no system call while the loop runs. Outside of uv_run
 * the loop counts as sleeping: a program that polls uv_backend_fd itself must see the wake-up.
 *
 * The order that makes this safe: a sender pushes, then reads `sleeping`; the loop sets `sleeping`,
 * then looks at the lists. Both are sequentially consistent, so one of them sees the other.
 *
 * Before it sleeps, the loop polls the lists a little longer if something is likely to come
 * (os/spin.h). It does not do so if the pool is busy for a while: the threads of the pool need the
 * CPU, and waking up for each single request would cost more than the requests. Then the loop takes
 * a nap, which the pool does not interrupt until it is about to run out of work.
 *
 * There are three lists. Finished work runs first, then async handles, in their own order
 * (asyncs.c). Signals and ends of children are late: they run after everything else that the poll
 * phase has found, as programs expect.
 */
#include <sched.h>

#include "loop/loop.h"

#define CACHE_LINE 64
#define FETCHED_LINES 5 /* of a file request: as far as its stat result */

/* Modulo 2^16, and never 0. */
static uint16_t now_us(void) { return (uint16_t)(gy_clock_ns() / GY_CLOCK_NS_PER_US) | 1; }

static void wake_from(gy_loop *loop, unsigned lightest_sleep) {
  if (atomic_load(&loop->shared.sleeping) < lightest_sleep) {
    return;
  }
  unsigned sleep = atomic_exchange(&loop->shared.sleeping, GY_AWAKE);
  if (sleep == GY_AWAKE) {
    return;
  }
  if (sleep != GY_OUTSIDE) {
    atomic_store_explicit(&loop->shared.woken_us, now_us(), memory_order_relaxed);
  }
  loop->io.ops->wake(&loop->io);
}

void gy_posts_push(gy_loop *loop, gy_post_list list, gy_post *post) {
  gy_mpsc_push(&loop->shared.pushed[list], &post->node);
  wake_from(loop, GY_NAPPING);
}

/*
 * As soon as the push is visible, the loop may run the post, find nothing else to do, and be closed
 * and freed by the program. `posting` makes uv_loop_close wait until we no longer use the loop.
 */
void gy_posts_push_last(gy_loop *loop, gy_post *post, bool patient) {
  atomic_fetch_add(&loop->shared.posting, 1);
  gy_mpsc_push(&loop->shared.pushed[GY_POSTS_WORK], &post->node);
  wake_from(loop, patient ? GY_ASLEEP : GY_NAPPING);
  atomic_fetch_sub(&loop->shared.posting, 1);
}

static bool is_empty(gy_loop *loop, gy_post_list list) {
  gy_post_side *side = &loop->posts.lists[list];
  return side->left == NULL && gy_mpsc_empty(&loop->shared.pushed[list], &side->head);
}

bool gy_posts_waiting(gy_loop *loop) {
  return !is_empty(loop, GY_POSTS_WORK) || !is_empty(loop, GY_POSTS_ASYNC) ||
         loop->posts.pass != NULL || !is_empty(loop, GY_POSTS_LATE);
}

void gy_posts_sleep(gy_loop *loop) {
  atomic_store(&loop->shared.sleeping, GY_OUTSIDE);
  if (gy_posts_waiting(loop)) {
    wake_from(loop, GY_OUTSIDE);
  }
  if (GY_UNLIKELY(loop->io.ops->leave != NULL)) {
    loop->io.ops->leave(&loop->io);
  }
}

static bool are_waiting(void *loop) { return gy_posts_waiting(loop); }

int64_t gy_posts_may_sleep(gy_loop *loop, bool spun) {
  bool likely = !spun && (loop->posts.ran || loop->work.count > 0);
  bool piled_up = loop->work.count > 0 && loop->sleep.nap_ns > 0;
  loop->posts.ran = false;
  if (loop->io.virtual_ns == NULL && piled_up) {
    loop->sleep.napping = gy_spin_may_go_long(&loop->sleep.nap);
  } else if (loop->io.virtual_ns == NULL && likely) {
    if (gy_spin_until(&loop->sleep.spin, are_waiting, loop)) {
      return 0;
    }
  }
  atomic_store(&loop->shared.sleeping, loop->sleep.napping ? GY_NAPPING : GY_ASLEEP);
  if (gy_posts_waiting(loop)) {
    return 0;
  }
  return loop->sleep.napping ? loop->sleep.nap_ns : INT64_MAX;
}

/* If a sender had to wake the loop: how long did that take? If it was a nap: did it pay? */
void gy_posts_learn(gy_loop *loop) {
  uint16_t began_us = atomic_exchange_explicit(&loop->shared.woken_us, 0, memory_order_relaxed);
  if (began_us != 0) {
    gy_spin_woken(&loop->sleep.spin, (uint16_t)(now_us() - began_us));
  }
  if (loop->sleep.napping) {
    loop->sleep.napping = false;
    gy_spin_settle(&loop->sleep.nap, gy_posts_waiting(loop));
  }
}

static gy_post *take_left(gy_post_side *side) {
  gy_post *post = side->left;
  side->left = gy_post_next(post);
  return post;
}

/* Appends POST to those that are left over, or drops it if its owner has marked it. */
void gy_posts_sift(gy_loop *loop, gy_post_list list, gy_post *post) {
  gy_post_side *side = &loop->posts.lists[list];
  if (post->run == NULL) {
    loop->posts.dropped--;
    return;
  }
  gy_post_link(post, NULL);
  if (side->left == NULL) {
    side->left = post;
  } else {
    gy_post_link(side->left_last, post);
  }
  side->left_last = post;
}

static void sift_left(gy_loop *loop, gy_post_list list) {
  gy_post *before = loop->posts.lists[list].left;
  loop->posts.lists[list].left = NULL;
  while (before != NULL) {
    gy_post *post = before;
    before = gy_post_next(post);
    gy_posts_sift(loop, list, post);
  }
}

/* True if there was one: there may be more. */
static bool sift_pushed(gy_loop *loop, gy_post_list list) {
  gy_mpsc *pushed = &loop->shared.pushed[list];
  gy_mpsc_node **head = &loop->posts.lists[list].head;
  gy_mpsc_node *node = gy_mpsc_begin(pushed, head) ? gy_mpsc_pop(pushed, head) : NULL;
  if (node != NULL) {
    gy_posts_sift(loop, list, GY_CONTAINER(node, gy_post, node));
  }
  return node != NULL;
}

bool gy_posts_run_one(gy_loop *loop, gy_post *post) {
  if (post->run == NULL) {
    loop->posts.dropped--;
    return false;
  }
  gy_loop_allow(loop, GYRE_PHASE_POLL);
  post->run(loop, post);
  return true;
}

/* Prefetches what another thread has written, while the previous post runs. */
static void fetch(const gy_mpsc_node *node) {
  const char *bytes = (const char *)node;
  for (int line = 0; line < FETCHED_LINES; line++) {
    __builtin_prefetch(bytes + line * CACHE_LINE);
  }
}

static unsigned run_list(gy_loop *loop, gy_post_list list) {
  const unsigned *allowance = &loop->limits.left[GYRE_PHASE_POLL];
  gy_post_side *side = &loop->posts.lists[list];
  unsigned count = 0;
  unsigned events = list == GY_POSTS_WORK; /* each counts; of others only that they came */
  while (side->left != NULL && *allowance > 0) {
    gy_metrics_count(loop, events);
    count += gy_posts_run_one(loop, take_left(side));
  }
  gy_mpsc_node *node;
  while (*allowance > 0 && (node = gy_mpsc_pop(&loop->shared.pushed[list], &side->head)) != NULL) {
    if (events != 0) {
      fetch(side->head);
    }
    gy_metrics_count(loop, events);
    count += gy_posts_run_one(loop, GY_CONTAINER(node, gy_post, node));
  }
  return count;
}

static bool has_left_over(gy_loop *loop, gy_post_list list) {
  gy_post_side *side = &loop->posts.lists[list];
  return side->left != NULL || gy_mpsc_in_pass(&loop->shared.pushed[list], &side->head);
}

static void begin(gy_loop *loop, gy_post_list list) {
  gy_mpsc_begin(&loop->shared.pushed[list], &loop->posts.lists[list].head);
}

void gy_posts_begin(gy_loop *loop) {
  begin(loop, GY_POSTS_WORK);
  loop->posts.asyncs_due = !is_empty(loop, GY_POSTS_WORK) || !is_empty(loop, GY_POSTS_ASYNC);
}

unsigned gy_posts_run(gy_loop *loop) {
  const unsigned *allowance = &loop->limits.left[GYRE_PHASE_POLL];
  unsigned count = 0;
  gy_metrics_count(loop, 1); /* other threads had something for us */
  if (loop->posts.asyncs_kept) {
    count += gy_asyncs_run(loop);
    count += run_list(loop, GY_POSTS_WORK);
  } else {
    count += run_list(loop, GY_POSTS_WORK);
    count += gy_asyncs_run(loop);
  }
  loop->posts.asyncs_kept = *allowance == 0 && (loop->posts.asyncs_due || loop->posts.pass != NULL);
  begin(loop, GY_POSTS_LATE); /* the phase itself may have pushed some */
  count += run_list(loop, GY_POSTS_LATE);
  /* What a limit has left over comes first next time. Posts that have come meanwhile do too, but
   * not twice in a row: a post that is pushed again and again would starve the descriptors. */
  bool left_over = has_left_over(loop, GY_POSTS_WORK) || loop->posts.pass != NULL ||
                   has_left_over(loop, GY_POSTS_LATE);
  loop->posts.first =
      *allowance == 0 && (left_over || (!loop->posts.first && gy_posts_waiting(loop)));
  loop->posts.ran |= count > 0;
  return count;
}

/*
 * A handle that is closed while its post is on a list cannot remove it from the list. It marks the
 * post instead. Before the first such handle is returned to the program, the lists are searched
 * once for all of them, so that closing a million handles that were sent to takes linear time.
 */
void gy_posts_drop_closed(gy_loop *loop) {
  if (loop->posts.dropped == 0) {
    return;
  }
  gy_asyncs_drop_closed(loop);
  sift_left(loop, GY_POSTS_WORK);
  sift_left(loop, GY_POSTS_ASYNC);
  sift_left(loop, GY_POSTS_LATE);
  while (loop->posts.dropped > 0) {
    bool found = sift_pushed(loop, GY_POSTS_WORK);
    found |= sift_pushed(loop, GY_POSTS_ASYNC);
    found |= sift_pushed(loop, GY_POSTS_LATE);
    if (!found) {
      sched_yield(); /* another thread is in the middle of a push */
    }
  }
}

static void forked(gy_loop *loop, gy_post_list list) {
  sift_left(loop, list);
  while (sift_pushed(loop, list)) {
  }
  gy_mpsc_init(&loop->shared.pushed[list], &loop->posts.lists[list].head);
}

/*
 * In the child of a fork the other threads are gone, and with them every unfinished push: keep what
 * is reachable, and start new lists. Handles have marked their posts by now.
 */
void gy_posts_forked(gy_loop *loop) {
  gy_asyncs_drop_closed(loop);
  forked(loop, GY_POSTS_WORK);
  forked(loop, GY_POSTS_ASYNC);
  forked(loop, GY_POSTS_LATE);
  loop->posts.dropped = 0;
  atomic_store(&loop->shared.posting, 0);
}

/* SPDX-License-Identifier: MIT */
/*
 * What other threads want from the loop: async handles that were sent to, work that the pool has
 * finished. They push it to one list and wake the loop only if it has declared itself asleep, so a
 * loop that runs costs its senders no system call. Outside of uv_run it counts as asleep: a program
 * that polls uv_backend_fd by itself must see it.
 *
 * The order that makes it safe: a sender pushes, then reads `sleeping`; the loop sets `sleeping`,
 * then looks at the list. Both are sequentially consistent, so one of them sees the other.
 */
#include <sched.h>

#include "loop/loop.h"

void gy_posts_push(gy_loop *loop, gy_post *post) {
  gy_mpsc_push(&loop->posts, &post->node);
  if (atomic_load(&loop->sleeping) != 0 && atomic_exchange(&loop->sleeping, 0) != 0) {
    loop->io.ops->wake(&loop->io);
  }
}

/*
 * As soon as the push is visible, the loop may run the post, find nothing else to do, and be closed
 * and freed by the program. `posting` lets uv_loop_close wait for us to be done with it.
 */
void gy_posts_push_last(gy_loop *loop, gy_post *post) {
  atomic_fetch_add(&loop->posting, 1);
  gy_posts_push(loop, post);
  atomic_fetch_sub(&loop->posting, 1);
}

bool gy_posts_waiting(gy_loop *loop) {
  return loop->posts_left != NULL || !gy_mpsc_empty(&loop->posts);
}

void gy_posts_sleep(gy_loop *loop) {
  atomic_store(&loop->sleeping, 1);
  if (gy_posts_waiting(loop) && atomic_exchange(&loop->sleeping, 0) != 0) {
    loop->io.ops->wake(&loop->io);
  }
}

void gy_posts_awake(gy_loop *loop) {
  atomic_store_explicit(&loop->sleeping, 0, memory_order_relaxed);
}

static gy_post *next_of(gy_post *post) {
  gy_mpsc_node *next = atomic_load_explicit(&post->node.next, memory_order_relaxed);
  return next == NULL ? NULL : GY_CONTAINER(next, gy_post, node);
}

static gy_post *take_left(gy_loop *loop) {
  gy_post *post = loop->posts_left;
  loop->posts_left = next_of(post);
  return post;
}

/* Put POST aside, behind what was put aside before; or drop it, if its owner has marked it so. */
static void sift(gy_loop *loop, gy_post *post) {
  if (post->run == NULL) {
    loop->dropped_posts--;
    return;
  }
  atomic_store_explicit(&post->node.next, NULL, memory_order_relaxed);
  if (loop->posts_left == NULL) {
    loop->posts_left = post;
  } else {
    atomic_store_explicit(&loop->posts_left_last->node.next, &post->node, memory_order_relaxed);
  }
  loop->posts_left_last = post;
}

static bool run_one(gy_loop *loop, gy_post *post) {
  if (post->run == NULL) {
    loop->dropped_posts--;
    return false;
  }
  gy_loop_allow(loop, GYRE_PHASE_POLL);
  post->run(loop, post);
  return true;
}

unsigned gy_posts_run(gy_loop *loop) {
  const unsigned *allowance = &loop->allowance[GYRE_PHASE_POLL];
  unsigned count = 0;
  while (loop->posts_left != NULL && *allowance > 0) {
    count += run_one(loop, take_left(loop));
  }
  if (loop->posts_left == NULL && gy_mpsc_begin(&loop->posts)) {
    gy_mpsc_node *node;
    while (*allowance > 0 && (node = gy_mpsc_pop(&loop->posts)) != NULL) {
      count += run_one(loop, GY_CONTAINER(node, gy_post, node));
    }
  }
  /* What a limit has left over comes first next time. Posts that have come meanwhile do too, but
   * not twice in a row: one that is pushed again and again would keep descriptors from their turn.
   */
  bool left_over = loop->posts_left != NULL || gy_mpsc_in_pass(&loop->posts);
  loop->posts_first =
      *allowance == 0 && (left_over || (!loop->posts_first && gy_posts_waiting(loop)));
  loop->posts_ran |= count > 0;
  return count;
}

/*
 * A handle that is closed while its post is on the list cannot be taken off it. It marks the post
 * instead, and before the first such handle is handed back to the program the list is searched:
 * once for all of them, so that closing a million handles that were sent to stays linear.
 */
void gy_posts_drop_closed(gy_loop *loop) {
  if (loop->dropped_posts == 0) {
    return;
  }
  gy_post *before = loop->posts_left;
  loop->posts_left = NULL;
  while (before != NULL) {
    gy_post *post = before;
    before = next_of(post);
    sift(loop, post);
  }
  while (loop->dropped_posts > 0) {
    gy_mpsc_node *node = gy_mpsc_begin(&loop->posts) ? gy_mpsc_pop(&loop->posts) : NULL;
    if (node != NULL) {
      sift(loop, GY_CONTAINER(node, gy_post, node));
    } else {
      sched_yield(); /* another thread is in the middle of a push */
    }
  }
}

/*
 * In the child of a fork the other threads are gone, and with them every push that was half done:
 * keep what can be reached, and start a new list. Async handles have marked their posts by now.
 */
void gy_posts_forked(gy_loop *loop) {
  gy_post *before = loop->posts_left;
  loop->posts_left = NULL;
  while (before != NULL) {
    gy_post *post = before;
    before = next_of(post);
    sift(loop, post);
  }
  gy_mpsc_node *node;
  while (gy_mpsc_begin(&loop->posts) && (node = gy_mpsc_pop(&loop->posts)) != NULL) {
    sift(loop, GY_CONTAINER(node, gy_post, node));
  }
  gy_mpsc_init(&loop->posts);
  loop->dropped_posts = 0;
  atomic_store(&loop->posting, 0);
}

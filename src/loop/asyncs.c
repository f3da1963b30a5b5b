/* SPDX-License-Identifier: MIT */
/*
 * In which order async handles are called: that of their creation, whatever the order of the sends.
 * posts.c runs them, as part of the poll phase.
 *
 * A pass takes all handles that were sent to and goes through them by number. A handle that is sent
 * to meanwhile is called in the same pass if its number is still to come, else in the next turn's.
 * Programs see one list of handles that is gone through from its beginning to its end; but here
 * those that nobody sent to cost nothing.
 *
 * A pass is limited to what stays in the cache while it is sorted and called: with a million
 * handles, each look at one costs more than its callback. Those behind the limit, in the order of
 * the sends, have their turn in the next.
 */
#include "loop/loop.h"

/* Sorting merges lists of 2^i runs that are in order; so many of them for any number of runs. */
#define SIZES 32

#define PASS_MAX 1024

/* How far to look for a place in the pass. Whoever finds none waits for the next: with more handles
 * than that under way, a search for each one would cost more than the calls. */
#define STEPS_MAX 16

static uint32_t number_of(const gy_post *post) {
  return GY_CONTAINER(post, const gy_async_post, post)->number;
}

/* Numbers may wrap around. */
static bool comes_before(uint32_t number, uint32_t other) { return (int32_t)(number - other) < 0; }

static gy_post *merge(gy_post *one, gy_post *two) {
  gy_post head;
  gy_post *last = &head;
  while (one != NULL && two != NULL) {
    gy_post **first = comes_before(number_of(one), number_of(two)) ? &one : &two;
    gy_post_link(last, *first);
    last = *first;
    *first = gy_post_next(*first);
  }
  gy_post_link(last, one != NULL ? one : two);
  return gy_post_next(&head);
}

/* Cut off and return what is in order at the beginning of LIST. */
static gy_post *cut_run(gy_post **list) {
  gy_post *run = *list;
  gy_post *last = run;
  gy_post *next = gy_post_next(last);
  while (next != NULL && comes_before(number_of(last), number_of(next))) {
    last = next;
    next = gy_post_next(last);
  }
  gy_post_link(last, NULL);
  *list = next;
  return run;
}

/* Most often the sends were in order, and this is one look at each. */
static gy_post *sort(gy_post *list) {
  gy_post *merged[SIZES] = {NULL};
  while (list != NULL) {
    gy_post *run = cut_run(&list);
    unsigned size = 0;
    for (; merged[size] != NULL; size++) {
      run = merge(merged[size], run);
      merged[size] = NULL;
    }
    merged[size] = run;
  }
  gy_post *sorted = NULL;
  for (unsigned size = 0; size < SIZES; size++) {
    sorted = merge(merged[size], sorted);
  }
  return sorted;
}

/* The next of those that were sent to. There is an end to them: each is there once at most. */
static gy_post *pop_sent(gy_loop *loop) {
  gy_mpsc *sent = &loop->asyncs.pushed;
  gy_mpsc_node *node = gy_mpsc_begin(sent) ? gy_mpsc_pop(sent) : NULL;
  return node == NULL ? NULL : GY_CONTAINER(node, gy_post, node);
}

/* The next of those that were put aside, or of those that were sent to. */
static gy_post *take_next(gy_loop *loop) {
  gy_post *post = loop->asyncs.left;
  if (post == NULL) {
    return pop_sent(loop);
  }
  loop->asyncs.left = gy_post_next(post);
  return post;
}

static void start_pass(gy_loop *loop) {
  gy_post head;
  gy_post *last = &head;
  gy_post *post = NULL;
  unsigned count = 0;
  while (count < PASS_MAX && (post = take_next(loop)) != NULL) {
    gy_post_link(last, post);
    last = post;
    count++;
  }
  gy_post_link(last, NULL);
  loop->pass = sort(gy_post_next(&head));
  loop->pass_full = count == PASS_MAX;
}

/* False if there is no place near. */
static bool join_pass(gy_loop *loop, gy_post *post) {
  uint32_t number = number_of(post);
  if (loop->pass == NULL) {
    gy_post_link(post, NULL);
    loop->pass = post;
    return true;
  }
  if (comes_before(number, number_of(loop->pass))) {
    gy_post_link(post, loop->pass);
    loop->pass = post;
    return true;
  }
  gy_post *at = loop->pass;
  for (int step = 0; step < STEPS_MAX; step++) {
    gy_post *next = gy_post_next(at);
    if (next == NULL || comes_before(number, number_of(next))) {
      gy_post_link(post, next);
      gy_post_link(at, post);
      return true;
    }
    at = next;
  }
  return false;
}

/* Handles that were sent to since, while number NUMBER was called. */
static void take_sent(gy_loop *loop, uint32_t number) {
  gy_post *post;
  while ((post = pop_sent(loop)) != NULL) {
    if (!comes_before(number, number_of(post)) || !join_pass(loop, post)) {
      gy_posts_sift(loop, &loop->asyncs, post);
    }
  }
}

unsigned gy_asyncs_run(gy_loop *loop) {
  const unsigned *allowance = &loop->allowance[GYRE_PHASE_POLL];
  unsigned count = 0;
  if (loop->pass == NULL && loop->asyncs_due && *allowance > 0) {
    loop->asyncs_due = false;
    start_pass(loop);
  }
  while (loop->pass != NULL && *allowance > 0) {
    gy_post *post = loop->pass;
    uint32_t number = number_of(post);
    loop->pass = gy_post_next(post);
    count += gy_posts_run_one(loop, post);
    if (number != loop->async_number && !loop->pass_full) { /* none comes after the youngest */
      take_sent(loop, number);
    }
  }
  return count;
}

void gy_asyncs_drop_closed(gy_loop *loop) {
  gy_post *rest = loop->pass;
  gy_post head;
  gy_post *last = &head;
  while (rest != NULL) {
    gy_post *post = rest;
    rest = gy_post_next(post);
    if (post->run == NULL) {
      loop->dropped_posts--;
    } else {
      gy_post_link(last, post);
      last = post;
    }
  }
  gy_post_link(last, NULL);
  loop->pass = gy_post_next(&head);
}

/* SPDX-License-Identifier: MIT */
/*
 * The order in which async handles are called: the order of their creation, whatever the order of
 * the sends. posts.c runs them, as part of the poll phase.
 *
 * A pass takes all handles that were sent to and calls them by number. If a handle is sent to
 * during the pass, it is called in the same pass if its number is still to come, else in the pass
 * of the next turn. To programs this looks like one list of handles that is walked from its
 * beginning to its end; but handles that nobody sent to cost nothing.
 *
 * A pass is limited to what stays in the cache while it is sorted and called: with a million
 * handles, each access to one costs more than its callback. Those beyond the limit, in the order of
 * the sends, are called in the next turn.
 */
#include <string.h>

#include "loop/loop.h"

#define PASS_MAX 1024
#define FEW 24 /* for which a simple sort is used */

/* How far to search for a place in the pass. A handle that finds none waits for the next pass: with
 * more handles than that in the pass, searching for each one would cost more than the calls. */
#define STEPS_MAX 16

static uint32_t number_of(const gy_post *post) {
  return GY_CONTAINER(post, const gy_async_post, post)->number;
}

/* Numbers may wrap around. */
static bool comes_before(uint32_t number, uint32_t other) { return (int32_t)(number - other) < 0; }

/* A post with what it is sorted by, so that sorting does not have to look at the handles again. */
typedef struct {
  uint32_t key;
  gy_post *post;
} entry;

/* For few entries; most often there is one. */
static void sort_few(entry *entries, unsigned count) {
  for (unsigned i = 1; i < count; i++) {
    entry moved = entries[i];
    unsigned place = i;
    for (; place > 0 && entries[place - 1].key > moved.key; place--) {
      entries[place] = entries[place - 1];
    }
    entries[place] = moved;
  }
}

/* A radix sort, from the last byte to the first; a byte that is the same in all costs one look. */
static void sort_many(entry *entries, unsigned count) {
  entry sorted[PASS_MAX];
  for (unsigned shift = 0; shift < 32; shift += 8) {
    unsigned places[256] = {0};
    for (unsigned i = 0; i < count; i++) {
      places[entries[i].key >> shift & 255]++;
    }
    if (places[entries[0].key >> shift & 255] == count) {
      continue;
    }
    unsigned place = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
      unsigned here = places[byte];
      places[byte] = place;
      place += here;
    }
    for (unsigned i = 0; i < count; i++) {
      sorted[places[entries[i].key >> shift & 255]++] = entries[i];
    }
    memcpy(entries, sorted, count * sizeof(*entries));
  }
}

/* The next of those that were sent to. They end: each is there at most once. */
static gy_post *pop_sent(gy_loop *loop) {
  gy_mpsc *sent = &loop->shared.pushed[GY_POSTS_ASYNC];
  gy_mpsc_node **head = &loop->posts.lists[GY_POSTS_ASYNC].head;
  gy_mpsc_node *node = gy_mpsc_begin(sent, head) ? gy_mpsc_pop(sent, head) : NULL;
  return node == NULL ? NULL : GY_CONTAINER(node, gy_post, node);
}

/* The next of those that were left over, or of those that were sent to. */
static gy_post *take_next(gy_loop *loop) {
  gy_post *post = loop->posts.lists[GY_POSTS_ASYNC].left;
  if (post == NULL) {
    return pop_sent(loop);
  }
  loop->posts.lists[GY_POSTS_ASYNC].left = gy_post_next(post);
  return post;
}

static void start_pass(gy_loop *loop) {
  entry entries[PASS_MAX];
  unsigned count = 0;
  gy_post *post;
  while (count < PASS_MAX && (post = take_next(loop)) != NULL) {
    /* The youngest has the highest key, however often numbers have wrapped around. */
    entries[count++] = (entry){.key = number_of(post) - loop->posts.async_number - 1, .post = post};
  }
  if (count <= FEW) {
    sort_few(entries, count);
  } else {
    sort_many(entries, count);
  }
  gy_post *next = NULL;
  for (unsigned i = count; i > 0; i--) {
    gy_post_link(entries[i - 1].post, next);
    next = entries[i - 1].post;
  }
  loop->posts.pass = next;
  loop->posts.pass_full = count == PASS_MAX;
}

/* False if there is no place within STEPS_MAX. */
static bool join_pass(gy_loop *loop, gy_post *post) {
  uint32_t number = number_of(post);
  if (loop->posts.pass == NULL) {
    gy_post_link(post, NULL);
    loop->posts.pass = post;
    return true;
  }
  if (comes_before(number, number_of(loop->posts.pass))) {
    gy_post_link(post, loop->posts.pass);
    loop->posts.pass = post;
    return true;
  }
  gy_post *at = loop->posts.pass;
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

/* Takes the handles that were sent to while number NUMBER was called. */
static void take_sent(gy_loop *loop, uint32_t number) {
  gy_post *post;
  while ((post = pop_sent(loop)) != NULL) {
    if (!comes_before(number, number_of(post)) || !join_pass(loop, post)) {
      gy_posts_sift(loop, GY_POSTS_ASYNC, post);
    }
  }
}

unsigned gy_asyncs_run(gy_loop *loop) {
  const unsigned *allowance = &loop->limits.left[GYRE_PHASE_POLL];
  unsigned count = 0;
  if (loop->posts.pass == NULL && loop->posts.asyncs_due && *allowance > 0) {
    loop->posts.asyncs_due = false;
    start_pass(loop);
  }
  while (loop->posts.pass != NULL && *allowance > 0) {
    gy_post *post = loop->posts.pass;
    uint32_t number = number_of(post);
    loop->posts.pass = gy_post_next(post);
    count += gy_posts_run_one(loop, post);
    if (number != loop->posts.async_number &&
        !loop->posts.pass_full) { /* none comes after the youngest */
      take_sent(loop, number);
    }
  }
  return count;
}

void gy_asyncs_drop_closed(gy_loop *loop) {
  gy_post *rest = loop->posts.pass;
  gy_post head;
  gy_post *last = &head;
  while (rest != NULL) {
    gy_post *post = rest;
    rest = gy_post_next(post);
    if (post->run == NULL) {
      loop->posts.dropped--;
    } else {
      gy_post_link(last, post);
      last = post;
    }
  }
  gy_post_link(last, NULL);
  loop->posts.pass = gy_post_next(&head);
}

/* SPDX-License-Identifier: MIT */
/* A loop reports what keeps it alive: see trace/roster.h. */
#include "trace/roster.h"

#include "loop/loop.h"

_Static_assert(sizeof(gy_post) <= sizeof(((gy_roster *)0)->post), "a post fits");

static bool keeps_alive(const gy_handle *handle) {
  unsigned both = GY_HANDLE_ACTIVE | GY_HANDLE_REF;
  return gy_handle_closing(handle) || (handle->flags & both) == both;
}

/* Looks at no more items than fit, so that it never takes long. */
static void tell(gy_loop *loop, gy_trace_ring *ring, gy_roster *roster) {
  unsigned looks = 0;
  roster->count = 0;
  for (gy_queue *link = loop->handles.next; link != &loop->handles && looks < GY_ROSTER_MAX;
       link = link->next, looks++) {
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    if (keeps_alive(handle)) {
      roster->entries[roster->count++] = (gy_roster_entry){
          gy_handle_kinds[handle->type].name, handle, (handle->flags & GY_HANDLE_UNTRACED) != 0};
    }
  }
  roster->total = loop->active_handles;
  roster->requests = loop->active_reqs.count;
  roster->number = atomic_load_explicit(&ring->next, memory_order_relaxed);
  atomic_store_explicit(&roster->state, GY_ROSTER_TOLD, memory_order_release);
}

void gy_roster_before_sleep(gy_loop *loop, gy_trace_ring *ring, gy_roster *roster) {
  if (atomic_load_explicit(&roster->state, memory_order_acquire) != GY_ROSTER_TOLD) {
    tell(loop, ring, roster);
  }
}

/* Waits for one more turn: if the loop sleeps by then, it answers before the sleep instead. */
void gy_roster_after_call(gy_loop *loop, gy_trace_ring *ring, gy_roster *roster) {
  int state = atomic_load_explicit(&roster->state, memory_order_acquire);
  if (state == GY_ROSTER_ASKED) {
    roster->turns = loop->trace.at.turns;
    atomic_store_explicit(&roster->state, GY_ROSTER_OVERDUE, memory_order_relaxed);
  } else if (state == GY_ROSTER_OVERDUE && loop->trace.at.turns > roster->turns + 1) {
    tell(loop, ring, roster);
  }
}

static void on_awake(gy_loop *loop, gy_post *post) {
  (void)loop;
  gy_lock_acquire(&gy_roster_lock);
  GY_CONTAINER(post, gy_roster, post)->is_waking = false;
  gy_lock_release(&gy_roster_lock);
}

static void wake(gy_trace_ring *ring) {
  gy_roster *roster = atomic_load(&ring->roster);
  gy_lock_acquire(&gy_roster_lock);
  if (ring->loop != NULL && !roster->is_waking) {
    gy_loop *loop = ring->loop;
    gy_post *post = (gy_post *)roster->post;
    roster->is_waking = true;
    post->run = on_awake;
    gy_posts_push(loop, GY_POSTS_LATE, post);
  }
  gy_lock_release(&gy_roster_lock);
}

void gy_roster_set_loop(gy_trace_ring *ring, gy_loop *loop) {
  gy_lock_acquire(&gy_roster_lock);
  gy_roster_wake = wake;
  ring->loop = loop;
  gy_roster *roster = atomic_load(&ring->roster);
  if (roster != NULL) {
    roster->is_waking = false;
  }
  gy_lock_release(&gy_roster_lock);
}

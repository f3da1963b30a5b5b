/* SPDX-License-Identifier: MIT */
/*
 * The closing phase: handles whose uv_close was called get their close callbacks, the one that was
 * closed last first. A handle that is closed from within a close callback waits for the next turn.
 */
#include <stddef.h>

#include "base/check.h"
#include "loop/call.h"
#include "loop/choose.h"
#include "loop/loop.h"

void gy_closing_add(gy_handle *handle) {
  GY_DEBUG_CHECK((handle->flags & GY_HANDLE_CLOSED) == 0);
  handle->closing_next = handle->loop->closing;
  handle->loop->closing = handle;
}

static void finish(gy_loop *loop, gy_handle *handle) {
  if (gy_handle_kinds[handle->type].finish != NULL) {
    gy_handle_kinds[handle->type].finish(handle);
  }
  handle->flags = (handle->flags & ~(unsigned)GY_HANDLE_REF) | GY_HANDLE_CLOSED;
  gy_queue_drop(&handle->link);
  if (GY_UNLIKELY(gy_sites_on)) {
    gy_sites_remove(handle);
  }
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    gy_loop_trace_note(loop, GY_EVENT_DESTROY, GY_KIND_CLOSE, handle, NULL, 0);
  }
  if (handle->close_cb != NULL) {
    GY_CALL(loop, CLOSE, handle, handle->close_cb, handle->close_cb((uv_handle_t *)handle));
  }
}

/* Finishes the handles of LIST, as far as the limit allows; returns the rest. */
static gy_handle *finish_list(gy_loop *loop, gy_handle *list) {
  while (list != NULL && gy_loop_allow(loop, GYRE_PHASE_CLOSING)) {
    gy_handle *next = list->closing_next;
    __builtin_prefetch(next); /* of many, the next is seldom in the cache */
    __builtin_prefetch((const char *)next + offsetof(gy_handle, flags));
    finish(loop, list);
    list = next;
  }
  return list;
}

static gy_handle *join(gy_handle *first, gy_handle *second) {
  if (first == NULL) {
    return second;
  }
  gy_handle *last = first;
  while (last->closing_next != NULL) {
    last = last->closing_next;
  }
  last->closing_next = second;
  return first;
}

void gy_closing_call(gy_loop *loop) {
  loop->trace.at.step = GY_STEP_CLOSING;
  gy_posts_drop_closed(loop);
  gy_handle *closing = loop->closing;
  gy_handle *left = loop->closing_left;
  loop->closing = loop->closing_left = NULL;
  if (GY_UNLIKELY(gy_choose_on)) {
    closing = gy_orders_closing(loop, left, closing, &left);
    closing = finish_list(loop, closing);
    loop->closing_left = join(closing, left);
    return;
  }
  left = finish_list(loop, left);
  closing = finish_list(loop, closing);
  loop->closing_left = join(left, closing);
}

/* SPDX-License-Identifier: MIT */
/*
 * What all handles have in common: being on their loop's list, active or not, referenced or not,
 * closing. Owns uv_close, uv_ref and the like, uv_walk, and the printing of handles.
 */
#include <stddef.h>
#include <stdio.h>

#include "base/check.h"
#include "loop/loop.h"

_Static_assert(sizeof(gy_handle) <= sizeof(uv_handle_t), "gy_handle fits");
_Static_assert(offsetof(gy_handle, loop) == offsetof(uv_handle_t, loop), "loop");
_Static_assert(offsetof(gy_handle, type) == offsetof(uv_handle_t, type), "type");
_Static_assert(offsetof(gy_handle, close_cb) == offsetof(uv_handle_t, close_cb), "close_cb");
_Static_assert(offsetof(gy_handle, u) == offsetof(uv_handle_t, u), "u");
_Static_assert(offsetof(gy_handle, flags) == offsetof(uv_handle_t, flags), "flags");

/* The kind of a handle in a trace: that of its callback, if it has only one. */
static const uint8_t trace_kinds[UV_HANDLE_TYPE_MAX] = {
    [UV_ASYNC] = GY_KIND_ASYNC,       [UV_CHECK] = GY_KIND_CHECK,
    [UV_FS_EVENT] = GY_KIND_FS_EVENT, [UV_FS_POLL] = GY_KIND_FS_POLL,
    [UV_IDLE] = GY_KIND_IDLE,         [UV_NAMED_PIPE] = GY_KIND_PIPE,
    [UV_POLL] = GY_KIND_POLL,         [UV_PREPARE] = GY_KIND_PREPARE,
    [UV_PROCESS] = GY_KIND_PROCESS,   [UV_TCP] = GY_KIND_TCP,
    [UV_TIMER] = GY_KIND_TIMER,       [UV_TTY] = GY_KIND_TTY,
    [UV_UDP] = GY_KIND_UDP,           [UV_SIGNAL] = GY_KIND_SIGNAL,
};

void gy_handle_make(gy_loop *loop, void *storage, uv_handle_type type, const void *site) {
  gy_handle *handle = storage;
  handle->loop = loop;
  handle->type = type;
  handle->close_cb = NULL;
  handle->closing_next = NULL;
  handle->flags = GY_HANDLE_REF;
  gy_queue_push_back(&loop->handles, &handle->link);
  if (GY_UNLIKELY(gy_sites_on)) {
    gy_sites_add(loop, handle, 0);
  }
  if (GY_UNLIKELY(gy_loop_trace(loop) != NULL)) {
    gy_loop_trace_note(loop, GY_EVENT_CREATE, trace_kinds[type], storage, site, 0);
  }
}

void uv_ref(uv_handle_t *storage) {
  gy_handle *handle = gy_handle_of(storage);
  if ((handle->flags & GY_HANDLE_REF) != 0) {
    return;
  }
  handle->flags |= GY_HANDLE_REF;
  if (gy_handle_active(handle) && (handle->flags & GY_HANDLE_CLOSING) == 0) {
    handle->loop->active_handles++;
  }
}

void uv_unref(uv_handle_t *storage) {
  gy_handle *handle = gy_handle_of(storage);
  if ((handle->flags & GY_HANDLE_REF) == 0) {
    return;
  }
  handle->flags &= ~(unsigned)GY_HANDLE_REF;
  if (gy_handle_active(handle) && (handle->flags & GY_HANDLE_CLOSING) == 0) {
    handle->loop->active_handles--;
  }
}

int uv_has_ref(const uv_handle_t *handle) { return (handle->flags & GY_HANDLE_REF) != 0; }

int uv_is_active(const uv_handle_t *handle) { return (handle->flags & GY_HANDLE_ACTIVE) != 0; }

int uv_is_closing(const uv_handle_t *handle) { return gy_handle_closing(gy_handle_of(handle)); }

void uv_close(uv_handle_t *storage, uv_close_cb close_cb) {
  gy_handle *handle = gy_handle_of(storage);
  GY_CHECK(!gy_handle_closing(handle));
  handle->close_cb = close_cb;
  GY_SCHEDULE(handle->loop, CLOSE, handle, 0);
  const gy_handle_kind *kind = &gy_handle_kinds[handle->type];
  GY_CHECK(kind->close != NULL);
  bool ready = kind->close(handle);
  handle->flags |= GY_HANDLE_CLOSING;
  if (ready) {
    gy_closing_add(handle);
  }
}

/* The list is moved aside and put back one by one, so handles that are made meanwhile are
 * skipped. */
void uv_walk(uv_loop_t *storage, uv_walk_cb walk_cb, void *arg) {
  gy_loop *loop = gy_loop_of(storage);
  gy_queue rest;
  gy_queue_init(&rest);
  gy_queue_append(&rest, &loop->handles);
  while (!gy_queue_empty(&rest)) {
    gy_handle *handle = GY_CONTAINER(gy_queue_pop(&rest), gy_handle, link);
    gy_queue_push_back(&loop->handles, &handle->link);
    if ((handle->flags & GY_HANDLE_INTERNAL) == 0) {
      walk_cb((uv_handle_t *)handle, arg);
    }
  }
}

static void print_handles(uv_loop_t *storage, bool only_active, FILE *stream) {
  gy_loop *loop = gy_loop_of(storage != NULL ? storage : uv_default_loop());
  for (gy_queue *link = loop->handles.next; link != &loop->handles; link = link->next) {
    const gy_handle *handle = GY_CONTAINER(link, gy_handle, link);
    if (only_active && !gy_handle_active(handle)) {
      continue;
    }
    fprintf(stream != NULL ? stream : stderr, "[%c%c%c] %-8s %p\n",
            (handle->flags & GY_HANDLE_REF) != 0 ? 'R' : '-',
            (handle->flags & GY_HANDLE_ACTIVE) != 0 ? 'A' : '-',
            (handle->flags & GY_HANDLE_INTERNAL) != 0 ? 'I' : '-',
            gy_handle_kinds[handle->type].name, (const void *)handle);
  }
}

void uv_print_all_handles(uv_loop_t *loop, FILE *stream) { print_handles(loop, false, stream); }

void uv_print_active_handles(uv_loop_t *loop, FILE *stream) { print_handles(loop, true, stream); }

size_t uv_handle_size(uv_handle_type type) {
  bool known = type > UV_UNKNOWN_HANDLE && type < UV_HANDLE_TYPE_MAX;
  return known && gy_handle_kinds[type].size != 0 ? gy_handle_kinds[type].size : (size_t)-1;
}

const char *uv_handle_type_name(uv_handle_type type) {
  bool known = type > UV_UNKNOWN_HANDLE && type < UV_HANDLE_TYPE_MAX;
  return known ? gy_handle_kinds[type].name : NULL;
}

void *uv_handle_get_data(const uv_handle_t *handle) { return handle->data; }

void uv_handle_set_data(uv_handle_t *handle, void *data) { handle->data = data; }

uv_loop_t *uv_handle_get_loop(const uv_handle_t *handle) { return handle->loop; }

uv_handle_type uv_handle_get_type(const uv_handle_t *handle) { return handle->type; }

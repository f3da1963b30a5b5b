/* SPDX-License-Identifier: MIT */
/*
 * The life of a handle of the loop that JavaScript has: one way for streams (stream.c), datagrams,
 * child processes, watchers of files and signals.
 *
 * Its memory belongs to an object of JavaScript, of one class for all of them, and is freed when
 * the engine finds the object unreachable. The object (`native`), the receiver of events (`owner`)
 * and the function to call at the end are pinned from gj_handle_new until the loop has closed the
 * handle. So an open handle is never freed, and one that is closed, or of another kind, is never
 * used: gj_handle_of returns NULL.
 *
 * Protocols over streams, which are not handles, live by layer.h. Handles without an object of
 * JavaScript do not use this file, because nothing of them depends on the collector:
 *
 *   a runtime's own (runtime.h, napi.h: timer, check, mailbox ...)  until its loop is closed
 *   those of a private loop (child_sync.c, watchdog.c)              until that loop has run out
 *   a resolver's timer and sockets (cares.c)                        until the loop has closed them
 *   thread-safe functions (napi/threadsafe.c)   until closed, and until no thread may call them
 */
#ifndef GJ_BIND_HANDLE_H
#define GJ_BIND_HANDLE_H

#include "runtime/runtime.h"

/* The first members of such a struct; the handle itself comes first. */
#define GJ_BOUND_MEMBERS                                                                  \
  union {                                                                                 \
    uv_handle_t handle;                                                                   \
    uv_stream_t stream;                                                                   \
    uv_tcp_t tcp;                                                                         \
    uv_pipe_t pipe;                                                                       \
    uv_tty_t tty;                                                                         \
    uv_udp_t udp;                                                                         \
    uv_process_t process;                                                                 \
    uv_signal_t signal;                                                                   \
    uv_fs_event_t event;                                                                  \
    uv_fs_poll_t poll;                                                                    \
  };                                                                                      \
  gj_runtime *runtime;                                                                    \
  gj_pin native;  /* what JavaScript has for it, while the handle is open */              \
  gj_pin owner;   /* the object or function that gets events, while the handle is open */ \
  gj_pin closing; /* the function to call when it is closed, or nothing */                \
  void (*release)(void *bound); /* what else it holds, when it is closed; or NULL */      \
  bool closed                   /* the loop is done with it */

/* Sets of uv_handle_type. */
#define GJ_BOUND_KIND(type) (1u << (type))

/* Memory of this size, all 0, whose handle is not initialised yet; `*native` is its object. */
void *gj_handle_new(gj_context js, size_t size, gj_value *native);
/* It could not be initialised. */
void gj_handle_discard(void *bound);
/* NULL for one that is closed, or being closed, or not of these kinds, or not a handle. */
void *gj_handle_of(gj_context js, gj_value native, unsigned kinds);
void gj_handle_close(void *bound);
void gj_handle_closed(uv_handle_t *handle); /* for code that closes it itself */

/* For bindings: close(native[, callback]): true if it was open; ref, unref, hasRef(native);
 * fd(native): -1 if it has none. */
extern const gj_export gj_handle_exports[];

#endif

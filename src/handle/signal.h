/* SPDX-License-Identifier: MIT */
/*
 * Signal watchers: what signal.c offers to the table of handle types, and to process.c, which uses
 * SIGCHLD for its children if there is no pidfd.
 */
#ifndef GY_HANDLE_SIGNAL_H
#define GY_HANDLE_SIGNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "loop/loop.h"

/*
 * A view of a uv_signal_t. While it is started, it is on the process-wide list of its signal, which
 * the handler walks. `post` is on its loop's list if and only if `caught` is above 0.
 */
typedef struct {
  gy_handle handle;
  uv_signal_cb cb;
  int signum;         /* 0: stopped */
  atomic_uint caught; /* counted by the handler, not yet taken by the loop */
  gy_queue link;      /* under the lock of signal.c */
  gy_post post;
  int due;       /* taken, callback not yet called; below 0: that many of `caught` are stale */
  bool once;     /* one-shot: the handler takes it off the list. Under the lock */
  bool used;     /* its one callback is running or has run */
  uint8_t heard; /* the signal that `caught` counts: the last one it was started for */
} gy_signal;

/* Before any other call; may be repeated. UV_ENOMEM. */
int gy_signal_prepare(void);

/* For a watcher that is not a handle of the program: LOOP calls CB for each SIGNUM until it
 * ends. */
void gy_signal_init(gy_loop *loop, gy_signal *signal, uv_signal_cb cb);
int gy_signal_listen(gy_signal *signal, int signum, bool once);
void gy_signal_deliver(gy_signal *signal); /* as if the signal had been caught now */
void gy_signal_end(gy_signal *signal);     /* its memory may be freed in the next closing phase */

bool gy_signal_close(gy_handle *handle);
void gy_signal_forked(gy_handle *handle);

#endif

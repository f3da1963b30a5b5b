/* SPDX-License-Identifier: MIT */
/*
 * What the viewers of a running program are sent: items, names and figures as events of a stream.
 * docs/trace-format.md describes them.
 *
 * The newest items are kept once for all viewers. Each viewer has a position among them, and a
 * buffer for one message. A viewer that reads too slowly loses its position: what it missed is
 * skipped and counted. So memory is bounded, whatever the program and the viewers do.
 *
 * All on one thread.
 */
#ifndef GY_TRACE_FEED_H
#define GY_TRACE_FEED_H

#include "trace/figures.h"

typedef struct gy_feed gy_feed;
typedef struct gy_feed_stream gy_feed_stream;

gy_feed *gy_feed_new(void);               /* NULL: no memory */
void gy_feed_take(gy_feed *feed);         /* what the rings have */
void gy_feed_figures(gy_feed *feed);      /* new ones, from what was taken since the last */
void gy_feed_skip_figures(gy_feed *feed); /* nobody wanted them until now */
/* The program ends: open spans are delivered as they are. */
void gy_feed_end(gy_feed *feed);

/* AFTER: where an earlier one was interrupted, as its events say; 0: it is the first. */
gy_feed_stream *gy_feed_open(gy_feed *feed, uint64_t after);
/* The next message, valid until the next call; returns its length, 0: none for now. LAST: there
 * will be none after it. */
size_t gy_feed_next(gy_feed *feed, gy_feed_stream *stream, const char **bytes, bool *last);
void gy_feed_close(gy_feed *feed, gy_feed_stream *stream);

#endif

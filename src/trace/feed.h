/* SPDX-License-Identifier: MIT */
/*
 * What those who watch a running program are told: items, names and figures as events of a stream.
 * docs/trace-format.md has their form.
 *
 * The newest items are kept once, for all who watch; each of them has its place in that row and a
 * buffer for one message. Who reads too slowly loses his place: what he missed is skipped and
 * counted. So memory is bounded whatever the program and those who watch it do.
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
/* The program ends: spans are told of as they are. */
void gy_feed_end(gy_feed *feed);

/* AFTER: where an earlier one was interrupted, as its events say; 0: it is the first. */
gy_feed_stream *gy_feed_open(gy_feed *feed, uint64_t after);
/* The next message, which stays until the next call; how long it is, 0: none for now. LAST: there
 * will be none after it. */
size_t gy_feed_next(gy_feed *feed, gy_feed_stream *stream, const char **bytes, bool *last);
void gy_feed_close(gy_feed *feed, gy_feed_stream *stream);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The live page: a thread that serves it, and reads the rings while there are viewers. Without
 * viewers it sleeps, and the rings are the history that the next viewer is sent.
 */
#ifndef GY_TRACE_LIVE_H
#define GY_TRACE_LIVE_H

/* GYRE_LIVE, at the time when GYRE_TRACE is heeded. */
void gy_live_heed_environment(void);

/* Traces, and serves on 127.0.0.1 (port 0: any free one); prints the address to standard error.
 * UV_EALREADY: it already does. */
int gy_live_start(int port);

/* The process ends: viewers are told, within a bounded time. Any thread, any signal
 * handler; once. */
void gy_live_end(void);

#endif

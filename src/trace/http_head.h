/* SPDX-License-Identifier: MIT */
/* What a request asks for: the strict part of HTTP that a browser needs, and nothing else. */
#ifndef GY_TRACE_HTTP_HEAD_H
#define GY_TRACE_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/http.h"

typedef enum {
  GY_HTTP_INCOMPLETE,
  GY_HTTP_BAD,       /* 400 */
  GY_HTTP_NO_METHOD, /* 405: it is no GET */
  GY_HTTP_NOT_FOUND, /* 404: no such address, or a host that is not ours */
  GY_HTTP_PAGE,
  GY_HTTP_EVENTS
} gy_http_wish;

/* TEXT: what has come so far; it is a head when it has an empty line. *AFTER: its Last-Event-ID, or
 * 0. */
gy_http_wish gy_http_read_head(const char *text, size_t size, const char *token, int port,
                               uint64_t *after);

#endif

/* SPDX-License-Identifier: MIT */
/* The page that shows traces, as tools/page makes it of view/, embedded. */
#ifndef GY_TRACE_PAGE_H
#define GY_TRACE_PAGE_H

#include <stddef.h>

extern const char gy_page_text[];
extern const char gy_page_end[];

static inline size_t gy_page_size(void) { return (size_t)(gy_page_end - gy_page_text); }

#endif

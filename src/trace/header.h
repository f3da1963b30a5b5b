/* SPDX-License-Identifier: MIT */
/* What a trace contains besides its items, as JSON: see docs/trace-format.md. */
#ifndef GY_TRACE_HEADER_H
#define GY_TRACE_HEADER_H

#include "trace/collect.h"
#include "trace/output.h"

int gy_header_pid(void);
void gy_header_put_program(gy_output *output); /* its name and arguments, a JSON string */
/* The members that are known from the start: what it is a trace of, and the lists of names. Writes
 * the opening brace, but not the closing one. */
void gy_header_begin(gy_output *output, bool is_virtual);

#endif

/* SPDX-License-Identifier: MIT */
/* A file that is written in large pieces, without anything that a signal could have interrupted. */
#ifndef GY_TRACE_OUTPUT_H
#define GY_TRACE_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int file;
  int error;
  size_t used;
  char *bytes;
  size_t size;
} gy_output;

void gy_output_put(gy_output *output, const void *bytes, size_t size);
void gy_output_text(gy_output *output, const char *text);
void gy_output_format(gy_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));                /* up to 511 bytes */
void gy_output_json(gy_output *output, const char *text); /* a string, with its quotes */
void gy_output_base64(gy_output *output, const void *bytes, size_t size); /* 3 bytes at a time, but
                                                                             for the last time */
int gy_output_flush(gy_output *output); /* 0, or the first error that there was */

#endif

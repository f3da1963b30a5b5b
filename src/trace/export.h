/* SPDX-License-Identifier: MIT */
/*
 * From records to files: collect.c makes items of them, os/symbols.c knows what is at an address,
 * and text.c, chrome.c and page.c each write one format. All of it may run inside a signal handler:
 * memory is mapped (memory.h), files are written with write(2) (output.h).
 */
#ifndef GY_TRACE_EXPORT_H
#define GY_TRACE_EXPORT_H

#include "trace/collect.h"
#include "trace/output.h"

/* Writes all that there is. */
typedef void gy_export_form(gy_output *output, const gy_trace_story *story);

gy_export_form gy_text_write;
gy_export_form gy_chrome_write;
gy_export_form gy_page_write;

/* By the ending of its name; NULL: unknown ending. */
gy_export_form *gy_export_format(const char *path);

/* 0, or what went wrong with the file. */
int gy_export_write(int file, gy_export_form *form);

#endif

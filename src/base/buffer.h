/* SPDX-License-Identifier: MIT */
/*
 * Texts handed over in room that the program lends: the buffer-and-size convention of uv.h, once.
 * Used by every function that answers with a path or a name.
 */
#ifndef GY_BASE_BUFFER_H
#define GY_BASE_BUFFER_H

#include <stddef.h>

/* What one call of the kernel carries; requests of more are refused, as libuv does. */
#define GY_IO_BYTES_MAX ((size_t)0x7ffff000)

/* 0, or UV_EINVAL if there is no room at all. Comes before any other work: wrong arguments are
 * reported even where the question itself has no answer. */
int gy_buffer_check(const char *buffer, const size_t *size);

/* Copies LENGTH bytes of TEXT and a final zero byte; *size becomes the length. UV_ENOBUFS: nothing
 * is written, and *size becomes what is needed. The arguments have been checked. */
int gy_buffer_put(char *buffer, size_t *size, const char *text, size_t length);

#endif

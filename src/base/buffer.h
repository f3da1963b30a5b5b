/* SPDX-License-Identifier: MIT */
/*
 * Texts copied into a buffer of the program: the buffer-and-size convention of uv.h, in one place.
 * Used by every function that returns a path or a name.
 */
#ifndef GY_BASE_BUFFER_H
#define GY_BASE_BUFFER_H

#include <stddef.h>

/* The most that one system call can transfer; larger requests are refused, as in libuv. */
#define GY_IO_BYTES_MAX ((size_t)0x7ffff000)

/* 0, or UV_EINVAL if there is no room at all. Called before anything else, so that invalid
 * arguments are reported even if there is no result. */
int gy_buffer_check(const char *buffer, const size_t *size);

/* Copies LENGTH bytes of TEXT and a final NUL; *size becomes the length. UV_ENOBUFS: nothing is
 * written, and *size becomes what is needed. The arguments have been checked. */
int gy_buffer_put(char *buffer, size_t *size, const char *text, size_t length);

#endif

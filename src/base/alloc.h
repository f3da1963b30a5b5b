/* SPDX-License-Identifier: MIT */
/*
 * All memory of the library is allocated here, with the functions that a program may set with
 * uv_replace_allocator. Each may return NULL, and the caller then returns UV_ENOMEM.
 */
#ifndef GY_BASE_ALLOC_H
#define GY_BASE_ALLOC_H

#include <stddef.h>

void *gy_alloc(size_t size);
void *gy_alloc_zeroed(size_t count, size_t size);
void *gy_alloc_resize(void *memory, size_t size);
char *gy_alloc_string(const char *text);
void gy_free(void *memory); /* NULL is allowed; errno is kept */

#endif

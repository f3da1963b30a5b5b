/* SPDX-License-Identifier: MIT */
/* The runtime's memory: the only door to malloc and to abort in js/ (tools/tidy knows no other).
 *
 * What has a fixed size, or one that a limit of ours bounds (a handle, a request, a path, the head
 * of an HTTP message), is there or the process ends with one line and SIGABRT, as Node does:
 * gj_memory_new, gj_memory_bound. What the program, a peer or a file has chosen the size of may be
 * refused, and then is an error of that operation: gj_memory_room, gj_memory_grow, gj_memory_text.
 * All of it is freed by free(). */
#ifndef GJ_JS_ENGINE_MEMORY_H
#define GJ_JS_ENGINE_MEMORY_H

#include <stddef.h>

#include "engine/engine.h"

void *gj_memory_new(size_t size, const char *what); /* all 0, never NULL */
void *gj_memory_bound(void *old, size_t size,
                      const char *what); /* never NULL; old: NULL, or grows */

void *gj_memory_room(size_t size);                /* or NULL; not cleared */
void *gj_memory_rooms(size_t count, size_t size); /* or NULL; all 0 */
void *gj_memory_grow(void *old, size_t size);     /* or NULL, and old is as it was */
char *gj_memory_text(const char *text);           /* a copy, or NULL */

/* There is no memory for that: one line, and the end. */
_Noreturn void gj_memory_out(size_t size, const char *what);
/* What cannot be, in gyre itself: the same with another line. */
_Noreturn void gj_memory_fatal(const char *line);

#endif

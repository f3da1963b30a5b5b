/* SPDX-License-Identifier: MIT */
/* The runtime's memory: the only place in js/ that uses malloc and abort: tools/tidy checks.
 *
 * Memory of a fixed size, or of a size with a limit of ours (a handle, a request, a path, the head
 * of an HTTP message), is available, or the process ends with one line and SIGABRT, as Node does:
 * gj_memory_new, gj_memory_bound. If the program, a peer or a file chooses the size, memory may be
 * refused, and that is an error of the operation: gj_memory_room, gj_memory_grow, gj_memory_text.
 * All of it is freed with free(). */
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

/* There is no memory for WHAT: prints one line and aborts. */
_Noreturn void gj_memory_out(size_t size, const char *what);
/* Something impossible in gyre itself: the same with another line. */
_Noreturn void gj_memory_fatal(const char *line);

#endif

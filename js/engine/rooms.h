/* SPDX-License-Identifier: MIT */
/* Buffers of one size that become JavaScript's memory when they are full: what streams read, and
 * the clear text of TLS. The collector returns them many at a time. The C library would give that
 * memory back to the kernel, and each buffer would be a row of page faults again. So they are kept
 * for the next reads, up to a limit, until the process is idle. */
#ifndef GJ_JS_ENGINE_ROOMS_H
#define GJ_JS_ENGINE_ROOMS_H

#define GJ_ROOM_SIZE 65536

char *gj_rooms_take(void);     /* or NULL; may be freed with free() */
void gj_rooms_give(char *one); /* on any thread; NULL is fine */
void gj_rooms_free(void);      /* all that are kept */

#endif

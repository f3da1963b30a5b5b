/* SPDX-License-Identifier: MIT */
/*
 * Where handles and requests were created, and when, kept in a table: their own storage has no
 * space for it. Only while gy_sites_on, which the code that creates one checks first.
 */
#ifndef GY_TRACE_SITES_H
#define GY_TRACE_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GY_SITE_TEXT = 512 };

extern bool gy_sites_on; /* once it is, it stays */

/* Writes where the program is; 0: it cannot tell. */
typedef int gy_site_teller(char *text, size_t room);

/* From now on. The teller is asked on the thread that makes something. */
void gy_sites_start(void);
void gy_sites_set_teller(gy_site_teller *teller);

/* SUBJECT of the loop OWNER begins to be. KIND is the type of a request; of a handle 0. */
void gy_sites_add(const void *owner, const void *subject, int kind);
void gy_sites_remove(const void *subject);

/* Where it was made as text (empty: not known), and when, by the clock of the process; else 0. */
uint64_t gy_sites_tell(const void *subject, char text[GY_SITE_TEXT]);

/* The requests of a loop, into an array of MAX; how many there are. */
typedef struct {
  const void *subject;
  int kind;
} gy_site_request;
size_t gy_sites_requests(const void *owner, gy_site_request *requests, size_t max);

#endif

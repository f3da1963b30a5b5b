/* SPDX-License-Identifier: MIT */
/* The strings of an HTTP head as they arrive (http_text.c), for http.c. */
#ifndef GJ_BIND_HTTP_H
#define GJ_BIND_HTTP_H

#include "engine/engine.h"

/* Texts one after the other in one block of memory. */
typedef struct {
  char *text;
  size_t size, room;
  size_t *ends; /* where each text ends */
  unsigned count, ends_room;
} gj_http_strings;

/* A new text begins; the last one continues; blanks at the end of the last one are removed. */
void gj_http_strings_begin(gj_http_strings *strings);
void gj_http_strings_add(gj_http_strings *strings, const char *data, size_t size);
void gj_http_strings_trim(gj_http_strings *strings);
size_t gj_http_strings_last_size(const gj_http_strings *strings);
/* True if the first COUNT are equal. */
bool gj_http_strings_same(const gj_http_strings *a, const gj_http_strings *b, unsigned count);
void gj_http_strings_free(gj_http_strings *strings);
gj_value gj_http_strings_one(gj_context js, const gj_http_strings *strings, unsigned index);
/* An array of the texts from one index to before another. */
gj_object gj_http_strings_list(gj_context js, const gj_http_strings *strings, unsigned from,
                               unsigned to);

/* send(stream, string[, bytes]): writes what can be written at once. Returns how many bytes are
 * left, or a negative error number. */
gj_value gj_http_send(gj_context js, gj_object function, gj_object self, size_t argc,
                      const gj_value argv[], gj_value *exception);

#endif

/* SPDX-License-Identifier: MIT */
/* The strings of an HTTP head as they come in (http_text.c), for http.c. */
#ifndef GY_BIND_HTTP_H
#define GY_BIND_HTTP_H

#include "engine/engine.h"

/* Texts behind one another in one piece of memory. */
typedef struct {
  char *text;
  size_t size, room;
  size_t *ends; /* where each text ends */
  unsigned count, ends_room;
} gy_http_strings;

/* A new text begins; the last one goes on; the last one loses the blanks at its end. */
void gy_http_strings_begin(gy_http_strings *strings);
void gy_http_strings_add(gy_http_strings *strings, const char *data, size_t size);
void gy_http_strings_trim(gy_http_strings *strings);
size_t gy_http_strings_last_size(const gy_http_strings *strings);
/* Whether the first ones are alike. */
bool gy_http_strings_same(const gy_http_strings *a, const gy_http_strings *b, unsigned count);
void gy_http_strings_free(gy_http_strings *strings);
gy_value gy_http_strings_one(gy_context js, const gy_http_strings *strings, unsigned index);
/* An array of the texts from one index to before another. */
gy_object gy_http_strings_list(gy_context js, const gy_http_strings *strings, unsigned from,
                               unsigned to);

/* send(stream, string): writes at once what can be. How many bytes are left over, or a
 * negative error number. */
gy_value gy_http_send(gy_context js, gy_object function, gy_object self, size_t argc,
                      const gy_value argv[], gy_value *exception);

#endif

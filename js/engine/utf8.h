/* SPDX-License-Identifier: MIT */
/* Texts as UTF-8, in plain memory. A text has 8-bit units, which are Latin-1, or 16-bit units,
 * which are UTF-16, whose unpaired halves become U+FFFD. So does each part of bytes that is not
 * UTF-8, as the web has it: the longest beginning of a character is one. */
#ifndef GJ_ENGINE_UTF8_H
#define GJ_ENGINE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool gj_utf8_is_ascii(const uint8_t *bytes, size_t size);

/* How many bytes a text takes. */
size_t gj_utf8_size_latin1(const uint8_t *units, size_t count);
size_t gj_utf8_size_utf16(const uint16_t *units, size_t count);

/* Writes a text, or of its beginning as many whole characters as fit; how many bytes these are. */
size_t gj_utf8_from_latin1(const uint8_t *units, size_t count, uint8_t *to, size_t room);
size_t gj_utf8_from_utf16(const uint16_t *units, size_t count, uint8_t *to, size_t room);

enum { GJ_UTF8_MORE = 16 }; /* room that `to` has beyond a unit for each byte: it is written to */

/* Reads bytes up to the first character that is not of Latin-1, or the end, which *at tells. How
 * many units there are. */
size_t gj_utf8_to_latin1(const uint8_t *bytes, size_t size, uint8_t *to, size_t *at);
size_t gj_utf8_to_utf16(const uint8_t *bytes, size_t size, uint16_t *to);

#endif

/* SPDX-License-Identifier: MIT */
/* Texts in bytes: the encodings of js/lib/buffer.js other than UTF-8, which the engine has. */
#ifndef GJ_BIND_CODEC_H
#define GJ_BIND_CODEC_H

#include "engine/engine.h"

/* Of text: how many bytes were written. */
size_t gj_codec_latin1(const gj_chars *chars, uint8_t *to, size_t room);
size_t gj_codec_utf16(const gj_chars *chars, uint8_t *to, size_t room);
size_t gj_codec_hex(const gj_chars *chars, uint8_t *to, size_t room); /* to the first odd digit */
/* Either alphabet; what belongs to none is skipped, '=' ends it. */
size_t gj_codec_base64(const gj_chars *chars, uint8_t *to, size_t room);

/* Into text: `to` has room for as many as base64_size says, or two for each byte. */
size_t gj_codec_base64_size(size_t size, bool url);
void gj_codec_to_base64(const uint8_t *from, size_t size, bool url, uint8_t *to);
void gj_codec_to_hex(const uint8_t *from, size_t size, uint8_t *to);

/* The digit that a character is in base 64, of either alphabet; -1: none. */
int gj_codec_base64_digit(uint32_t c);

bool gj_codec_is_utf8(const uint8_t *from, size_t size);
bool gj_codec_is_ascii(const uint8_t *from, size_t size);

#endif

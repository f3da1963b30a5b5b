/* SPDX-License-Identifier: MIT */
/* Texts as bytes: the encodings of js/lib/buffer.js other than UTF-8, which the engine has. */
#ifndef GJ_BIND_CODEC_H
#define GJ_BIND_CODEC_H

#include "engine/engine.h"

/* From text: return how many bytes were written. */
size_t gj_codec_latin1(const gj_chars *chars, uint8_t *to, size_t room);
size_t gj_codec_utf16(const gj_chars *chars, uint8_t *to, size_t room);
size_t gj_codec_hex(const gj_chars *chars, uint8_t *to, size_t room); /* up to an invalid one */
/* Either alphabet; other characters are skipped, '=' ends it. */
size_t gj_codec_base64(const gj_chars *chars, uint8_t *to, size_t room);

/* Into text: `to` has room for what base64_size returns, or for two characters per byte. */
size_t gj_codec_base64_size(size_t size, bool url);
void gj_codec_to_base64(const uint8_t *from, size_t size, bool url, uint8_t *to);
void gj_codec_to_hex(const uint8_t *from, size_t size, uint8_t *to);

/* The value of a base64 digit of either alphabet; -1: not a digit. */
int gj_codec_base64_digit(uint32_t c);

bool gj_codec_is_utf8(const uint8_t *from, size_t size);
bool gj_codec_is_ascii(const uint8_t *from, size_t size);

#endif

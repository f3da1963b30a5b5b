/* SPDX-License-Identifier: MIT */
/* The body of an HTTP message, for http_parse.c: with a length, until the connection ends, or in
 * chunks. */
#include "bind/http_parse.h"

#define EXTENSIONS_MAX 16384 /* bytes of extensions of one chunk, as Node */

static void add_piece(gj_http_parser *p, const char *at, size_t size) {
  p->pieces[p->piece_count++] = uv_buf_init((char *)at, (unsigned)size);
  p->events |= GJ_HTTP_BODY;
  p->stop = p->one_by_one || p->piece_count == GJ_HTTP_PIECES;
}

/* The available part of a body of known length. */
static const char *take(gj_http_parser *p, const char *at, const char *end) {
  size_t size = (size_t)(end - at);
  size = size < p->left ? size : (size_t)p->left;
  p->left -= size;
  add_piece(p, at, size);
  return at + size;
}

const char *gj_http_in_body(gj_http_parser *p, const char *at, const char *end) {
  at = take(p, at, end);
  if (p->left == 0 && p->one_by_one) {
    p->ends = true;
  } else if (p->left == 0) {
    gj_http_complete(p);
  }
  return at;
}

const char *gj_http_in_rest(gj_http_parser *p, const char *at, const char *end) {
  add_piece(p, at, (size_t)(end - at));
  return end;
}

static const char *in_lf_after_data(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '\n' && !p->lenient) {
    return gj_http_fail(p, "HPE_STRICT", "Expected LF after chunk data", at);
  }
  p->head_size = 0;
  p->step = gj_http_in_chunk;
  return *at == '\n' ? at + 1 : at;
}

static const char *after_data(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == '\r') {
    p->step = in_lf_after_data;
    return at + 1;
  }
  if (!p->lenient) {
    return *at == '\n'
               ? gj_http_fail(p, "HPE_CR_EXPECTED", "Missing expected CR after chunk data", at + 1)
               : gj_http_fail(p, "HPE_STRICT", "Expected LF after chunk data", at);
  }
  p->head_size = 0;
  p->step = gj_http_in_chunk;
  return *at == '\n' ? at + 1 : at;
}

static const char *in_data(gj_http_parser *p, const char *at, const char *end) {
  at = take(p, at, end);
  if (p->left == 0) {
    p->step = after_data;
  }
  return at;
}

/* After the line of a chunk. */
static void begin_data(gj_http_parser *p) {
  p->head_size = p->extensions = 0;
  if (p->left == 0) {
    p->flags |= GJ_HTTP_TRAILING;
    p->step = gj_http_in_field;
  } else {
    p->step = in_data;
  }
}

static const char *in_lf_after_size(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '\n' && !p->lenient) {
    return gj_http_fail(p, "HPE_STRICT", "Expected LF after chunk size", at);
  }
  begin_data(p);
  return *at == '\n' ? at + 1 : at;
}

/* The end of a chunk's line, or what comes next in it; NULL if it is neither. */
static const char *end_line(gj_http_parser *p, const char *at, gj_http_step extension,
                            const char *missing, const char *where) {
  if (*at == '\r') {
    p->step = in_lf_after_size;
  } else if (*at == ';') {
    p->step = extension;
  } else if (*at == '\n') {
    if (!p->lenient) {
      return gj_http_fail(p, "HPE_CR_EXPECTED", missing, where);
    }
    begin_data(p);
  } else {
    return NULL;
  }
  return at + 1;
}

/* At the end of a name or value of an extension, or at the end of what there is of it: NULL, or
 * where it became too long. */
static const char *end_extension(gj_http_parser *p, const char *at, const char *end) {
  if (p->extensions <= EXTENSIONS_MAX) {
    return NULL;
  }
  return gj_http_fail(p, "HPE_CHUNK_EXTENSIONS_OVERFLOW", "Chunk extensions overflow",
                      at < end && *at != '\n' ? at + 1 : at);
}

static bool is_quotable(uint8_t c) { return c == '\t' || (c >= ' ' && c != 127); }

static const char *in_extension(gj_http_parser *p, const char *at, const char *end);
static const char *in_quoted(gj_http_parser *p, const char *at, const char *end);

static const char *after_quoted(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  const char *next =
      end_line(p, at, in_extension, "Missing expected CR after chunk extension value", at);
  return next != NULL ? next
                      : gj_http_fail(p, "HPE_STRICT",
                                     "Invalid character in chunk extensions quote value", at);
}

static const char *in_quoted_pair(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  p->extensions++;
  if (!is_quotable((uint8_t)*at)) {
    return gj_http_fail(p, "HPE_STRICT", "Invalid quoted-pair in chunk extensions quoted value",
                        at + 1);
  }
  p->step = in_quoted;
  return at + 1;
}

static const char *in_quoted(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end && is_quotable((uint8_t)*at) && *at != '"' && *at != '\\') {
    at++;
  }
  p->extensions += (size_t)(at - from) + (at < end);
  if (at < end && *at == '\\') {
    p->step = in_quoted_pair;
    return at + 1;
  }
  const char *where = end_extension(p, at, end);
  if (where != NULL || at == end) {
    return where != NULL ? where : at;
  }
  if (*at != '"') {
    return gj_http_fail(p, "HPE_STRICT", "Invalid character in chunk extensions quoted value",
                        at + 1);
  }
  p->step = after_quoted;
  return at + 1;
}

static const char *in_extension_value(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end && gj_http_is_token((uint8_t)*at)) {
    at++;
  }
  p->extensions += (size_t)(at - from);
  if (at < end && *at == '"') {
    p->extensions++;
    p->step = in_quoted;
    return at + 1;
  }
  const char *where = end_extension(p, at, end);
  if (where != NULL || at == end) {
    return where != NULL ? where : at;
  }
  const char *next =
      end_line(p, at, in_extension, "Missing expected CR after chunk extension value", at);
  return next != NULL
             ? next
             : gj_http_fail(p, "HPE_STRICT", "Invalid character in chunk extensions value", at + 1);
}

static const char *in_extension_name(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end && gj_http_is_token((uint8_t)*at)) {
    at++;
  }
  p->extensions += (size_t)(at - from);
  const char *where = end_extension(p, at, end);
  if (where != NULL || at == end) {
    return where != NULL ? where : at;
  }
  if (*at == '=') {
    p->step = in_extension_value;
    return at + 1;
  }
  const char *next =
      end_line(p, at, in_extension, "Missing expected CR after chunk extension name", at);
  return next != NULL
             ? next
             : gj_http_fail(p, "HPE_STRICT", "Invalid character in chunk extensions name", at + 1);
}

static const char *in_extension(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == '\r' || *at == ' ') {
    return gj_http_fail(p, "HPE_STRICT", "Invalid character in chunk extensions", at + 1);
  }
  p->step = in_extension_name;
  return at;
}

/* Blanks after the size, which only the lenient mode allows. */
static const char *after_size(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == ' ' || *at == '\t') {
    return at + 1;
  }
  const char *next = end_line(p, at, in_extension, "Missing expected CR after chunk size", at + 1);
  return next != NULL
             ? next
             : gj_http_fail(p, "HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size", at);
}

static int digit_of(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *in_size(gj_http_parser *p, const char *at, const char *end) {
  for (; at < end; at++) {
    int digit = digit_of(*at);
    if (digit < 0) {
      break;
    }
    if (p->left >> 60 != 0) {
      return gj_http_fail(p, "HPE_INVALID_CHUNK_SIZE", "Chunk size overflow", at + 1);
    }
    p->left = p->left << 4 | (unsigned)digit;
  }
  if (at == end) {
    return at;
  }
  if ((*at == ' ' || *at == '\t') && !p->lenient) {
    return gj_http_fail(p, "HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size", at + 1);
  }
  p->step = after_size;
  return at;
}

const char *gj_http_in_chunk(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (digit_of(*at) < 0) {
    return gj_http_fail(p, "HPE_INVALID_CHUNK_SIZE", "Invalid character in chunk size", at);
  }
  p->left = 0;
  p->step = in_size;
  return at;
}

/* SPDX-License-Identifier: MIT */
/* The parser of HTTP/1 messages: the fields of the head, what they mean for the message, and the
 * step from one message to the next. First lines are in http_line.c, bodies in http_body.c. */
#include "bind/http_parse.h"

#include <string.h>
#include <strings.h>

const char *gj_http_fail(gj_http_parser *p, const char *code, const char *reason, const char *at) {
  p->code = code;
  p->reason = reason;
  p->stop = true;
  if (!p->upgrade) { /* as Node, which is silent behind a head that asked for another protocol */
    p->events |= GJ_HTTP_FAILED;
  }
  return at;
}

bool gj_http_text(gj_http_parser *p, const char *from, const char *to, const char *where) {
  size_t size = (size_t)(to - from);
  gj_http_strings_add(&p->head, from, size);
  p->head_size += size;
  if (p->head_size >= p->head_max && size != 0) {
    gj_http_fail(p, "HPE_HEADER_OVERFLOW", "Header overflow", where);
    return false;
  }
  return true;
}

bool gj_http_is_token(uint8_t c) {
  static const uint32_t bits[8] = {0, 0x3ff6cfa, 0xc7fffffe, 0x57ffffff};
  return (bits[c >> 5] >> (c & 31) & 1) != 0;
}

static bool is_value_char(uint8_t c) { return (c >= ' ' && c != 127) || c == '\t'; }

/* Whether a response's body ends with the connection. */
static bool needs_end(const gj_http_parser *p) {
  if (!p->is_response || p->status / 100 == 1 || p->status == 204 || p->status == 304 ||
      (p->flags & GJ_HTTP_BODILESS) != 0) {
    return false;
  }
  if ((p->flags & (GJ_HTTP_ENCODED | GJ_HTTP_CHUNKED)) == GJ_HTTP_ENCODED) {
    return true;
  }
  return (p->flags & (GJ_HTTP_CHUNKED | GJ_HTTP_LENGTH)) == 0;
}

static bool keeps_alive(const gj_http_parser *p) {
  bool asked = p->major > 0 && p->minor > 0 ? (p->flags & GJ_HTTP_CLOSE) == 0
                                            : (p->flags & GJ_HTTP_KEEP) != 0;
  return asked && !needs_end(p);
}

/* Nothing may follow on this connection. */
static const char *in_closed(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == '\r' || *at == '\n') {
    return at + 1;
  }
  return gj_http_fail(p, "HPE_CLOSED_CONNECTION", "Data after `Connection: close`", at + 1);
}

void gj_http_complete(gj_http_parser *p) {
  p->open = false;
  p->stop = true;
  p->events |= GJ_HTTP_COMPLETE;
  p->dropped = p->upgrade || (p->is_response && p->status == 101);
  p->step = p->lenient || keeps_alive(p) ? gj_http_in_message : in_closed;
}

/* The body, depending on the head and its reader. */
static const char *begin_body(gj_http_parser *p, const char *at) {
  bool has_body = (p->flags & GJ_HTTP_CHUNKED) != 0 || p->left != 0;
  bool is_bodiless = (p->flags & GJ_HTTP_BODILESS) != 0;
  bool is_connect = !p->is_response && p->method == GJ_HTTP_METHOD_CONNECT;
  if (p->is_response && (p->status / 100 == 1 || p->status == 204 || p->status == 304)) {
    is_bodiless = true;
  }
  if (is_bodiless || (p->upgrade && (is_connect || !has_body))) {
    gj_http_complete(p);
  } else if ((p->flags & GJ_HTTP_CHUNKED) != 0) {
    p->step = gj_http_in_chunk;
  } else if ((p->flags & GJ_HTTP_ENCODED) != 0) {
    p->step = gj_http_in_rest;
    if (!p->is_response && !p->lenient) {
      return gj_http_fail(p, "HPE_INVALID_TRANSFER_ENCODING",
                          "Request has invalid `Transfer-Encoding`", at);
    }
  } else if (p->left != 0) {
    p->step = gj_http_in_body;
  } else if (needs_end(p)) {
    p->step = gj_http_in_rest;
  } else {
    gj_http_complete(p);
  }
  return at;
}

/* After the empty line. */
static const char *end_head(gj_http_parser *p, const char *at) {
  if ((p->flags & GJ_HTTP_TRAILING) != 0) {
    bool has_trailers = p->head.count > p->head_count;
    p->events |= has_trailers ? GJ_HTTP_TRAILERS : 0;
    p->flushed = p->flushed || has_trailers;
    if (has_trailers && p->one_by_one) {
      p->stop = p->ends = true;
    } else {
      gj_http_complete(p);
    }
    return at;
  }
  p->flushed = p->flushed || p->head.count > 1 + GJ_HTTP_BATCH;
  if (p->flushed && p->one_by_one && !p->held) {
    p->stop = p->held = true;
    return at;
  }
  p->held = false;
  int both = GJ_HTTP_UPGRADE | GJ_HTTP_SWITCH;
  if ((p->flags & both) == both) {
    p->upgrade = !p->is_response || p->status == 101;
  } else {
    p->upgrade = !p->is_response && p->method == GJ_HTTP_METHOD_CONNECT;
  }
  p->keep_alive = keeps_alive(p);
  p->head_count = p->head.count;
  p->head_size = 0;
  p->events |= GJ_HTTP_HEAD;
  if (p->is_response || p->upgrade) {
    p->stop = p->waits = true;
    return at;
  }
  return begin_body(p, at);
}

static const char *in_lf_after_head(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '\n' && !p->lenient) {
    return gj_http_fail(p, "HPE_STRICT", "Expected LF after headers", at);
  }
  return end_head(p, *at == '\n' ? at + 1 : at);
}

static const char *begin_value(gj_http_parser *p, const char *at);

/* A value may continue in the next line, if that begins with a blank: only in the lenient mode. */
static const char *after_value(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == ' ' || *at == '\t') {
    if (!p->lenient && !p->takes_blanks) {
      return gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Unexpected whitespace after header value",
                          at);
    }
    if (p->kind == GJ_HTTP_TRANSFER_ENCODING) {
      p->flags &= (uint16_t)~GJ_HTTP_CHUNKED;
      p->kind = GJ_HTTP_OTHER;
    }
    return begin_value(p, at);
  }
  gj_http_strings_trim(&p->head);
  p->step = gj_http_in_field;
  return at;
}

static const char *in_lf_after_value(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '\n') {
    return gj_http_fail(p, "HPE_LF_EXPECTED", "Missing expected LF after header value", at);
  }
  p->step = after_value;
  return at + 1;
}

/* At what ends the text of a value, or at the end of what there is of it. */
static const char *end_text(gj_http_parser *p, const char *from, const char *at, const char *end) {
  const char *where = at < end && *at == '\r' ? at + 1 : at;
  if (!gj_http_text(p, from, at, where)) {
    return where;
  }
  if (at == end) {
    return at;
  }
  if (*at == '\r') {
    p->step = in_lf_after_value;
  } else if (*at == '\n') {
    if (!p->lenient) {
      return gj_http_fail(p, "HPE_CR_EXPECTED", "Missing expected CR after header value", at);
    }
    p->step = after_value;
  } else {
    return gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header value char", at);
  }
  return at + 1;
}

static const char *in_value(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end && (is_value_char((uint8_t)*at) || (p->lenient && *at != '\r' && *at != '\n'))) {
    at++;
  }
  return end_text(p, from, at, end);
}

/* Digits, and blanks behind them. */
static const char *in_length(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  for (; at < end && *at != '\r' && *at != '\n'; at++) {
    if (*at == ' ') {
      p->list = GJ_HTTP_AFTER;
      continue;
    }
    if (*at < '0' || *at > '9' || p->list == GJ_HTTP_AFTER) {
      return gj_http_fail(p, "HPE_INVALID_CONTENT_LENGTH", "Invalid character in Content-Length",
                          at);
    }
    unsigned digit = (unsigned)(*at - '0');
    if (p->left > (UINT64_MAX - digit) / 10) {
      return gj_http_fail(p, "HPE_INVALID_CONTENT_LENGTH", "Content-Length overflow", at + 1);
    }
    p->left = p->left * 10 + digit;
  }
  return end_text(p, from, at, end);
}

typedef struct {
  const char *text;
  uint16_t flag;
} word;

static const word words[] = {
    {"chunked", GJ_HTTP_CHUNKED},
    {"close", GJ_HTTP_CLOSE},
    {"keep-alive", GJ_HTTP_KEEP},
    {"upgrade", GJ_HTTP_SWITCH},
};
enum { CHUNKED_WORD, CONNECTION_WORDS, WORD_COUNT = 4 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/* The word that begins with this character, of those that matter in the header. */
static gj_http_list find_word(gj_http_parser *p, char c) {
  unsigned i = p->kind == GJ_HTTP_CONNECTION ? CONNECTION_WORDS : CHUNKED_WORD;
  unsigned end = p->kind == GJ_HTTP_CONNECTION ? WORD_COUNT : CONNECTION_WORDS;
  while (i < end && words[i].text[0] != lower(c)) {
    i++;
  }
  p->word = (uint8_t)i;
  p->matched = 1;
  return i < end ? GJ_HTTP_IN_WORD : GJ_HTTP_ELSE;
}

static void read_word(gj_http_parser *p, char c) {
  if (p->list == GJ_HTTP_SKIP) {
    return;
  }
  if (c == ',') {
    p->flags |= p->list == GJ_HTTP_AFTER && p->kind == GJ_HTTP_CONNECTION ? words[p->word].flag : 0;
    p->list = GJ_HTTP_AT_WORD;
  } else if (p->list == GJ_HTTP_AT_WORD) {
    p->list = c == ' ' || c == '\t' ? GJ_HTTP_AT_WORD : find_word(p, c);
  } else if (p->list == GJ_HTTP_IN_WORD) {
    const char *rest = words[p->word].text + p->matched++;
    p->list = *rest != lower(c) ? GJ_HTTP_ELSE : rest[1] == '\0' ? GJ_HTTP_AFTER : GJ_HTTP_IN_WORD;
  } else if (p->list == GJ_HTTP_AFTER && c != ' ') {
    p->list = GJ_HTTP_ELSE;
  }
}

/* Transfer-Encoding, and Connection. */
static const char *in_list(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  for (; at < end && *at != '\r' && *at != '\n'; at++) {
    if (!is_value_char((uint8_t)*at)) {
      if (!p->lenient) {
        break;
      }
      p->list = GJ_HTTP_SKIP;
    }
    if (*at == ',' && p->list == GJ_HTTP_AFTER && p->kind == GJ_HTTP_TRANSFER_ENCODING &&
        !p->is_response && !p->lenient) { /* chunked must be the last one */
      return gj_http_fail(p, "HPE_INVALID_TRANSFER_ENCODING",
                          "Invalid `Transfer-Encoding` header value", at + 1);
    }
    read_word(p, *at);
  }
  if (at < end && p->list == GJ_HTTP_AFTER) {
    p->flags |= words[p->word].flag;
  }
  return end_text(p, from, at, end);
}

/* At the first character of a value, or of a line that it goes on in. */
static const char *begin_value(gj_http_parser *p, const char *at) {
  p->list = GJ_HTTP_AT_WORD;
  p->step = in_value;
  switch (p->kind) {
    case GJ_HTTP_CONNECTION:
      p->step = in_list;
      break;
    case GJ_HTTP_TRANSFER_ENCODING:
      if ((p->flags & GJ_HTTP_CHUNKED) != 0 && !p->is_response && !p->lenient) {
        return gj_http_fail(p, "HPE_INVALID_TRANSFER_ENCODING",
                            "Invalid `Transfer-Encoding` header value", at + 1);
      }
      p->flags = (uint16_t)((p->flags | GJ_HTTP_ENCODED) & ~GJ_HTTP_CHUNKED);
      p->step = in_list;
      break;
    case GJ_HTTP_CONTENT_LENGTH:
      if ((p->flags & GJ_HTTP_LENGTH) != 0) {
        return gj_http_fail(p, "HPE_UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length", at);
      }
      p->flags |= GJ_HTTP_LENGTH;
      p->step = in_length;
      break;
    case GJ_HTTP_UPGRADE_TO:
      p->flags |= GJ_HTTP_UPGRADE;
      break;
    default:
      break;
  }
  return at;
}

static const char *in_blanks(gj_http_parser *p, const char *at, const char *end);

/* A line ended before its value began. */
static const char *after_blanks(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == ' ' || *at == '\t') {
    if (!p->lenient && !p->takes_blanks) {
      return gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header value char", at + 1);
    }
    p->step = in_blanks;
    return at + 1;
  }
  if (p->kind == GJ_HTTP_CONTENT_LENGTH) {
    return gj_http_fail(p, "HPE_INVALID_CONTENT_LENGTH", "Empty Content-Length", at);
  }
  gj_http_strings_begin(&p->head);
  p->step = gj_http_in_field;
  return at;
}

static const char *in_lf_after_blanks(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '\n' && !p->lenient) {
    return gj_http_fail(p, "HPE_STRICT", "Expected LF after CR", at);
  }
  p->step = after_blanks;
  return *at == '\n' ? at + 1 : at;
}

/* Between a colon and its value. */
static const char *in_blanks(gj_http_parser *p, const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t')) {
    at++;
  }
  if (at == end) {
    return at;
  }
  if (*at == '\r') {
    p->step = in_lf_after_blanks;
    return at + 1;
  }
  if (*at == '\n') {
    p->step = after_blanks;
    return p->lenient
               ? at + 1
               : gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header value char", at + 1);
  }
  gj_http_strings_begin(&p->head);
  return begin_value(p, at);
}

static bool is_name(const char *text, size_t size, const char *name) {
  return size == strlen(name) && strncasecmp(text, name, size) == 0;
}

/* The kind of header whose name was read last. */
static gj_http_kind kind_of(const gj_http_strings *head) {
  size_t size = gj_http_strings_last_size(head);
  const char *text = head->text + head->size - size;
  while (size != 0 && text[size - 1] == ' ') { /* where much is allowed, so is this */
    size--;
  }
  switch (size) {
    case 7:
      return is_name(text, size, "upgrade") ? GJ_HTTP_UPGRADE_TO : GJ_HTTP_OTHER;
    case 10:
      return is_name(text, size, "connection") ? GJ_HTTP_CONNECTION : GJ_HTTP_OTHER;
    case 14:
      return is_name(text, size, "content-length") ? GJ_HTTP_CONTENT_LENGTH : GJ_HTTP_OTHER;
    case 16:
      return is_name(text, size, "proxy-connection") ? GJ_HTTP_CONNECTION : GJ_HTTP_OTHER;
    case 17:
      return is_name(text, size, "transfer-encoding") ? GJ_HTTP_TRANSFER_ENCODING : GJ_HTTP_OTHER;
    default:
      return GJ_HTTP_OTHER;
  }
}

/* At the colon: a length and an encoding must not come together. */
static const char *end_name(gj_http_parser *p, const char *at) {
  p->kind = kind_of(&p->head);
  p->step = in_blanks;
  if (p->lenient) {
    return at + 1;
  }
  if (p->kind == GJ_HTTP_CONTENT_LENGTH && (p->flags & GJ_HTTP_ENCODED) != 0) {
    return gj_http_fail(p, "HPE_INVALID_CONTENT_LENGTH",
                        "Content-Length can't be present with Transfer-Encoding", at + 1);
  }
  if (p->kind == GJ_HTTP_TRANSFER_ENCODING && (p->flags & GJ_HTTP_LENGTH) != 0) {
    return gj_http_fail(p, "HPE_INVALID_TRANSFER_ENCODING",
                        "Transfer-Encoding can't be present with Content-Length", at + 1);
  }
  return at + 1;
}

/* At a character that is not allowed in a name. */
static const char *end_name_wrongly(gj_http_parser *p, const char *from, const char *at) {
  gj_http_strings_add(&p->head, from, (size_t)(at - from));
  bool is_known = kind_of(&p->head) != GJ_HTTP_OTHER;
  if (*at != ' ' || (!is_known && !p->takes_blanks)) {
    return gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header token", at);
  }
  if (!p->lenient && is_known) {
    return gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header field char", at + 1);
  }
  p->head_size += (size_t)(at - from);
  gj_http_text(p, at, at + 1, at + 1);
  return at + 1;
}

static const char *in_name(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end && gj_http_is_token((uint8_t)*at)) {
    at++;
  }
  if (at < end && *at != ':') {
    return end_name_wrongly(p, from, at);
  }
  const char *where = at < end ? at + 1 : at;
  if (!gj_http_text(p, from, at, where) || at == end) {
    return where;
  }
  return end_name(p, at);
}

const char *gj_http_in_field(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == '\r') {
    p->step = in_lf_after_head;
    return at + 1;
  }
  if (*at == '\n') {
    return p->lenient
               ? end_head(p, at + 1)
               : gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header field char", at + 1);
  }
  if (!gj_http_is_token((uint8_t)*at)) {
    return gj_http_fail(p, "HPE_INVALID_HEADER_TOKEN", "Invalid header token", at);
  }
  gj_http_strings_begin(&p->head);
  p->step = in_name;
  return at;
}

const char *gj_http_in_first_field(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  p->step = gj_http_in_field;
  if (*at != ' ') {
    return at;
  }
  return p->lenient
             ? at + 1
             : gj_http_fail(p, "HPE_UNEXPECTED_SPACE", "Unexpected space after start line", at + 1);
}

void gj_http_init(gj_http_parser *p, bool is_response, size_t head_max, bool lenient) {
  p->is_response = is_response;
  p->lenient = lenient;
  p->head_max = head_max;
  p->step = gj_http_in_message;
  p->stop = p->waits = p->open = p->dropped = p->ends = p->one_by_one = false;
  p->flushed = p->held = false;
  p->upgrade = false;
  p->code = NULL;
  p->data = NULL;
  p->size = p->at = 0;
  p->head.count = p->head_count = 0;
  p->before.count = p->before_count = 0;
}

void gj_http_free(gj_http_parser *p) {
  gj_http_strings_free(&p->head);
  gj_http_strings_free(&p->before);
}

static void end_run(gj_http_parser *p) {
  if ((p->at < p->size && !p->dropped && p->code == NULL) || p->ends || p->held) {
    p->events |= GJ_HTTP_MORE;
  }
  p->events |= p->open ? GJ_HTTP_OPEN : 0;
}

void gj_http_run(gj_http_parser *p) {
  p->events = 0;
  p->piece_count = 0;
  p->stop = p->dropped;
  const char *at = p->data + p->at;
  const char *end = p->data + p->size;
  if (p->waits) {
    p->waits = false;
    at = begin_body(p, at);
  }
  if (p->ends) {
    p->ends = false;
    gj_http_complete(p);
  }
  if (p->held) {
    at = end_head(p, at);
  }
  if (p->code != NULL) {
    gj_http_fail(p, p->code, p->reason, at);
  }
  while (at < end && !p->stop) {
    at = p->step(p, at, end);
  }
  p->at = (size_t)(at - p->data);
  end_run(p);
}

void gj_http_give(gj_http_parser *p, const char *data, size_t size) {
  p->data = data;
  p->size = size;
  p->at = 0;
  p->dropped = false;
  gj_http_run(p);
}

void gj_http_eof(gj_http_parser *p) {
  p->events = 0;
  p->piece_count = 0;
  p->data = NULL;
  p->size = p->at = 0;
  if (p->code != NULL) {
    return; /* that was told */
  }
  if (p->open && p->step == gj_http_in_rest) {
    gj_http_complete(p);
  } else if (p->open) {
    gj_http_fail(p, "HPE_INVALID_EOF_STATE", "Invalid EOF state", NULL);
  }
  end_run(p);
}

/* SPDX-License-Identifier: MIT */
/* A parser of HTTP/1 messages (http_parse.c, http_line.c, http_body.c), for http.c.
 *
 * It accepts what Node 20 accepts and rejects what Node 20 rejects, with the same codes, texts and
 * positions; tests/http-corpus compares the two. It runs over the given bytes until there is
 * something to report, and stops there. What comes next is `step`: a function that continues at any
 * byte, so that a message may be cut into pieces anywhere. */
#ifndef GJ_BIND_HTTP_PARSE_H
#define GJ_BIND_HTTP_PARSE_H

#include <uv.h>

#include "bind/http.h"

/* Sizes, and results. */
enum {
#define HTTP_SIZE(name, value) GJ_HTTP_##name = value,
#include "lists.def"
};
enum {
#define HTTP_EVENT(name, value) GJ_HTTP_##name = value,
#include "lists.def"
};

/* What a head says about its message. */
enum {
  GJ_HTTP_CLOSE = 1, /* Connection */
  GJ_HTTP_KEEP = 2,
  GJ_HTTP_SWITCH = 4,
  GJ_HTTP_UPGRADE = 8,
  GJ_HTTP_LENGTH = 16,
  GJ_HTTP_ENCODED = 32, /* Transfer-Encoding, and its last one is chunked */
  GJ_HTTP_CHUNKED = 64,
  GJ_HTTP_BODILESS = 128, /* as decided by the reader of the head */
  GJ_HTTP_TRAILING = 256,
};

/* Headers whose values the parser reads. */
typedef enum {
  GJ_HTTP_OTHER,
  GJ_HTTP_CONNECTION,
  GJ_HTTP_CONTENT_LENGTH,
  GJ_HTTP_TRANSFER_ENCODING,
  GJ_HTTP_UPGRADE_TO,
} gj_http_kind;

/* State within a list of words: a word may begin, is being read, was read; another word; the rest
 * of the list is ignored. */
typedef enum {
  GJ_HTTP_AT_WORD,
  GJ_HTTP_IN_WORD,
  GJ_HTTP_AFTER,
  GJ_HTTP_ELSE,
  GJ_HTTP_SKIP
} gj_http_list;

typedef struct gj_http_parser gj_http_parser;

/* Reads from `at`, which is before `end`; returns where to continue. */
typedef const char *(*gj_http_step)(gj_http_parser *p, const char *at, const char *end);

struct gj_http_parser {
  const char *data; /* the current bytes; their owner keeps them until the next */
  size_t size, at;
  char **place; /* the room in which they are; NULL: in memory that is not ours */
  gj_http_step step;
  bool is_response, lenient;
  bool takes_blanks; /* in names, and before the next line of a value: for fetch */
  bool stop;         /* there is something to report */
  bool waits;        /* for the reader of a head to decide how to continue */
  bool open;         /* within a message */
  bool dropped;      /* what follows is another protocol */
  bool one_by_one;   /* stop after each piece of a body, and trailers */
  bool flushed; /* as Node's parser: headers were reported before a head, and will be for each */
  bool held;    /* a head is complete but not reported; what comes before it was */
  bool ends;    /* all of a body was reported, but not that it is complete */
  int events;
  const char *code, *reason; /* of an error */

  uint8_t method, major, minor;
  uint16_t status;
  bool upgrade, keep_alive;
  uint16_t flags;
  gj_http_kind kind;
  gj_http_list list;
  uint8_t word, matched; /* a word of a table, and how much of it was matched */
  uint64_t left;         /* bytes of the body or the chunk */

  size_t head_size, head_max, extensions;
  gj_http_strings head;   /* the first line's text, then names and values */
  unsigned head_count;    /* strings of the head; trailers follow */
  gj_http_strings before; /* of the last message: on one connection most heads are the same */
  unsigned before_count;
  uv_buf_t pieces[GJ_HTTP_PIECES];
  unsigned piece_count;
};

/* Methods by number. */
enum {
#define METHOD(name, text, protocols) GJ_HTTP_METHOD_##name,
#include "bind/http_methods.def"
#undef METHOD
  GJ_HTTP_METHOD_COUNT
};
extern const char *const gj_http_methods[];
/* Whether a method is one of HTTP/1. */
bool gj_http_method_common(unsigned method);

void gj_http_init(gj_http_parser *p, bool is_response, size_t head_max, bool lenient);
void gj_http_free(gj_http_parser *p);
/* Starts with new bytes; continues with them; ends, because there are no more. */
void gj_http_give(gj_http_parser *p, const char *data, size_t size);
void gj_http_run(gj_http_parser *p);
void gj_http_eof(gj_http_parser *p);

/* For its own files. */
const char *gj_http_fail(gj_http_parser *p, const char *code, const char *reason, const char *at);
/* A piece of a text in a head; false if the head becomes too long, which is an error at `where`. */
bool gj_http_text(gj_http_parser *p, const char *from, const char *to, const char *where);
bool gj_http_is_token(uint8_t c);
void gj_http_complete(gj_http_parser *p);
const char *gj_http_in_message(gj_http_parser *p, const char *at, const char *end);
const char *gj_http_in_first_field(gj_http_parser *p, const char *at, const char *end);
const char *gj_http_in_field(gj_http_parser *p, const char *at, const char *end);
const char *gj_http_in_chunk(gj_http_parser *p, const char *at, const char *end);
const char *gj_http_in_body(gj_http_parser *p, const char *at, const char *end);
const char *gj_http_in_rest(gj_http_parser *p, const char *at, const char *end);

#endif

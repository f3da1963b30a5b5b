/* SPDX-License-Identifier: MIT */
/*
 * Reading the head of a request: see http_head.h.
 *
 * Another site must not reach us through a host name that it points to 127.0.0.1, so the Host must
 * be ours. Token and addresses are compared in constant time.
 */
#include "trace/http_head.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *at;
  size_t size;
} text;

static bool is_token_char(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* Cuts FROM at the first C, and returns what is before it. *FOUND: there is one. */
static text cut(text *from, char c, bool *found) {
  const char *end = memchr(from->at, c, from->size);
  *found = end != NULL;
  text part = {from->at, end == NULL ? from->size : (size_t)(end - from->at)};
  size_t taken = part.size + (end != NULL);
  *from = (text){from->at + taken, from->size - taken};
  return part;
}

static bool is_token(text word) {
  for (size_t i = 0; i < word.size; i++) {
    if (!is_token_char((unsigned char)word.at[i])) {
      return false;
    }
  }
  return word.size > 0;
}

static bool is_visible(text word, bool spaces) {
  for (size_t i = 0; i < word.size; i++) {
    unsigned char c = (unsigned char)word.at[i];
    if (c == 0x7f || (c < ' ' && c != '\t') || (!spaces && (c == ' ' || c == '\t' || c > '~'))) {
      return false;
    }
  }
  return true;
}

static text trim(text word) {
  while (word.size > 0 && (word.at[0] == ' ' || word.at[0] == '\t')) {
    word = (text){word.at + 1, word.size - 1};
  }
  while (word.size > 0 && (word.at[word.size - 1] == ' ' || word.at[word.size - 1] == '\t')) {
    word.size--;
  }
  return word;
}

static bool is_text(text word, const char *other) {
  return word.size == strlen(other) && strncasecmp(word.at, other, word.size) == 0;
}

static bool is_our_host(text host, int port) {
  static const char *const names[] = {"127.0.0.1", "localhost"};
  char expected[32];
  for (int i = 0; i < 2; i++) {
    snprintf(expected, sizeof(expected), "%s:%d", names[i], port);
    if (is_text(host, expected) || (port == 80 && is_text(host, names[i]))) {
      return true;
    }
  }
  return false;
}

/* True if WORD begins with OTHER; always looks at all of OTHER. */
static bool begins_with(text word, const char *other, size_t size) {
  unsigned char difference = 0;
  for (size_t i = 0; i < size; i++) {
    unsigned char c = i < word.size ? (unsigned char)word.at[i] : 0;
    difference |= (unsigned char)(c ^ (unsigned char)other[i]);
  }
  return difference == 0;
}

static gy_http_wish find(text target, const char *token) {
  char prefix[GY_HTTP_TOKEN_SIZE + 2] = "/";
  memcpy(prefix + 1, token, GY_HTTP_TOKEN_SIZE);
  prefix[GY_HTTP_TOKEN_SIZE + 1] = '/';
  if (!begins_with(target, prefix, sizeof(prefix))) {
    return GY_HTTP_NOT_FOUND;
  }
  text rest = {target.at + sizeof(prefix), target.size - sizeof(prefix)};
  bool is_events = rest.size == 6 && memcmp(rest.at, "events", 6) == 0;
  return rest.size == 0 ? GY_HTTP_PAGE : is_events ? GY_HTTP_EVENTS : GY_HTTP_NOT_FOUND;
}

/* A line up to CR LF. False: there is none. */
static bool next_line(text *from, text *line) {
  bool found;
  *line = cut(from, '\n', &found);
  if (!found || line->size == 0 || line->at[line->size - 1] != '\r') {
    return false;
  }
  line->size--;
  return true;
}

/* The method, the address, the version. */
static bool read_request_line(text line, text *method, text *target) {
  bool first;
  bool second;
  *method = cut(&line, ' ', &first);
  *target = cut(&line, ' ', &second);
  return first && second && is_token(*method) && target->size > 0 && is_visible(*target, false) &&
         (is_text(line, "HTTP/1.1") || is_text(line, "HTTP/1.0"));
}

/* 0: not a number, or one that we have not given out. */
static uint64_t read_number(text word) {
  uint64_t number = 0;
  for (size_t i = 0; i < word.size; i++) {
    if (word.at[i] < '0' || word.at[i] > '9' || i == 18) {
      return 0;
    }
    number = number * 10 + (uint64_t)(word.at[i] - '0');
  }
  return number;
}

/* The fields that matter here. */
typedef struct {
  text host;
  unsigned hosts;
  uint64_t after;
} fields;

/* False: not a valid line of a head, or one that announces a body. */
static bool read_field(text line, fields *known) {
  bool found;
  text name = cut(&line, ':', &found);
  text value = trim(line);
  if (!found || !is_token(name) || !is_visible(value, true)) {
    return false;
  }
  if (is_text(name, "Host")) {
    known->host = value;
    known->hosts++;
  } else if (is_text(name, "Last-Event-ID")) {
    known->after = read_number(value);
  }
  return !is_text(name, "Transfer-Encoding") &&
         (!is_text(name, "Content-Length") || is_text(value, "0"));
}

gy_http_wish gy_http_read_head(const char *bytes, size_t size, const char *token, int port,
                               uint64_t *after) {
  const char *end = memmem(bytes, size, "\r\n\r\n", 4);
  text rest = {bytes, end == NULL ? 0 : (size_t)(end - bytes) + 2};
  text line;
  text method;
  text target;
  fields known = {.host = {"", 0}};
  if (end == NULL) {
    return GY_HTTP_INCOMPLETE;
  }
  bool good = next_line(&rest, &line) && read_request_line(line, &method, &target);
  while (good && rest.size > 0) {
    good = next_line(&rest, &line) && read_field(line, &known);
  }
  *after = known.after;
  if (!good || known.hosts > 1) {
    return GY_HTTP_BAD;
  }
  if (method.size != 3 || memcmp(method.at, "GET", 3) != 0) {
    return GY_HTTP_NO_METHOD;
  }
  return is_our_host(known.host, port) ? find(target, token) : GY_HTTP_NOT_FOUND;
}

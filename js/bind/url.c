/* SPDX-License-Identifier: MIT */
/* URLs that are already in their normal form, as nearly all are: finds their parts in one pass.
 * js/lib/internal/url/url.js asks, and parses the rest by the rules: other characters, other
 * schemes, a path with dots. So this may reject a good URL, but never accepts one that the rules
 * would change. */
#include <string.h>

#include "runtime/runtime.h"

enum { HOST = 1, USER = 2, PATH = 4, QUERY = 8, FRAGMENT = 16, ALL = 31, NAME = 30 };

/* The parts where a character stays as it is. */
static const uint8_t stays[256] = {
    ['a' ... 'z'] = ALL,
    ['0' ... '9'] = ALL,
    ['-'] = ALL,
    ['.'] = ALL,
    ['A' ... 'Z'] = NAME,
    ['_'] = NAME,
    ['~'] = NAME,
    ['!'] = NAME,
    ['$'] = NAME,
    ['%'] = NAME,
    ['&'] = NAME,
    ['('] = NAME,
    [')'] = NAME,
    ['*'] = NAME,
    ['+'] = NAME,
    [','] = NAME,
    ['/'] = PATH | QUERY | FRAGMENT,
    [':'] = PATH | QUERY | FRAGMENT,
    [';'] = PATH | QUERY | FRAGMENT,
    ['='] = PATH | QUERY | FRAGMENT,
    ['@'] = PATH | QUERY | FRAGMENT,
    ['['] = PATH | QUERY | FRAGMENT,
    [']'] = PATH | QUERY | FRAGMENT,
    ['?'] = QUERY | FRAGMENT,
};

/* What JavaScript reads: places in the text; a part goes up to where the next one starts. */
enum { SCHEME_END, USER_END, HOST_START, HOST_END, PATH_START, QUERY_START, HASH_START, PARTS };
static _Thread_local int32_t parts[PARTS];

typedef struct {
  const uint8_t *text;
  size_t size, at;
} gj_scan;

static size_t run(const gj_scan *scan, size_t at, unsigned part) {
  while (at < scan->size && (stays[scan->text[at]] & part) != 0) {
    at++;
  }
  return at;
}

/* The port that "scheme://" need not say, 0 if it has none; -1: another beginning. */
static int scan_scheme(gj_scan *scan) {
  static const struct {
    const char *name;
    int port;
  } schemes[] = {{"https://", 443}, {"http://", 80}, {"file://", 0},
                 {"wss://", 443},   {"ws://", 80},   {"ftp://", 21}};
  for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
    size_t length = strlen(schemes[i].name);
    if (scan->size > length && memcmp(scan->text, schemes[i].name, length) == 0) {
      parts[SCHEME_END] = (int32_t)length - 3;
      scan->at = length;
      return schemes[i].port;
    }
  }
  return -1;
}

/* A number up to `most` as it is normally written; returns behind it, or 0. */
static size_t scan_number(const gj_scan *scan, size_t at, unsigned most, unsigned *value) {
  size_t start = at;
  *value = 0;
  for (; at < scan->size && scan->text[at] >= '0' && scan->text[at] <= '9'; at++) {
    *value = *value * 10 + (scan->text[at] - '0');
    if (*value > most || (at > start && scan->text[start] == '0')) {
      return 0;
    }
  }
  return at > start ? at : 0;
}

static bool is_ipv4(const gj_scan *scan, size_t at, size_t end) {
  unsigned value;
  for (int i = 0; i < 4; i++) {
    if (i > 0 && scan->text[at++] != '.') {
      return false;
    }
    at = scan_number(scan, at, 255, &value);
    if (at == 0 || at > end || (i < 3 && at == end)) {
      return false;
    }
  }
  return at == end;
}

/* A name whose last label cannot be a number, without any of IDNA; or four plain numbers. */
static bool is_host(const gj_scan *scan, size_t start, size_t end) {
  if (start == end || memmem(scan->text + start, end - start, "xn--", 4) != NULL) {
    return false;
  }
  size_t label = end - (scan->text[end - 1] == '.');
  while (label > start && scan->text[label - 1] != '.') {
    label--;
  }
  uint8_t first = scan->text[label];
  return first < '0' || first > '9' ? first != '.' : is_ipv4(scan, start, end);
}

static bool scan_authority(gj_scan *scan, unsigned default_port) {
  size_t start = scan->at;
  size_t user = run(scan, start, USER);
  size_t name = user;
  if (user < scan->size && scan->text[user] == ':') {
    name = run(scan, user + 1, USER);
  }
  parts[USER_END] = (int32_t)start;
  if (name < scan->size && scan->text[name] == '@') {
    if (user == start || name == user + 1) {
      return false; /* nothing before the '@' or after the ':' is not written */
    }
    parts[USER_END] = (int32_t)user;
    start = name + 1;
  }
  size_t end = run(scan, start, HOST);
  parts[HOST_START] = (int32_t)start;
  parts[HOST_END] = (int32_t)end;
  scan->at = end;
  if (!is_host(scan, start, end)) {
    return false;
  }
  if (end < scan->size && scan->text[end] == ':') {
    unsigned port;
    scan->at = scan_number(scan, end + 1, 65535, &port);
    return scan->at != 0 && port != default_port;
  }
  return true;
}

/* A path has no segments of dots, and no dot that is written as %2e. */
static bool scan_path(gj_scan *scan) {
  size_t segment = scan->at + 1;
  size_t end = run(scan, scan->at, PATH);
  for (size_t i = scan->at + 1; i <= end; i++) {
    if (i < end && scan->text[i] == '%' && i + 2 < end && scan->text[i + 1] == '2' &&
        (scan->text[i + 2] | 0x20) == 'e') {
      return false;
    }
    if (i == end || scan->text[i] == '/') {
      size_t length = i - segment;
      if ((length == 1 || length == 2) && scan->text[segment] == '.' && scan->text[i - 1] == '.') {
        return false;
      }
      segment = i + 1;
    }
  }
  scan->at = end;
  return true;
}

static bool is_drive(const gj_scan *scan) {
  return scan->size - scan->at > 2 && scan->text[scan->at + 2] == ':';
}

/* 0, or 1 if the text is a URL in normal form, or 2 if only the '/' for its path is missing. */
static int scan_url(gj_scan *scan) {
  int port = scan_scheme(scan);
  if (port < 0) {
    return 0;
  }
  if (port == 0) {
    parts[USER_END] = parts[HOST_START] = parts[HOST_END] = (int32_t)scan->at;
    if (scan->text[scan->at] != '/' || is_drive(scan)) {
      return 0;
    }
  } else if (!scan_authority(scan, (unsigned)port)) {
    return 0;
  }
  parts[PATH_START] = (int32_t)scan->at;
  int missing = scan->at == scan->size || scan->text[scan->at] != '/';
  if (!missing && !scan_path(scan)) {
    return 0;
  }
  parts[QUERY_START] = (int32_t)scan->at + missing;
  if (scan->at < scan->size && scan->text[scan->at] == '?') {
    scan->at = run(scan, scan->at, QUERY);
  }
  parts[HASH_START] = (int32_t)scan->at + missing;
  if (scan->at < scan->size && scan->text[scan->at] == '#') {
    scan->at = run(scan, scan->at + 1, FRAGMENT);
  }
  return scan->at == scan->size ? 1 + missing : 0;
}

/* scan(text) */
GJ_FUNCTION(scan) {
  gj_chars chars;
  gj_chars_look(js, argv[0], &chars);
  gj_scan text = {.text = chars.narrow, .size = chars.length};
  int found = chars.narrow != NULL && chars.length < INT32_MAX ? scan_url(&text) : 0;
  gj_chars_free(&chars);
  return gj_number(js, found);
}

GJ_DIRECT(scan)

gj_object gj_bind_url(gj_context js) {
  static const gj_export exports[] = {{"scan", scan, scan_direct}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set(js, binding, "parts", gj_bytes_int32(js, parts, PARTS));
  return binding;
}

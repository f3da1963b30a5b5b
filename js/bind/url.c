/* SPDX-License-Identifier: MIT */
/* URLs of the usual schemes in their normal form, with the places of their parts. Nearly all URLs
 * are in it already, which one pass finds out. Of others it is written: a default port and dots are
 * left out, characters escaped, a base continued. What is written must pass as well.
 * js/lib/internal/url/url.js asks, and parses the rest by the rules: other schemes, drives, IDNA,
 * odd hosts, spaces around. So this may reject a good URL, but never gives another than the rules.
 */
#include <string.h>

#include "runtime/runtime.h"

enum { HOST = 1, USER = 2, SEGMENT = 4, QUERY = 8, FRAGMENT = 16, ALL = 31, NAME = 30, TAIL = 28 };

/* The parts where a character stays as it is: what internal/url/percent.js does not encode there,
 * and for a segment of the path, what does not end it. */
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
    ['\''] = USER | SEGMENT | FRAGMENT,
    [':'] = TAIL,
    [';'] = TAIL,
    ['='] = TAIL,
    ['@'] = TAIL,
    ['['] = TAIL,
    [']'] = TAIL,
    ['^'] = TAIL,
    ['|'] = TAIL,
    ['/'] = QUERY | FRAGMENT,
    ['?'] = QUERY | FRAGMENT,
    ['\\'] = QUERY | FRAGMENT,
    ['{'] = QUERY | FRAGMENT,
    ['}'] = QUERY | FRAGMENT,
    ['`'] = QUERY,
    ['#'] = FRAGMENT,
};

/* What JavaScript reads: places in the text; a part goes up to where the next one starts. */
enum { SCHEME_END, USER_END, HOST_START, HOST_END, PATH_START, QUERY_START, HASH_START, PARTS };
static _Thread_local int32_t parts[PARTS];

typedef struct {
  const uint8_t *text;
  size_t size, at;
  int32_t parts[PARTS];
  unsigned port; /* that its scheme need not say; 0: "file" */
} gj_scan;

static size_t run(const gj_scan *scan, size_t at, unsigned part) {
  while (at < scan->size && (stays[scan->text[at]] & part) != 0) {
    at++;
  }
  return at;
}

static bool is_at(const gj_scan *scan, uint8_t byte) {
  return scan->at < scan->size && scan->text[scan->at] == byte;
}

static bool scan_scheme(gj_scan *scan) {
  static const struct {
    const char *name;
    unsigned port;
  } schemes[] = {{"http://", 80}, {"https://", 443}, {"file://", 0},
                 {"ws://", 80},   {"wss://", 443},   {"ftp://", 21}};
  for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
    const char *name = schemes[i].name;
    size_t at = 0; /* not memcmp: most are told by the first character */
    while (name[at] != '\0' && at < scan->size && scan->text[at] == (uint8_t)name[at]) {
      at++;
    }
    if (name[at] == '\0') {
      scan->parts[SCHEME_END] = (int32_t)at - 3;
      scan->at = at;
      scan->port = schemes[i].port;
      return true;
    }
  }
  return false;
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
  if (start == end) {
    return false;
  }
  for (size_t i = start + 3; i < end; i++) {
    if (scan->text[i] == '-' && memcmp(scan->text + i - 3, "xn--", 4) == 0) {
      return false;
    }
  }
  size_t label = end - (scan->text[end - 1] == '.');
  while (label > start && scan->text[label - 1] != '.') {
    label--;
  }
  uint8_t first = scan->text[label];
  return first < '0' || first > '9' ? first != '.' : is_ipv4(scan, start, end);
}

static bool scan_authority(gj_scan *scan) {
  size_t start = scan->at;
  size_t user = run(scan, start, USER);
  size_t name = user;
  if (user < scan->size && scan->text[user] == ':') {
    name = run(scan, user + 1, USER);
  }
  scan->parts[USER_END] = (int32_t)start;
  if (name < scan->size && scan->text[name] == '@') {
    if (user == start || name == user + 1) {
      return false; /* nothing before the '@' or after the ':' is not written */
    }
    scan->parts[USER_END] = (int32_t)user;
    start = name + 1;
  }
  size_t end = run(scan, start, HOST);
  scan->parts[HOST_START] = (int32_t)start;
  scan->parts[HOST_END] = (int32_t)end;
  scan->at = end;
  if (!is_host(scan, start, end)) {
    return false;
  }
  if (end < scan->size && scan->text[end] == ':') {
    unsigned port;
    scan->at = scan_number(scan, end + 1, 65535, &port);
    return scan->at != 0 && port != scan->port;
  }
  return true;
}

/* How many dots a segment is, also if they are written as %2e: 1 or 2; 0: something else. */
static unsigned dots(const uint8_t *segment, size_t size) {
  unsigned count = 0;
  for (size_t i = 0; i < size; count++) {
    if (segment[i] == '.') {
      i++;
    } else if (size - i >= 3 && segment[i] == '%' && segment[i + 1] == '2' &&
               (segment[i + 2] | 0x20) == 'e') {
      i += 3;
    } else {
      return 0;
    }
  }
  return count < 3 ? count : 0;
}

/* The letter of a drive has rules of its own where it may be the first segment of a file's path. */
static bool is_drive(const uint8_t *segment, size_t size) {
  return size == 2 && (segment[1] == ':' || segment[1] == '|');
}

static bool scan_path(gj_scan *scan) {
  bool drive = scan->port == 0;
  while (is_at(scan, '/')) {
    const uint8_t *segment = scan->text + scan->at + 1;
    scan->at = run(scan, scan->at + 1, SEGMENT);
    size_t size = (size_t)(scan->text + scan->at - segment);
    if (dots(segment, size) > 0 || (drive && is_drive(segment, size))) {
      return false;
    }
    drive = false;
  }
  return true;
}

/* Whether the text is a URL in normal form, or would be with the '/' that it ends before. */
static bool scan_url(gj_scan *scan) {
  int32_t *part = scan->parts;
  if (!scan_scheme(scan)) {
    return false;
  }
  part[USER_END] = part[HOST_START] = part[HOST_END] = (int32_t)scan->at;
  if (scan->port != 0 && !scan_authority(scan)) {
    return false;
  }
  part[PATH_START] = part[QUERY_START] = part[HASH_START] = (int32_t)scan->at;
  if (scan->at == scan->size) {
    return true;
  }
  if (!is_at(scan, '/') || !scan_path(scan)) {
    return false;
  }
  part[QUERY_START] = (int32_t)scan->at;
  if (is_at(scan, '?')) {
    scan->at = run(scan, scan->at, QUERY);
  }
  part[HASH_START] = (int32_t)scan->at;
  return scan->at == scan->size ||
         (is_at(scan, '#') && run(scan, scan->at, FRAGMENT) == scan->size);
}

enum { ROOM = 1024 };

/* A URL that is being written. */
typedef struct {
  uint8_t text[ROOM];
  size_t size;
  bool failed; /* too long, or with a character that is removed */
} gj_draft;

static void put(gj_draft *to, const void *text, size_t size) {
  if (size > sizeof(to->text) - to->size) {
    to->failed = true;
    return;
  }
  memcpy(to->text + to->size, text, size);
  to->size += size;
}

static void put_escaped(gj_draft *to, uint8_t byte) {
  static const char digits[] = "0123456789ABCDEF";
  put(to, (const char[]){'%', digits[byte >> 4], digits[byte & 15]}, 3);
}

static bool is_slash(const gj_scan *from, size_t at) {
  return at < from->size && (from->text[at] == '/' || from->text[at] == '\\');
}

static bool ends_segment(const gj_scan *from, size_t at) {
  return at == from->size || from->text[at] == '?' || from->text[at] == '#' || is_slash(from, at);
}

static void write_part(gj_draft *to, gj_scan *from, unsigned part) {
  for (;; from->at++) {
    size_t end = run(from, from->at, part);
    put(to, from->text + from->at, end - from->at);
    from->at = end;
    if (end == from->size || (part == QUERY && from->text[end] == '#') ||
        (part == SEGMENT && ends_segment(from, end))) {
      return;
    }
    uint8_t byte = from->text[end];
    if (byte == '\t' || byte == '\n' || byte == '\r') {
      to->failed = true;
    } else if (byte < 0x80) {
      put_escaped(to, byte);
    } else {
      put_escaped(to, 0xc0 | byte >> 6);
      put_escaped(to, 0x80 | (byte & 0x3f));
    }
  }
}

/* The user as it is, the host in lower case, the port if it must be said. */
static bool write_authority(gj_draft *to, gj_scan *from, unsigned default_port) {
  size_t start = from->at;
  size_t end = start;
  size_t host = start;
  for (; !ends_segment(from, end); end++) {
    if (from->text[end] == '@') {
      host = end + 1;
    }
  }
  if (default_port == 0) {
    return end == start;
  }
  put(to, from->text + start, host - start);
  for (; host < end && from->text[host] != ':'; host++) {
    uint8_t byte = from->text[host];
    put(to, &(uint8_t){byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte}, 1);
  }
  from->at = end;
  size_t digits = host + 1;
  while (digits + 1 < end && from->text[digits] == '0') {
    digits++;
  }
  if (digits >= end) {
    return true;
  }
  unsigned port;
  if (scan_number(from, digits, 65535, &port) != end) {
    return false;
  }
  if (port != default_port) {
    put(to, ":", 1);
    put(to, from->text + digits, end - digits);
  }
  return true;
}

/* `root` is where the path starts, of which there may be segments already. */
static bool write_path(gj_draft *to, gj_scan *from, size_t root, bool file) {
  from->at += is_slash(from, from->at);
  for (;; from->at++) {
    put(to, "/", 1);
    size_t start = to->size;
    write_part(to, from, SEGMENT);
    size_t size = to->size - start;
    if (to->failed || (file && is_drive(to->text + start, size))) {
      return false;
    }
    bool last = !is_slash(from, from->at);
    unsigned count = dots(to->text + start, size);
    if (count > 0) {
      to->size = start - 1;
      while (count == 2 && to->size > root && to->text[--to->size] != '/') {
      }
      put(to, "/", last);
    }
    if (last) {
      return true;
    }
  }
}

/* The beginning of a relative URL: what it takes of the base, and its own up to the query. */
static bool write_relative(gj_draft *to, gj_scan *from, const gj_scan *base) {
  size_t root = (size_t)base->parts[PATH_START];
  size_t end = (size_t)base->parts[QUERY_START];
  bool query = from->size > 0 && from->text[0] == '?';
  if (query || from->size == 0 || from->text[0] == '#') {
    put(to, base->text, query ? end : (size_t)base->parts[HASH_START]);
    put(to, "/", root == base->size);
    return true;
  }
  if (is_slash(from, 0) && is_slash(from, 1)) {
    put(to, base->text, (size_t)base->parts[SCHEME_END] + 3);
    from->at = 2;
    return write_authority(to, from, base->port) && write_path(to, from, to->size, base->port == 0);
  }
  if (is_slash(from, 0)) {
    end = root;
  } else {
    for (size_t i = 0; !ends_segment(from, i); i++) {
      if (from->text[i] == ':') {
        return false; /* a scheme, or a drive */
      }
    }
    while (end > root && base->text[--end] != '/') {
    }
  }
  put(to, base->text, end);
  return write_path(to, from, root, base->port == 0);
}

/* `base` is what scan_url accepts, or NULL. */
static bool write_url(gj_draft *to, gj_scan *from, const gj_scan *base) {
  if (from->size > 0 && (from->text[0] <= ' ' || from->text[from->size - 1] <= ' ')) {
    return false;
  }
  to->size = 0;
  to->failed = false;
  from->at = 0;
  if (scan_scheme(from)) {
    put(to, from->text, from->at);
    if (!write_authority(to, from, from->port) ||
        !write_path(to, from, to->size, from->port == 0)) {
      return false;
    }
  } else if (base == NULL || !write_relative(to, from, base)) {
    return false;
  }
  if (is_at(from, '?')) {
    write_part(to, from, QUERY);
  }
  write_part(to, from, FRAGMENT);
  return !to->failed;
}

/* Makes `url` what scan_url accepts, which may be in the draft. */
static bool find(gj_scan *url, const gj_scan *base, gj_draft *draft) {
  if (url->text == NULL || url->size > INT32_MAX) {
    return false;
  }
  if (scan_url(url)) {
    return true;
  }
  if (!write_url(draft, url, base)) {
    return false;
  }
  *url = (gj_scan){.text = draft->text, .size = draft->size};
  return scan_url(url);
}

/* Adds the '/' that is the path of a URL without one. */
static bool complete(gj_scan *url, gj_draft *draft) {
  if ((size_t)url->parts[PATH_START] < url->size) {
    return true;
  }
  draft->size = 0;
  draft->failed = false;
  put(draft, url->text, url->size);
  put(draft, "/", 1);
  url->text = draft->text;
  url->size++;
  url->parts[QUERY_START]++;
  url->parts[HASH_START]++;
  return !draft->failed;
}

/* What is read and written for one text. */
typedef struct {
  gj_chars chars;
  uint8_t joined[ROOM];
  gj_draft draft;
} gj_subject;

/* A text that has just been put together is copied by pieces: that takes less than joining it. */
static gj_scan look(gj_context js, gj_value value, gj_subject *subject) {
  gj_chars *chars = &subject->chars;
  chars->handle = NULL;
  if (!gj_chars_try(value, chars)) {
    gj_bytes bytes;
    if (gj_chars_copy(value, subject->joined, ROOM, &bytes)) {
      return (gj_scan){.text = bytes.data, .size = bytes.size};
    }
    gj_chars_look(js, value, chars);
  }
  return (gj_scan){.text = chars->narrow, .size = chars->length};
}

/* normal(text, base?): the URL in normal form, or null. */
GJ_FUNCTION(normal) {
  gj_subject text, base_text;
  bool alone = argc < 2;
  gj_scan base = {.text = NULL};
  base_text.chars.handle = NULL;
  if (!alone) {
    base = look(js, argv[1], &base_text);
  }
  gj_scan url = look(js, argv[0], &text);
  gj_value href = gj_null(js);
  if ((alone || find(&base, NULL, &base_text.draft)) &&
      find(&url, alone ? NULL : &base, &text.draft) && complete(&url, &text.draft)) {
    memcpy(parts, url.parts, sizeof(parts));
    bool same = url.text != text.draft.text;
    href = same ? argv[0] : gj_string_latin1(js, url.text, url.size);
  }
  gj_chars_free(&text.chars);
  gj_chars_free(&base_text.chars);
  return href;
}

GJ_DIRECT(normal)

gj_object gj_bind_url(gj_context js) {
  static const gj_export exports[] = {{"normal", normal, normal_direct}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set(js, binding, "parts", gj_bytes_int32(js, parts, PARTS));
  return binding;
}

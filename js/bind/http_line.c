/* SPDX-License-Identifier: MIT */
/* The first line of an HTTP message, for http_parse.c: a method, a target and a version, or a
 * version and a status. */
#include <string.h>

#include "bind/http_parse.h"

/* The protocols of first lines; HTTP2 announces another protocol. */
enum { HTTP, RTSP, ICE };
enum {
  GJ_HTTP_IN_HTTP = 1 << HTTP,
  GJ_HTTP_IN_RTSP = 1 << RTSP,
  GJ_HTTP_IN_ICE = 1 << ICE,
  GJ_HTTP_IN_HTTP2 = 8,
};
static const char *const protocols[] = {"HTTP/", "RTSP/", "ICE/"};

const char *const gj_http_methods[] = {
#define METHOD(name, text, protocols) text,
#include "bind/http_methods.def"
#undef METHOD
};

static const uint8_t method_protocols[] = {
#define METHOD(name, text, protocols) protocols,
#include "bind/http_methods.def"
#undef METHOD
};

bool gj_http_method_common(unsigned method) {
  return (method_protocols[method] & GJ_HTTP_IN_HTTP) != 0;
}

static const char preface[] = "\r\n\r\nSM\r\n\r\n"; /* of HTTP/2, behind PRI * HTTP/2.0 */

static const char *in_lf_after_status(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  p->step = gj_http_in_first_field;
  if (*at == '\n' || *at == '\r') { /* Node takes either */
    return at + 1;
  }
  return p->lenient ? at : gj_http_fail(p, "HPE_STRICT", "Expected LF after CR", at);
}

static const char *in_status_text(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end && *at != '\r' && *at != '\n') {
    at++;
  }
  const char *where = at < end ? at + 1 : at;
  if (!gj_http_text(p, from, at, where) || at == end) {
    return where;
  }
  if (*at == '\n' && !p->lenient) {
    return gj_http_fail(p, "HPE_CR_EXPECTED", "Missing expected CR after response line", at + 1);
  }
  p->step = *at == '\r' ? in_lf_after_status : gj_http_in_first_field;
  return at + 1;
}

static const char *after_status(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  gj_http_strings_begin(&p->head);
  if (*at == ' ') {
    p->step = in_status_text;
  } else if (*at == '\r') {
    p->step = in_lf_after_status;
  } else if (*at == '\n' && p->lenient) {
    p->step = gj_http_in_first_field;
  } else {
    return gj_http_fail(p, "HPE_INVALID_STATUS", "Invalid response status",
                        *at == '\n' ? at + 1 : at);
  }
  return at + 1;
}

static const char *in_status(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at < '0' || *at > '9') {
    return gj_http_fail(p, "HPE_INVALID_STATUS", "Invalid status code", at);
  }
  p->status = (uint16_t)(p->status * 10 + *at - '0');
  if (++p->matched == 3) {
    p->step = after_status;
  }
  return at + 1;
}

static const char *before_status(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != ' ') {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Expected space after version", at);
  }
  p->matched = 0;
  p->step = in_status;
  return at + 1;
}

static const char *in_preface(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != preface[p->matched]) {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Expected HTTP/2 Connection Preface", at);
  }
  if (preface[++p->matched] == '\0') {
    return gj_http_fail(p, "HPE_PAUSED_H2_UPGRADE", "Pause on PRI/Upgrade", at + 1);
  }
  return at + 1;
}

static const char *in_lf_after_version(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  p->step = gj_http_in_first_field;
  if (*at == '\n') {
    return at + 1;
  }
  return p->lenient ? at : gj_http_fail(p, "HPE_STRICT", "Expected CRLF after version", at);
}

static const char *after_version(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == '\r' || (*at == '\n' && p->lenient)) {
    p->step = in_lf_after_version;
  } else {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Expected CRLF after version",
                        *at == '\n' ? at + 1 : at);
  }
  return at + 1;
}

static bool is_known_version(unsigned major, unsigned minor) {
  unsigned version = major * 10 + minor;
  return version == 11 || version == 10 || version == 20 || version == 9;
}

/* After the digit of the minor version. */
static const char *version_done(gj_http_parser *p, const char *at) {
  if (!p->lenient && !is_known_version(p->major, p->minor)) {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Invalid HTTP version", at);
  }
  p->matched = 0;
  if (p->is_response) {
    p->step = before_status;
  } else if (p->method == GJ_HTTP_METHOD_PRI) {
    p->step = in_preface;
  } else {
    p->step = after_version;
  }
  return at;
}

static const char *in_minor(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at < '0' || *at > '9') {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Invalid minor version", at);
  }
  p->minor = (uint8_t)(*at - '0');
  return version_done(p, at + 1);
}

static const char *in_dot(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '.') {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Expected dot", at);
  }
  p->step = in_minor;
  return at + 1;
}

static const char *in_major(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at < '0' || *at > '9') {
    return gj_http_fail(p, "HPE_INVALID_VERSION", "Invalid major version", at);
  }
  p->major = (uint8_t)(*at - '0');
  p->step = in_dot;
  return at + 1;
}

/* NULL if a request's method belongs to its protocol; otherwise the reason of the error. */
static const char *wrong_method(const gj_http_parser *p) {
  static const char *const reasons[] = {
      [HTTP] = "Invalid method for HTTP/x.x request",
      [RTSP] = "Invalid method for RTSP/x.x request",
      [ICE] = "Expected SOURCE method for ICE/x.x request",
  };
  unsigned allowed = method_protocols[p->method];
  bool is_right = (allowed >> p->word & 1) != 0 || (p->word == HTTP && allowed == GJ_HTTP_IN_HTTP2);
  return is_right ? NULL : reasons[p->word];
}

static const char *in_protocol(gj_http_parser *p, const char *at, const char *end) {
  const char *text = protocols[p->word];
  while (at < end) {
    if (*at != text[p->matched]) {
      return gj_http_fail(p, "HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/", at);
    }
    at++;
    p->matched++;
    if (text[p->matched] == '/' && !p->is_response) {
      const char *reason = wrong_method(p);
      if (reason != NULL) {
        return gj_http_fail(p, "HPE_INVALID_CONSTANT", reason, at);
      }
    } else if (text[p->matched] == '\0') {
      p->step = in_major;
      return at;
    }
  }
  return at;
}

static const char *at_protocol(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (!p->is_response && *at == ' ') {
    return at + 1;
  }
  if (!p->is_response && (*at == '\t' || *at == '\f')) {
    return gj_http_fail(p, "HPE_INVALID_URL", "Invalid characters in url", at + 1);
  }
  p->word = *at == 'R' ? RTSP : *at == 'I' ? ICE : HTTP; /* what is neither fails as HTTP */
  p->matched = 0;
  p->step = in_protocol;
  return at;
}

static const char *in_lf_after_target(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != '\n') {
    return gj_http_fail(p, "HPE_INVALID_URL", "Expected CRLF", at);
  }
  p->step = gj_http_in_first_field;
  return at + 1;
}

/* The parts of a target, which differ in the characters that they allow. */
enum { TARGET, SCHEME, SCHEME_SLASH, SCHEME_SLASHES, SERVER, SERVER_AT, PATH, QUERY, FRAGMENT };

static const char *const part_errors[] = {
    [TARGET] = "Unexpected start char in url",
    [SCHEME] = "Unexpected char in url schema",
    [SCHEME_SLASH] = "Unexpected char in url schema",
    [SCHEME_SLASHES] = "Unexpected char in url schema",
    [SERVER] = "Unexpected char in url server",
    [SERVER_AT] = "Unexpected char in url server",
    [PATH] = "Invalid char in url path",
    [QUERY] = "Invalid char in url query",
    [FRAGMENT] = "Invalid char in url fragment start",
};

static bool is_letter(uint8_t c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

static bool is_server_char(uint8_t c) {
  static const uint32_t bits[8] = {0, 0xaffffff2, 0xafffffff, 0x47fffffe};
  return (bits[c >> 5] >> (c & 31) & 1) != 0;
}

/* The part that follows after this character; -1: it is not allowed. */
static int next_part(int part, uint8_t c) {
  switch (part) {
    case TARGET:
      return c == '/' || c == '*' ? PATH : is_letter(c) ? SCHEME : -1;
    case SCHEME:
      return c == ':' ? SCHEME_SLASH : is_letter(c) ? SCHEME : -1;
    case SCHEME_SLASH:
      return c == '/' ? SCHEME_SLASHES : -1;
    case SCHEME_SLASHES:
      return c == '/' ? SERVER : -1;
    case SERVER:
    case SERVER_AT:
      if (c == '/' || c == '?') {
        return c == '/' ? PATH : QUERY;
      }
      return c == '@' ? SERVER_AT : is_server_char(c) ? SERVER : -1;
    default:
      if (c <= ' ' || c >= 127) {
        return -1;
      }
      return c == '#' ? FRAGMENT : c == '?' && part == PATH ? QUERY : part;
  }
}

/* At the first character that is not part of the target. */
static const char *end_target(gj_http_parser *p, const char *at) {
  uint8_t c = (uint8_t)*at;
  if (p->word == SERVER_AT && c == '@') {
    return gj_http_fail(p, "HPE_INVALID_URL", "Double @ in url", at + 1);
  }
  bool is_blank = c == ' ' || c == '\t' || c == '\f' || c == '\r' || c == '\n';
  if (!is_blank || p->word == SCHEME_SLASHES) {
    return gj_http_fail(p, "HPE_INVALID_URL", part_errors[p->word], at);
  }
  if (p->word < SERVER || c == '\t' || c == '\f') {
    return gj_http_fail(p, "HPE_INVALID_URL", "Invalid characters in url", at + 1);
  }
  p->major = 0; /* a request without a version is one of HTTP/0.9 */
  p->minor = 9;
  p->step = c == ' ' ? at_protocol : c == '\r' ? in_lf_after_target : gj_http_in_first_field;
  return at + 1;
}

static const char *in_target(gj_http_parser *p, const char *at, const char *end) {
  const char *from = at;
  while (at < end) {
    int part = p->word == SERVER_AT && *at == '@' ? -1 : next_part(p->word, (uint8_t)*at);
    if (part < 0) {
      break;
    }
    p->word = (uint8_t)part;
    at++;
  }
  if (!gj_http_text(p, from, at, at) || at == end) {
    return at;
  }
  return end_target(p, at);
}

static const char *at_target(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at == ' ') {
    return at + 1;
  }
  gj_http_strings_begin(&p->head);
  p->word = p->method == GJ_HTTP_METHOD_CONNECT ? SERVER : TARGET;
  p->step = in_target;
  return at;
}

static const char *after_method(gj_http_parser *p, const char *at, const char *end) {
  (void)end;
  if (*at != ' ') {
    return gj_http_fail(p, "HPE_INVALID_METHOD", "Expected space after method", at);
  }
  p->step = at_target;
  return at + 1;
}

/* `method` is the first one that begins with what was seen. */
static const char *in_method(gj_http_parser *p, const char *at, const char *end) {
  while (at < end) {
    const char *seen = gj_http_methods[p->method];
    unsigned method = p->method;
    while (*at == '\0' || gj_http_methods[method][p->matched] != *at) {
      method++;
      if (method == GJ_HTTP_METHOD_COUNT ||
          strncmp(gj_http_methods[method], seen, p->matched) != 0) {
        if (seen[p->matched] == '\0') {
          p->step = after_method;
          return at;
        }
        return gj_http_fail(p, "HPE_INVALID_METHOD", "Invalid method encountered", at);
      }
    }
    p->method = (uint8_t)method;
    p->matched++;
    at++;
  }
  return at;
}

const char *gj_http_in_message(gj_http_parser *p, const char *at, const char *end) {
  while (at < end && (*at == '\r' || *at == '\n')) {
    at++;
  }
  if (at == end) {
    return at;
  }
  gj_http_strings last = p->head;
  p->head = p->before;
  p->before = last;
  p->before_count = p->head_count;
  p->head.count = p->head_count = 0;
  p->head.size = p->head_size = p->extensions = 0;
  p->open = true;
  p->flags = p->status = 0;
  p->left = 0;
  p->method = p->matched = 0;
  p->step = p->is_response ? at_protocol : in_method;
  if (!p->is_response && end - at >= 4 && memcmp(at, "GET ", 4) == 0) { /* as most are */
    p->method = GJ_HTTP_METHOD_GET;
    p->step = at_target;
    return at + 4;
  }
  return at;
}

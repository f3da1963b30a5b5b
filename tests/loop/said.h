/* SPDX-License-Identifier: MIT */
/* A line of text in which a test logs the order of events. */
#ifndef GY_TEST_SAID_H
#define GY_TEST_SAID_H

#include <stdarg.h>

#include "check.h"

static char said[16384];

__attribute__((unused, format(printf, 1, 2))) static void say(const char *format, ...) {
  size_t used = strlen(said);
  va_list rest;
  if (used > 0) {
    CHECK(used + 2 < sizeof(said));
    strcpy(said + used++, " ");
  }
  va_start(rest, format);
  int length = vsnprintf(said + used, sizeof(said) - used, format, rest);
  va_end(rest);
  CHECK(length >= 0 && (size_t)length < sizeof(said) - used);
}

/* Checks that the log is TEXT, and clears it. */
#define SAID(text)         \
  do {                     \
    CHECK_STR(said, text); \
    said[0] = '\0';        \
  } while (0)

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Checks for test programs. Each test is a program of its own: it returns 0 when all checks hold,
 * TEST_SKIP when this machine cannot show it, and ends at the first check that fails.
 */
#ifndef GY_TEST_CHECK_H
#define GY_TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST_SKIP 77

#define CHECK(condition)                                                                      \
  do {                                                                                        \
    if (!(condition)) {                                                                       \
      fprintf(stderr, "%s:%d: %s: not true: %s\n", __FILE__, __LINE__, __func__, #condition); \
      exit(1);                                                                                \
    }                                                                                         \
  } while (0)

/* Both sides are compared and shown as long long. */
#define CHECK_EQ(actual, expected)                                                                 \
  do {                                                                                             \
    long long check_a = (long long)(actual);                                                       \
    long long check_e = (long long)(expected);                                                     \
    if (check_a != check_e) {                                                                      \
      fprintf(stderr, "%s:%d: %s: %s is %lld, expected %lld (%s)\n", __FILE__, __LINE__, __func__, \
              #actual, check_a, check_e, #expected);                                               \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

#define CHECK_STR(actual, expected)                                                             \
  do {                                                                                          \
    const char *check_a = (actual);                                                             \
    const char *check_e = (expected);                                                           \
    if (strcmp(check_a, check_e) != 0) {                                                        \
      fprintf(stderr, "%s:%d: %s: %s is\n  %s\nexpected\n  %s\n", __FILE__, __LINE__, __func__, \
              #actual, check_a, check_e);                                                       \
      exit(1);                                                                                  \
    }                                                                                           \
  } while (0)

#define SKIP(why)                          \
  do {                                     \
    fprintf(stderr, "skipped: %s\n", why); \
    exit(TEST_SKIP);                       \
  } while (0)

#endif

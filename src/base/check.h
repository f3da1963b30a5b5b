/* SPDX-License-Identifier: MIT */
/*
 * Checks that stay in release builds, and the few compiler hints that the code uses.
 *
 * GY_CHECK is for a programmer's mistake on a cold path: it names the condition and ends the
 * process. On hot paths use GY_DEBUG_CHECK, which only the sanitizer and debug builds evaluate.
 */
#ifndef GY_BASE_CHECK_H
#define GY_BASE_CHECK_H

#define GY_LIKELY(x) __builtin_expect(!!(x), 1)
#define GY_UNLIKELY(x) __builtin_expect(!!(x), 0)

_Noreturn void gy_check_failed(const char *file, int line, const char *function, const char *what);

#define GY_CHECK(condition) \
  (GY_LIKELY(condition) ? (void)0 : gy_check_failed(__FILE__, __LINE__, __func__, #condition))

#ifdef GY_DEBUG
#define GY_DEBUG_CHECK(condition) GY_CHECK(condition)
#else
#define GY_DEBUG_CHECK(condition) ((void)0)
#endif

#endif

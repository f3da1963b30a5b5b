/* SPDX-License-Identifier: MIT */
/* For tests that capture standard error: failed checks are reported to another stream, which the
 * test opens. */
#ifndef GY_TESTS_OWN_STDERR_H
#define GY_TESTS_OWN_STDERR_H

#include <stdio.h>

static FILE *failures;
#undef stderr
#define stderr failures

#endif

/* SPDX-License-Identifier: MIT */
/* How a failed check ends the process. */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>

void gy_check_failed(const char *file, int line, const char *function, const char *what) {
  fprintf(stderr, "gyre: %s:%d: %s: check failed: %s\n", file, line, function, what);
  abort();
}

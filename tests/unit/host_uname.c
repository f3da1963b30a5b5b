/* SPDX-License-Identifier: MIT */
/* Proves that uv_os_uname returns what uname(2) returns. */
#include <sys/utsname.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  struct utsname expected;
  CHECK_EQ(uname(&expected), 0);
  uv_utsname_t actual;
  memset(&actual, '#', sizeof(actual));
  CHECK_EQ(uv_os_uname(&actual), 0);
  CHECK_STR(actual.sysname, expected.sysname);
  CHECK_STR(actual.release, expected.release);
  CHECK_STR(actual.version, expected.version);
  CHECK_STR(actual.machine, expected.machine);
  CHECK_EQ(uv_os_uname(NULL), UV_EINVAL);
  return 0;
}

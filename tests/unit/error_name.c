/* SPDX-License-Identifier: MIT */
/*
 * Proves that every error code has its own name and text, in both forms of the call, and that the
 * codes of the operating system are the negated errno values.
 */
#include <errno.h>

#include "../check.h"
#include "uv.h"

static const struct {
  int code;
  const char *name;
  const char *text;
} errors[] = {
#define ROW(name, text) {UV_##name, #name, text},
    UV_ERRNO_MAP(ROW)
#undef ROW
};

enum { ERROR_COUNT = sizeof(errors) / sizeof(errors[0]) };

int main(void) {
  for (int i = 0; i < ERROR_COUNT; i++) {
    char buf[128];
    CHECK(errors[i].code < 0);
    CHECK_STR(uv_err_name(errors[i].code), errors[i].name);
    CHECK_STR(uv_strerror(errors[i].code), errors[i].text);
    CHECK_STR(uv_err_name_r(errors[i].code, buf, sizeof(buf)), errors[i].name);
    CHECK_STR(uv_strerror_r(errors[i].code, buf, sizeof(buf)), errors[i].text);
    for (int j = 0; j < i; j++) {
      CHECK(errors[i].code != errors[j].code);
      CHECK(strcmp(errors[i].name, errors[j].name) != 0);
    }
  }

  /* A few by hand: the rows above come from the same list as the results. */
  CHECK_EQ(UV_ENOENT, -ENOENT);
  CHECK_STR(uv_err_name(-ENOENT), "ENOENT");
  CHECK_STR(uv_strerror(-ENOENT), "no such file or directory");
  CHECK_STR(uv_err_name(-ECONNREFUSED), "ECONNREFUSED");
  CHECK_STR(uv_strerror(-ECONNREFUSED), "connection refused");
  CHECK_STR(uv_err_name(-4095), "EOF");
  CHECK_STR(uv_strerror(-4095), "end of file");
  CHECK_STR(uv_err_name(-3003), "EAI_CANCELED");
  CHECK_STR(uv_strerror(-3003), "request canceled");
  CHECK_STR(uv_err_name(-ENOEXEC), "ENOEXEC");
  CHECK_EQ(ERROR_COUNT, 85);
  return 0;
}

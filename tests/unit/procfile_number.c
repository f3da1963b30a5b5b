/* SPDX-License-Identifier: MIT */
/*
 * Proves that numbers of any size are read, that other texts are refused, and that fractions need a
 * point in every locale.
 */
#include <math.h>

#include "os/procfile.h"

#include "fake_root.h"
#include "uv.h"

static void check_number(const char *text, int is_number, uint64_t expected, const char *rest) {
  const char *at = text;
  uint64_t value = 77;
  CHECK_EQ(gy_procfile_number(&at, &value), is_number);
  CHECK_EQ(value, is_number ? expected : 77);
  CHECK_STR(at, is_number ? rest : text);
}

static void check_decimal(const char *text, double expected, const char *rest) {
  const char *at = text;
  double value = -1;
  CHECK(gy_procfile_decimal(&at, &value));
  CHECK(value > expected - 1e-9 && value < expected + 1e-9);
  CHECK_STR(at, rest);
}

int main(void) {
  check_number("0", 1, 0, "");
  check_number(" \t 42 43", 1, 42, " 43");
  check_number("007kB", 1, 7, "kB");
  check_number("18446744073709551614", 1, UINT64_MAX - 1, "");
  check_number("18446744073709551615", 1, UINT64_MAX, "");
  check_number("18446744073709551616x", 1, UINT64_MAX, "x");
  check_number("99999999999999999999999999999999 1", 1, UINT64_MAX, " 1");
  check_number("", 0, 0, "");
  check_number("   ", 0, 0, "");
  check_number("-1", 0, 0, "");
  check_number("+1", 0, 0, "");
  check_number("max", 0, 0, "");
  check_number("\n1", 0, 0, "");

  check_decimal("12.5 7", 12.5, " 7");
  check_decimal("0.07", 0.07, "");
  check_decimal("3", 3, "");
  check_decimal("3.", 3, "");
  check_decimal("2131.77", 2131.77, "");
  check_decimal("1,5", 1, ",5");
  const char *none = ".5";
  double value;
  CHECK(!gy_procfile_decimal(&none, &value));

  uint64_t found;
  fake_root_make();
  fake_file("/file", "Mem: 1\nMemFree: x\nMemFree:   22 kB\nMemFree: 3\n");
  CHECK_EQ(gy_procfile_find(fake_root, "/file", "MemFree:", &found), 0);
  CHECK_EQ(found, 22);
  CHECK_EQ(gy_procfile_find(fake_root, "/file", "Mem", &found), UV_ENOENT);
  CHECK_EQ(gy_procfile_find(fake_root, "/missing", "Mem:", &found), UV_ENOENT);
  CHECK_EQ(gy_procfile_find(fake_root, "", "Mem:", &found), UV_EISDIR);
  return 0;
}
